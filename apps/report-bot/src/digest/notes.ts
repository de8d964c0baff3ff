import { type Fact, fact } from './fact.ts';
import type { Metric } from './metric.ts';
import type { ShareMetric } from './share.ts';
import type { SiteDay } from './site-days.ts';

export type Measured = 'share' | 'authority' | 'citations';

/** The figures of an endpoint whose recipe one body alone showed and nobody confirmed. */
export interface AssumedFigures {
  readonly endpoint: string;
  /** JSON Pointers (RFC 6901) of the figure that digests compare; none where rows are counted. */
  readonly pointers: readonly string[];
}

/** What a reader must know to trust or doubt the numbers of one website, or of the whole digest. */
export type Note =
  | { readonly kind: 'no-data'; readonly of: Fact }
  | { readonly kind: 'first' }
  | {
      readonly kind: 'missing-days';
      readonly measures: readonly Measured[];
      readonly days: Fact;
      readonly of: Fact;
    }
  | { readonly kind: 'not-compared'; readonly measures: readonly Measured[]; readonly reason: string }
  | {
      readonly kind: 'failure';
      readonly endpoint: string;
      readonly reason: string;
      readonly days: Fact;
      readonly of: Fact;
    }
  | { readonly kind: 'gone'; readonly websites: readonly string[] }
  | { readonly kind: 'changed'; readonly endpoint: string; readonly reason: string }
  | { readonly kind: 'assumed'; readonly figures: readonly AssumedFigures[] }
  | { readonly kind: 'rivals'; readonly added: readonly string[]; readonly removed: readonly string[] };

export interface Measures {
  readonly share: ShareMetric;
  readonly authority: Metric;
  readonly citations: Metric;
}

/** Notes in the order in which they matter. */
export function notesOf(site: string, measures: Measures, days: readonly SiteDay[]): Note[] {
  const all = (['share', 'authority', 'citations'] as const).map((measure) => ({
    measure,
    ...measures[measure],
  }));
  const failed = failures(site, days, measures.share.of.value);
  if (all.every(({ level }) => level === null))
    return [{ kind: 'no-data', of: measures.share.of }, ...failed];
  const first = all.some(({ verdict }) => verdict === 'first');
  const { added, removed } = measures.share;
  return [
    ...(first ? [{ kind: 'first' } as const] : []),
    ...missingDays(all.filter(({ verdict }) => verdict !== 'incomplete')),
    ...notCompared(all),
    ...(added.length + removed.length > 0 ? [{ kind: 'rivals', added, removed } as const] : []),
    ...failed,
  ];
}

function missingDays(all: readonly (Metric & { readonly measure: Measured })[]): Note[] {
  const counts = [
    ...new Set(all.filter(({ days, of }) => days.value < of.value).map(({ days }) => days.value)),
  ];
  return counts.flatMap((count) => {
    const same = all.filter(({ days }) => days.value === count);
    const [first] = same;
    if (first === undefined) return [];
    return [
      { kind: 'missing-days', measures: same.map(({ measure }) => measure), days: first.days, of: first.of },
    ];
  });
}

function notCompared(all: readonly (Metric & { readonly measure: Measured })[]): Note[] {
  const refused = all.filter(({ verdict }) => verdict === 'method-changed' || verdict === 'incomplete');
  return [...new Set(refused.map(({ reason }) => reason))].map((reason) => ({
    kind: 'not-compared',
    measures: refused.filter((metric) => metric.reason === reason).map(({ measure }) => measure),
    reason,
  }));
}

function failures(site: string, days: readonly SiteDay[], of: number): Note[] {
  const endpoints = new Map<string, { days: number; reason: string }>();
  for (const day of days) {
    for (const { endpoint, reason } of new Map(
      day.failures.map((failure) => [failure.endpoint, failure]),
    ).values()) {
      endpoints.set(endpoint, { days: (endpoints.get(endpoint)?.days ?? 0) + 1, reason });
    }
  }
  return [...endpoints].map(([endpoint, { days: count, reason }]) => ({
    kind: 'failure',
    endpoint,
    reason,
    days: fact(`${site}/failure/${endpoint}/days`, count, 'days'),
    of: fact(`${site}/failure/${endpoint}/of`, of, 'days'),
  }));
}
