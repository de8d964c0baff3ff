import {
  type Analytics,
  type AnalyticsDay,
  type Authority,
  type Citations,
  type Competitors,
  type CurrentEndpoint,
  type DateSpan,
  toCalendarDate,
  type Website,
  type WebsiteEndpoint,
} from '@answershare/core';
import type { SiteSnapshot } from '../digest/site-days.ts';

/** JSON of an answer. */
export type Body = Readonly<Record<string, unknown>>;

/** Per cent without the noise of a multiplication: 0.342 is 34.2. */
const toPercent = (share: number | null): number | null =>
  share === null ? null : Number((share * 100).toPrecision(12));

/** The fields that are known. */
const selectKnown = (fields: Body): Body =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

export const buildWebsites = (websites: readonly Website[]): Body => ({
  websites: websites.map(({ id, name, domain }) => ({ id, name, domain })),
  total: websites.length,
  has_more: false,
});

/** The body of each endpoint about one website, from core's value. */
export const answerBodies: {
  readonly [E in WebsiteEndpoint]: (value: never, span: DateSpan) => Body;
} = {
  analytics: ({ days }: Analytics, { from, to }) => ({
    from,
    to,
    timezone: 'UTC',
    days: days.map(({ metrics, ...day }: AnalyticsDay) => ({ ...day, ...metrics })),
  }),
  citations: ({ total, atLeast, byEngine, items }: Citations) => ({
    ...selectKnown({ total }),
    by_engine: byEngine.map(({ engine, count }) => ({ engine, count })),
    // The ledger has the counts of earlier days alone.
    ...(items === undefined || items.length === 0
      ? {}
      : {
          citations: items.map(({ page: _, ...item }) => item),
          has_more: total === null && atLeast !== undefined,
        }),
  }),
  competitors: ({ shareOfVoice, mentions, totalMentions, competitors }: Competitors) => ({
    unit: 'percent',
    share_of_voice: toPercent(shareOfVoice),
    ...selectKnown({ mentions, total_mentions: totalMentions }),
    competitors: competitors.map(({ name, domain, share, mentions: own }) => ({
      name,
      domain,
      share_of_voice: toPercent(share),
      ...selectKnown({ mentions: own }),
    })),
  }),
  authority: ({ score, scale, components }: Authority) => ({
    score,
    ...selectKnown({ max_score: scale }),
    components: components.map(({ name, score: part, weight }) => ({ name, score: part, weight })),
  }),
};

/** A day for each snapshot of the ledger, oldest first. @param toFields null for a snapshot without the figures */
function collectDays(
  snapshots: readonly SiteSnapshot[],
  { from, to }: DateSpan,
  toFields: (snapshot: SiteSnapshot) => Body | null,
): Body {
  const days = new Map<string, Body>();
  for (const snapshot of snapshots) {
    const date = toCalendarDate(snapshot.takenAt);
    const fields = toFields(snapshot);
    if (fields !== null && date >= from && date <= to) days.set(date, { ...days.get(date), date, ...fields });
  }
  return { from, to, days: [...days.values()] };
}

/** The days of an endpoint that the service answers about today alone. */
export const buildHistory = (
  endpoint: CurrentEndpoint,
  snapshots: readonly SiteSnapshot[],
  span: DateSpan,
): Body =>
  collectDays(snapshots, span, ({ [endpoint]: value }) =>
    value === null ? null : answerBodies[endpoint](value as never, span),
  );

/** The figures that a file records of each day, in one answer. */
export const buildTrackedDays = (snapshots: readonly SiteSnapshot[], span: DateSpan): Body =>
  collectDays(snapshots, span, ({ authority, competitors, citations }) =>
    selectKnown({
      ...(authority === null ? {} : answerBodies.authority(authority as never, span)),
      share_of_voice: toPercent(competitors?.shareOfVoice ?? null),
      total: citations?.total,
    }),
  );
