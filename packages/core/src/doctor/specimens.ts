import { readAnalytics } from '../analytics/read-analytics.ts';
import { readAuthority } from '../authority/read-authority.ts';
import { readCitations } from '../citations/read-citations.ts';
import { readCompetitors } from '../competitors/read-competitors.ts';
import type { Endpoint } from '../dialects/dialect.ts';
import type { ReadingOptions } from '../reading/reader.ts';
import type { Reading, ReadingTrace } from '../reading/trace.ts';
import { readWebsites } from '../websites/read-websites.ts';

/** How one body was read, in one sentence. */
export interface Specimen {
  readonly ok: boolean;
  readonly summary: string;
  readonly trace: ReadingTrace;
}

function specimen<T>(reading: Reading<T>, tell: (value: T) => string): Specimen {
  return { ok: reading.ok, summary: reading.ok ? tell(reading.value) : reading.reason, trace: reading.trace };
}

const none = (value: number | null): string => (value === null ? 'none' : String(value));

/** Reads a body as the endpoint's resource. */
export const specimenOf: Readonly<Record<Endpoint, (body: unknown, options?: ReadingOptions) => Specimen>> = {
  websites: (body, options) => specimen(readWebsites(body, options), (list) => `${list.length} websites`),
  authority: (body, options) =>
    specimen(
      readAuthority(body, options),
      (it) => `score ${none(it.score)} of ${none(it.scale)}, ${it.components.length} components`,
    ),
  analytics: (body, options) => specimen(readAnalytics(body, options), (it) => `${it.days.length} days`),
  citations: (body, options) =>
    specimen(
      readCitations(body, options),
      (it) => `total ${none(it.total)}, ${it.byEngine.length} engines, ${it.items.length} items`,
    ),
  competitors: (body, options) =>
    specimen(
      readCompetitors(body, options),
      (it) => `share of voice ${none(it.shareOfVoice)}, ${it.competitors.length} competitors`,
    ),
};
