import { readAnalytics } from '../analytics/read-analytics.ts';
import { readAuthority } from '../authority/read-authority.ts';
import { readCitations } from '../citations/read-citations.ts';
import { readCompetitors } from '../competitors/read-competitors.ts';
import type { Endpoint } from '../dialects/dialect.ts';
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
export const specimenOf: Readonly<Record<Endpoint, (body: unknown) => Specimen>> = {
  websites: (body) => specimen(readWebsites(body), (list) => `${list.length} websites`),
  authority: (body) =>
    specimen(
      readAuthority(body),
      (it) => `score ${none(it.score)} of ${none(it.scale)}, ${it.components.length} components`,
    ),
  analytics: (body) => specimen(readAnalytics(body), (it) => `${it.days.length} days`),
  citations: (body) =>
    specimen(
      readCitations(body),
      (it) => `total ${none(it.total)}, ${it.byEngine.length} engines, ${it.items.length} items`,
    ),
  competitors: (body) =>
    specimen(
      readCompetitors(body),
      (it) => `share of voice ${none(it.shareOfVoice)}, ${it.competitors.length} competitors`,
    ),
};
