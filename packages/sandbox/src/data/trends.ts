import { type DayNumber, parseDay } from './days.ts';
import { createDraw } from './random.ts';

/** A slow random walk in [-1, 1] with random access: a knot every `stride` days, cosine between them. */
export function computeSlowWalk(
  address: readonly (string | number)[],
  day: DayNumber,
  stride: number,
): number {
  const knot = Math.floor(day / stride);
  const at = (k: number): number => createDraw(...address, 'knot', k)() * 2 - 1;
  const part = (1 - Math.cos((Math.PI * (day - knot * stride)) / stride)) / 2;
  return at(knot) * (1 - part) + at(knot + 1) * part;
}

/** A Monday on which the trend turns upwards. */
const TREND_START = parseDay('2026-07-20') ?? 0;
const TREND_CYCLE_DAYS = 364;

/** A triangle wave in [-1, 1]: 26 weeks up from 20 July 2026, then 26 weeks down. It depends on the date alone. */
export function seasonalTrend(day: DayNumber): number {
  const phase =
    ((((day - TREND_START) % TREND_CYCLE_DAYS) + TREND_CYCLE_DAYS) % TREND_CYCLE_DAYS) / TREND_CYCLE_DAYS;
  return phase < 0.5 ? phase * 4 - 1 : 3 - phase * 4;
}

const LAUNCH_START = parseDay('2026-11-05') ?? 0;
const LAUNCH_CYCLE_DAYS = 182;
const LAUNCH_LENGTH_DAYS = 21;

/** Three weeks from 5 November 2026, repeated every 26 weeks. */
export function isLaunchOn(day: DayNumber): boolean {
  const since = (((day - LAUNCH_START) % LAUNCH_CYCLE_DAYS) + LAUNCH_CYCLE_DAYS) % LAUNCH_CYCLE_DAYS;
  return since < LAUNCH_LENGTH_DAYS;
}
