import { type Day, dayOfDate, monday } from './days.ts';
import type { Rival, Site } from './site.ts';

/** What befalls a website on top of its story; `on` is a `YYYY-MM-DD` date. */
export type Incident =
  /** Visitors jump to `factor` times as many and fade, half of the rise every `halfLife` days; citations follow less. */
  | { readonly kind: 'launch'; readonly on: string; readonly factor: number; readonly halfLife: number }
  /** No visitors and no pageviews for so many days: zeros, not gaps. Engines go on citing. */
  | { readonly kind: 'outage'; readonly on: string; readonly days: number }
  /** Nothing was recorded: analytics has no row for the day, and the feed no item. */
  | { readonly kind: 'missingDay'; readonly on: string }
  /** A competitor that is watched from this day on and unknown before. */
  | { readonly kind: 'newRival'; readonly on: string; readonly rival: Rival }
  /** From the Monday of this day's week on the authority score is worked out with other weights. */
  | { readonly kind: 'newMethod'; readonly on: string };

type OfKind<Kind extends Incident['kind']> = Extract<Incident, { kind: Kind }>;

/** Launches, outages and missing days come back after so many days, so that any clock meets them. */
export const INCIDENTS_EVERY = 91;

function incidents<Kind extends Incident['kind']>(site: Site, kind: Kind): OfKind<Kind>[] {
  return (site.incidents ?? []).filter((incident): incident is OfKind<Kind> => incident.kind === kind);
}

/** Days since the latest start of something that comes back, 0 on its first day. */
function since(on: string, day: Day): number {
  const days = day - (dayOfDate(on) ?? 0);
  return ((days % INCIDENTS_EVERY) + INCIDENTS_EVERY) % INCIDENTS_EVERY;
}

/** Whether a day was never recorded. */
export function isMissing(site: Site, day: Day): boolean {
  return incidents(site, 'missingDay').some(({ on }) => since(on, day) === 0);
}

/** What incidents make of a day's visitors: 1 on an ordinary day, 0 in an outage. */
export function visitorsFactor(site: Site, day: Day): number {
  if (incidents(site, 'outage').some(({ on, days }) => since(on, day) < days)) return 0;
  return incidents(site, 'launch').reduce((product, launch) => product * launchFactor(launch, day), 1);
}

/** What incidents make of a day's citations: the root of a launch's factor. */
export function citationsFactor(site: Site, day: Day): number {
  return incidents(site, 'launch').reduce(
    (product, launch) => product * Math.sqrt(launchFactor(launch, day)),
    1,
  );
}

function launchFactor({ on, factor, halfLife }: OfKind<'launch'>, day: Day): number {
  return 1 + (factor - 1) * 0.5 ** (since(on, day) / halfLife);
}

/** The competitors that are watched on a day, each with the day since when; null: always. */
export function rivalsOn(site: Site, day: Day): { rival: Rival; since: Day | null }[] {
  const always = site.rivals.map((rival) => ({ rival, since: null }));
  const added = incidents(site, 'newRival')
    .map(({ on, rival }) => ({ rival, since: dayOfDate(on) ?? 0 }))
    .filter((one) => one.since <= day);
  return [...always, ...added];
}

/** Whether the score of a Monday is worked out by the new method. */
export function hasNewMethod(site: Site, updated: Day): boolean {
  return incidents(site, 'newMethod').some(({ on }) => monday(dayOfDate(on) ?? 0) <= updated);
}
