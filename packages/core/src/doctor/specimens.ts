import type { Reading, ReadingTrace } from '../recipes/reading.ts';
import type { Analytics } from '../resources/analytics.ts';
import type { Authority } from '../resources/authority.ts';
import type { Citations } from '../resources/citations.ts';
import type { Competitors } from '../resources/competitors.ts';
import type { Endpoint } from '../resources/endpoint.ts';
import type { Website } from '../resources/website.ts';

/** How one body was read, in one sentence. */
export interface Specimen {
  readonly ok: boolean;
  readonly summary: string;
  readonly trace: ReadingTrace | null;
}

const none = (value: number | null): string => (value === null ? 'none' : String(value));

const summaries: Readonly<Record<Endpoint, (value: never) => string>> = {
  websites: (list: readonly Website[]) => `${list.length} websites`,
  authority: (it: Authority) =>
    `score ${none(it.score)} of ${none(it.scale)}, ${it.components.length} components`,
  analytics: (it: Analytics) => `${it.days.length} days`,
  citations: (it: Citations) =>
    `total ${none(it.total)}, ${it.byEngine.length} engines, ${it.items.length} items`,
  competitors: (it: Competitors) =>
    `share of voice ${none(it.shareOfVoice)}, ${it.competitors.length} competitors`,
};

/** A reading of an endpoint's body in one sentence. */
export function specimenFrom(endpoint: Endpoint, reading: Reading<unknown>): Specimen {
  if (!reading.ok) return { ok: false, summary: reading.reason, trace: null };
  return { ok: true, summary: summaries[endpoint](reading.value as never), trace: reading.trace };
}
