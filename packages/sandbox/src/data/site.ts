import { type DayNumber, monday, parseDay } from './days.ts';

/** An event in a website's data; `on` is `YYYY-MM-DD`. */
export type Incident =
  /** Multiplies visitors by `factor`. The rise halves every `halfLife` days. Citations rise by the square root. */
  | { readonly kind: 'launch'; readonly on: string; readonly factor: number; readonly halfLife: number }
  /** Visitors and pageviews are 0 for `days` days. Citations continue. */
  | { readonly kind: 'outage'; readonly on: string; readonly days: number }
  /** No data was recorded: analytics has no row and the feed has no item. */
  | { readonly kind: 'missingDay'; readonly on: string }
  /** The competitor is tracked from this day on. */
  | { readonly kind: 'newCompetitor'; readonly on: string; readonly competitor: SiteCompetitor }
  /** The authority score uses other weights from the Monday of this week on. */
  | { readonly kind: 'newMethod'; readonly on: string };

type IncidentOfKind<Kind extends Incident['kind']> = Extract<Incident, { kind: Kind }>;

/** Launches, outages and missing days repeat after this many days, so that every clock meets them. */
export const INCIDENTS_EVERY = 91;

function listIncidents<Kind extends Incident['kind']>(site: Site, kind: Kind): IncidentOfKind<Kind>[] {
  return (site.incidents ?? []).filter(
    (incident): incident is IncidentOfKind<Kind> => incident.kind === kind,
  );
}

/** Days since the latest repetition; 0 on its first day. */
function daysSince(on: string, day: DayNumber): number {
  const days = day - (parseDay(on) ?? 0);
  return ((days % INCIDENTS_EVERY) + INCIDENTS_EVERY) % INCIDENTS_EVERY;
}

export function isMissing(site: Site, day: DayNumber): boolean {
  return listIncidents(site, 'missingDay').some(({ on }) => daysSince(on, day) === 0);
}

/** Factor on a day's visitors; 1 without an incident. */
export function visitorsFactor(site: Site, day: DayNumber): number {
  if (listIncidents(site, 'outage').some(({ on, days }) => daysSince(on, day) < days)) return 0;
  return listIncidents(site, 'launch').reduce((product, launch) => product * fadingFactor(launch, day), 1);
}

/** Factor on a day's citations: the square root of the launch factor. */
export function citationsFactor(site: Site, day: DayNumber): number {
  return listIncidents(site, 'launch').reduce(
    (product, launch) => product * Math.sqrt(fadingFactor(launch, day)),
    1,
  );
}

function fadingFactor({ on, factor, halfLife }: IncidentOfKind<'launch'>, day: DayNumber): number {
  return 1 + (factor - 1) * 0.5 ** (daysSince(on, day) / halfLife);
}

/** The competitors tracked on a day. `since` is null if they always were. */
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

export function hasNewMethod(site: Site, updated: DayNumber): boolean {
  return listIncidents(site, 'newMethod').some(({ on }) => monday(parseDay(on) ?? 0) <= updated);
}

/** How the share of voice moves with the seasonal trend. `empty` has no data. */
export type TrendProfile = 'rising' | 'falling' | 'quiet' | 'empty';

export interface SiteCompetitor {
  readonly name: string;
  readonly domain: string;
  /** Mentions per day in AI answers. */
  readonly mentions: number;
}

/** A website: the fields that the API shows and the parameters of its data. */
export interface Site {
  /** Internal id: `ws_` and 12 characters. The API may show another form (undecided item 35, `websiteIds`). */
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** `YYYY-MM-DD`; there is no data before this day. */
  readonly createdAt: string;
  readonly trend: TrendProfile;
  /** Mean per day. */
  readonly visitors: number;
  /** Mean per day over all engines. */
  readonly citations: number;
  /** Mean mentions of the own brand per day in AI answers. */
  readonly mentions: number;
  /** Mean Entity Authority Score, 0 to 100. */
  readonly authority: number;
  /** Topics of the questions to AI engines. */
  readonly topics: readonly string[];
  readonly competitors: readonly SiteCompetitor[];
  readonly incidents?: readonly Incident[];
}

export function trendDirection(trend: TrendProfile): -1 | 0 | 1 {
  if (trend === 'rising') return 1;
  return trend === 'falling' ? -1 : 0;
}
