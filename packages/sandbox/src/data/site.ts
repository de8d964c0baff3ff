import { type DayNumber, monday, parseDay } from './days.ts';

/** What befalls a website on top of its story; `on` is a `YYYY-MM-DD` date. */
export type Incident =
  /** Visitors jump to `factor` times as many and fade, half of the rise every `halfLife` days; citations follow less. */
  | { readonly kind: 'launch'; readonly on: string; readonly factor: number; readonly halfLife: number }
  /** No visitors and no pageviews for so many days: zeros, not gaps. Engines go on citing. */
  | { readonly kind: 'outage'; readonly on: string; readonly days: number }
  /** Nothing was recorded: analytics has no row for the day, and the feed no item. */
  | { readonly kind: 'missingDay'; readonly on: string }
  /** A competitor that is watched from this day on and unknown before. */
  | { readonly kind: 'newCompetitor'; readonly on: string; readonly competitor: SiteCompetitor }
  /** From the Monday of this day's week on the authority score is worked out with other weights. */
  | { readonly kind: 'newMethod'; readonly on: string };

type IncidentOfKind<Kind extends Incident['kind']> = Extract<Incident, { kind: Kind }>;

/** Launches, outages and missing days come back after so many days, so that any clock meets them. */
export const INCIDENTS_EVERY = 91;

function listIncidents<Kind extends Incident['kind']>(site: Site, kind: Kind): IncidentOfKind<Kind>[] {
  return (site.incidents ?? []).filter(
    (incident): incident is IncidentOfKind<Kind> => incident.kind === kind,
  );
}

/** Days since the latest start of something that comes back, 0 on its first day. */
function daysSince(on: string, day: DayNumber): number {
  const days = day - (parseDay(on) ?? 0);
  return ((days % INCIDENTS_EVERY) + INCIDENTS_EVERY) % INCIDENTS_EVERY;
}

/** Whether a day was never recorded. */
export function isMissing(site: Site, day: DayNumber): boolean {
  return listIncidents(site, 'missingDay').some(({ on }) => daysSince(on, day) === 0);
}

/** What incidents make of a day's visitors: 1 on an ordinary day, 0 in an outage. */
export function visitorsFactor(site: Site, day: DayNumber): number {
  if (listIncidents(site, 'outage').some(({ on, days }) => daysSince(on, day) < days)) return 0;
  return listIncidents(site, 'launch').reduce((product, launch) => product * fadingFactor(launch, day), 1);
}

/** What incidents make of a day's citations: the root of a launch's factor. */
export function citationsFactor(site: Site, day: DayNumber): number {
  return listIncidents(site, 'launch').reduce(
    (product, launch) => product * Math.sqrt(fadingFactor(launch, day)),
    1,
  );
}

function fadingFactor({ on, factor, halfLife }: IncidentOfKind<'launch'>, day: DayNumber): number {
  return 1 + (factor - 1) * 0.5 ** (daysSince(on, day) / halfLife);
}

/** The competitors that are watched on a day, each with the day since when; null: always. */
export function listCompetitors(
  site: Site,
  day: DayNumber,
): { competitor: SiteCompetitor; since: DayNumber | null }[] {
  const always = site.competitors.map((competitor) => ({ competitor, since: null }));
  const added = listIncidents(site, 'newCompetitor')
    .map(({ on, competitor }) => ({ competitor, since: parseDay(on) ?? 0 }))
    .filter((one) => one.since <= day);
  return [...always, ...added];
}

/** Whether the score of a Monday is worked out by the new method. */
export function hasNewMethod(site: Site, updated: DayNumber): boolean {
  return listIncidents(site, 'newMethod').some(({ on }) => monday(parseDay(on) ?? 0) <= updated);
}

/** How a website's share of voice moves: with the tide, against it, hardly, or no data at all. */
export type TrendProfile = 'rising' | 'falling' | 'quiet' | 'empty';

export interface SiteCompetitor {
  readonly name: string;
  readonly domain: string;
  /** Mentions per day in AI answers. */
  readonly mentions: number;
}

/** A made-up website: what the API shows of it, and what its numbers are drawn from. */
export interface Site {
  /** `ws_` and 12 characters (undecided item 35). */
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** `YYYY-MM-DD`; there is no data before this day. */
  readonly createdAt: string;
  readonly trend: TrendProfile;
  /** Visitors on an ordinary day. */
  readonly visitors: number;
  /** AI citations per day over all engines. */
  readonly citations: number;
  /** Mentions of the own brand per day in AI answers. */
  readonly mentions: number;
  /** Where its Entity Authority Score stands on average, 0 to 100. */
  readonly authority: number;
  /** What people ask AI engines about in this trade. */
  readonly topics: readonly string[];
  readonly competitors: readonly SiteCompetitor[];
  /** What befalls it on top of its story; most websites have none. */
  readonly incidents?: readonly Incident[];
}

/** +1 with the tide, -1 against it, 0 for a quiet website. */
export function trendDirection(story: TrendProfile): -1 | 0 | 1 {
  if (story === 'rising') return 1;
  return story === 'falling' ? -1 : 0;
}
