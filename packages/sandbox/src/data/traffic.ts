import { countCitations, type Engine, hasData } from './citations.ts';
import { type DayNumber, weekday } from './days.ts';
import { createDraw, drawNormal, fnv1a } from './random.ts';
import { isMissing, type Site, trendDirection, visitorsFactor } from './site.ts';
import { computeSlowWalk, seasonalTrend } from './trends.ts';

/** One day of a website. */
export interface TrafficDay {
  readonly day: DayNumber;
  readonly visitors: number;
  readonly pageviews: number;
  readonly aiCitations: number;
}

/** Monday to Sunday. */
const WEEKDAY_WEIGHT = [1.1, 1.14, 1.12, 1.08, 1.0, 0.78, 0.78] as const;

/** A launch every 91 days raises visitors by up to 90 % and fades within two weeks. */
const LAUNCH_INTERVAL_DAYS = 91;

function computeLaunchLift(site: Site, day: DayNumber): number {
  const since = (day + (fnv1a(site.domain) % LAUNCH_INTERVAL_DAYS)) % LAUNCH_INTERVAL_DAYS;
  return 1 + 0.9 * Math.exp(-since / 4);
}

/** The citations of all engines on one day, as many as the feed has. */
function sumCitations(seed: number, site: Site, day: DayNumber, engines: readonly Engine[]): number {
  return engines.reduce((sum, engine) => sum + countCitations(seed, site, day, engine), 0);
}

/** Null if the website has no data or the day is missing. */
export function computeTraffic(
  seed: number,
  site: Site,
  day: DayNumber,
  engines: readonly Engine[],
): TrafficDay | null {
  if (!hasData(site, day) || isMissing(site, day)) return null;
  const next = createDraw(seed, site.domain, day, 'visitors');
  const drift = 0.2 * computeSlowWalk([seed, site.domain, 'visitors'], day, 35);
  const trend = 0.25 * trendDirection(site.trend) * seasonalTrend(day);
  const level = site.visitors * Math.exp(drift + trend + 0.08 * drawNormal(next));
  const expected = level * (WEEKDAY_WEIGHT[weekday(day)] ?? 1) * computeLaunchLift(site, day);
  const visitors = Math.round(expected * visitorsFactor(site, day));
  const pageviews = Math.round(visitors * (1.9 + 0.6 * next()));
  return { day, visitors, pageviews, aiCitations: sumCitations(seed, site, day, engines) };
}
