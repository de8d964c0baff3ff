import { daysBetween } from '../calendar/calendar.ts';
import { type DailyValue, daysInWeek } from './change.ts';

/** Lengths of windows in use, days. */
const commonWindows = [1, 7, 14, 28, 30, 60, 90] as const;

/** The window of a reading that neither states one nor shows one, days. A shorter true window only costs power. */
export const assumedWindow = 30;

/** Pairs of daily changes that a window must have before it is inferred. */
const minPairs = 20;
/** A change leaves the window after its length, which correlates the changes by -1/2. */
const maxCorrelation = -0.25;
/** Standard errors between the correlation and zero. */
const minDeviations = 3;

/**
 * The window of rolling figures, days, from the autocorrelation of their daily changes; 1 if each day is independent; null
 * if the readings are too few or show none.
 * @param series figures with the same window, such as the shares of several brands
 */
export function inferWindow(series: readonly (readonly DailyValue[])[]): number | null {
  const changes = series.map(listDailyChanges);
  let best: { readonly window: number; readonly correlation: number } | null = null;
  for (const window of commonWindows) {
    let [products, pairs] = [0, 0];
    for (const days of changes) {
      for (const [day, change] of days) {
        const later = days.get(day + window);
        if (later === undefined) continue;
        products += change * later;
        pairs += 1;
      }
    }
    const correlation = products / pairs;
    if (pairs < minPairs || correlation > maxCorrelation) continue;
    if (-correlation * Math.sqrt(pairs) < minDeviations) continue;
    if (best === null || correlation < best.correlation) best = { window, correlation };
  }
  return best?.window ?? null;
}

/** Changes from one day to the next by day number, with mean 0 and variance 1; none if the figure never moves. */
function listDailyChanges(values: readonly DailyValue[]): ReadonlyMap<number, number> {
  const byDay = new Map<number, number>();
  const first = values[0]?.day;
  if (first === undefined) return byDay;
  for (const { day, value } of values) if (value !== null) byDay.set(daysBetween(first, day), value);
  const changes = [...byDay].flatMap(([day, value]) => {
    const before = byDay.get(day - 1);
    return before === undefined ? [] : [[day, value - before] as const];
  });
  const mean = changes.reduce((sum, [, change]) => sum + change, 0) / changes.length;
  const variance = changes.reduce((sum, [, change]) => sum + (change - mean) ** 2, 0) / changes.length;
  if (!(variance > 0)) return new Map();
  return new Map(changes.map(([day, change]) => [day, (change - mean) / Math.sqrt(variance)]));
}

/** A larger change of one day, in usual ones, is no noise. */
const minSpike = 6;

/** More changes at least half as large in one direction within a window are parts of a lasting step. */
const maxSpikes = 2;

/**
 * What unusual days add to the rolling figures that contain them, by their days: a change that is far larger than usual. Two
 * may share a window; a lasting step of a rolling figure comes in as many parts as the window has days. Windows of more
 * than a week give a day too little weight.
 * @param values oldest first, one per day
 */
export function findSpikes(values: readonly DailyValue[], window: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (window < 2 || window > daysInWeek) return found;
  const known = values.flatMap(({ day, value }) => (value === null ? [] : [{ day, value }]));
  const changes = known
    .slice(1)
    .map(({ day, value }, at) => ({ day, change: value - (known[at]?.value ?? 0) }));
  const sizes = changes.map(({ change }) => Math.abs(change)).sort((a, b) => a - b);
  const usual = (sizes[sizes.length >> 1] ?? 0) / medianOfNormal;
  if (!(usual > 0)) return found;
  for (const spike of changes) {
    if (Math.abs(spike.change) <= minSpike * usual) continue;
    const parts = changes.map(({ day, change }) => ({
      part: change / spike.change,
      days: daysBetween(day, spike.day),
    }));
    // It leaves the windows again.
    if (parts.some(({ part, days }) => part <= -0.5 && days === window)) continue;
    if (parts.filter(({ part, days }) => part >= 0.5 && Math.abs(days) < window).length > maxSpikes) continue;
    for (const { day } of known) {
      const age = daysBetween(spike.day, day);
      if (age >= 0 && age < window) found.set(day, (found.get(day) ?? 0) + spike.change);
    }
  }
  return found;
}

/** The median of the size of a standard normal draw. */
const medianOfNormal = 0.6745;

/** Weeks between two weeks whose readings of the same weekday share no day. */
export function weeksWithoutOverlap(window: number, days: number = daysInWeek): number {
  return Math.max(1, Math.ceil(window / days));
}

/**
 * The variance of the difference between two weekly means of daily readings, relative to that of one reading: 2 for two
 * independent single readings. Each reading counts the independent events of a rolling window.
 * @param window days that a reading covers; at least a week is used
 * @param weeks between the two weeks
 * @param days of each of them, for longer periods
 */
export function varianceOfDifference(window: number, weeks: number, days: number = daysInWeek): number {
  const length = Math.max(days, window);
  /** Mean number of a week's readings that cover a day; the week's first reading ends on day 0. */
  const countReadings = (day: number): number => {
    const first = Math.max(0, day);
    const last = Math.min(days - 1, day + length - 1);
    return Math.max(0, last - first + 1) / days;
  };
  let sum = 0;
  for (let day = 1 - length - days * weeks; day < days; day += 1) {
    sum += (countReadings(day) - countReadings(day + days * weeks)) ** 2;
  }
  return sum / length;
}
