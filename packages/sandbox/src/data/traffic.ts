import { citationsOfDay, hasData } from './citations.ts';
import { type Day, daysIn, type Span, weekday } from './days.ts';
import type { Engine } from './engines.ts';
import { draw, fnv1a, normal } from './hash.ts';
import { isMissing, visitorsFactor } from './incidents.ts';
import { direction, type Site } from './site.ts';
import { slowWalk, tide } from './walks.ts';

/** One day of a website: people, pages seen, and citations by AI engines. */
export interface TrafficDay {
  readonly day: Day;
  readonly visitors: number;
  readonly pageviews: number;
  readonly aiCitations: number;
}

/** Monday to Sunday. */
const WEEKDAY_WEIGHT = [1.1, 1.14, 1.12, 1.08, 1.0, 0.78, 0.78] as const;

/** A launch every 91 days lifts visitors by up to 90 % and fades within two weeks. */
const LAUNCH_EVERY = 91;

function launch(site: Site, day: Day): number {
  const since = (day + (fnv1a(site.domain) % LAUNCH_EVERY)) % LAUNCH_EVERY;
  return 1 + 0.9 * Math.exp(-since / 4);
}

/** One day of traffic; null where the website has no data or the day was never recorded. */
export function trafficOfDay(
  seed: number,
  site: Site,
  day: Day,
  engines: readonly Engine[],
): TrafficDay | null {
  if (!hasData(site, day) || isMissing(site, day)) return null;
  const next = draw(seed, site.domain, day, 'visitors');
  const drift = 0.2 * slowWalk([seed, site.domain, 'visitors'], day, 35);
  const story = 0.25 * direction(site.story) * tide(day);
  const level = site.visitors * Math.exp(drift + story + 0.08 * normal(next));
  const usual = level * (WEEKDAY_WEIGHT[weekday(day)] ?? 1) * launch(site, day);
  const visitors = Math.round(usual * visitorsFactor(site, day));
  const pageviews = Math.round(visitors * (1.9 + 0.6 * next()));
  return { day, visitors, pageviews, aiCitations: citationsOfDay(seed, site, day, engines) };
}

/** The days of a span that have data, oldest first. */
export function traffic(seed: number, site: Site, span: Span, engines: readonly Engine[]): TrafficDay[] {
  return daysIn(span).flatMap((day) => trafficOfDay(seed, site, day, engines) ?? []);
}
