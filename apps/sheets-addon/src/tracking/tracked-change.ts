import { addDays, type CalendarDate, figureOf, type TrackedFigure } from '@answershare/core';
import {
  type AuthorityMethod,
  authorityUnit,
  type Change,
  compareLevels,
  computeWeekLevel,
  countDaysToCompare,
  daysInWeek,
  findMethodChange,
  formatChange,
  formatMethodChange,
  hasEnoughDays,
  type Level,
  minimumShareEffect,
} from '@answershare/core/statistics';
import { CellError } from '../ports/cell.ts';
import type { Since, TrackedChange } from '../ports/file-facts.ts';
import { createTranslate } from '../texts/texts.ts';
import { findHistoryLayout, type HistoryColumn, historyHeadings, parseHistoryDate } from './history.ts';

export interface TrackedDay extends AuthorityMethod {
  readonly date: CalendarDate;
  readonly value: number;
}

/** One website's history, oldest day first, without days that lack the figure: none if the service gave none. */
export interface TrackedSeries {
  readonly id: string;
  readonly name: string;
  readonly days: readonly TrackedDay[];
}

/** Parses a score's composition from the text that tracking wrote (`of 100: Content 40 %, Links 60 %`). */
export function readMethod(text: string): AuthorityMethod {
  const [, scale, parts = scale === undefined ? text : ''] = /^of ([\d.]+)(?:: (.*))?$/.exec(text) ?? [];
  return {
    scale: scale === undefined ? null : Number(scale),
    components: parts
      .split(', ')
      .filter((part) => part !== '')
      .map((part) => {
        const [, name = part, percent] = /^(.*) ([\d.]+) %$/.exec(part) ?? [];
        return { name, weight: percent === undefined ? null : Number(percent) / 100 };
      }),
  };
}

/** Every website's history of one figure. @throws CellError if the history's headings are missing */
export function readSeries(
  values: readonly (readonly unknown[])[],
  measure: TrackedFigure,
  dateOfCell: (cell: Date) => CalendarDate,
): readonly TrackedSeries[] {
  const layout = findHistoryLayout(values);
  if ('missing' in layout) {
    const t = createTranslate('en');
    const missing = layout.missing.map((column) => t(historyHeadings[column])).join(', ');
    throw new CellError(
      'no_history',
      `The history tab has no heading ${missing}. Write it into its first row.`,
    );
  }
  const found = new Map<string, { name: string; days: TrackedDay[] }>();
  for (const row of values.slice(layout.headingRow)) {
    const cell = (column: HistoryColumn): unknown => row[layout.columns[column] - 1];
    const date = parseHistoryDate(cell('date'), dateOfCell);
    const id = String(cell('id') ?? '').trim();
    const value = cell(measure);
    if (date === null || id === '') continue;
    const series = found.get(id) ?? { name: '', days: [] };
    found.set(id, series);
    series.name = String(cell('website') ?? '').trim();
    if (typeof value !== 'number' || series.days.some((day) => day.date === date)) continue;
    series.days.push({ date, value, ...readMethod(String(cell('method') ?? '').trim()) });
  }
  return Array.from(found.entries()).map(([id, { name, days }]) => ({
    id,
    name,
    days: days.sort((one, other) => (one.date < other.date ? -1 : 1)),
  }));
}

/** Past changes that show the usual variation of the figure. */
const maxDifferences = 26;

/** The mean of the seven days up to a date. */
function computeLevel(days: readonly TrackedDay[], date: CalendarDate): Level {
  const from = addDays(date, 1 - daysInWeek);
  return computeWeekLevel(
    days
      .filter((day) => day.date >= from && day.date <= date)
      .map((day) => ({ day: day.date, value: day.value })),
  );
}

/**
 * Earlier changes of the same lag that do not overlap the one to judge. They start one or two weeks apart, or a quarter of
 * a longer lag: more overlap would understate the variation.
 */
function listPastDifferences(
  days: readonly TrackedDay[],
  date: CalendarDate,
  lag: number,
): readonly number[] {
  const differences: number[] = [];
  const step = Math.max(daysInWeek, Math.min(2 * daysInWeek, lag), Math.ceil(lag / 4));
  for (let at = 0; at < maxDifferences; at++) {
    const end = addDays(date, -step * at);
    const to = computeLevel(days, end);
    const from = computeLevel(days, addDays(end, -lag));
    if (to.value === null || from.value === null) continue;
    if (hasEnoughDays(to) && hasEnoughDays(from)) differences.push(to.value - from.value);
  }
  return differences;
}

function judgeChange(
  measure: TrackedFigure,
  before: Level,
  after: Level,
  past: readonly number[],
  methodChange: string | null,
  scale: number | null,
): Change {
  const circumstances = { seenBefore: true, methodChange };
  return compareLevels(before, after, past, { unit: toUnit(measure, scale) }, circumstances);
}

function toUnit(measure: TrackedFigure, scale: number | null): number {
  const { unit } = figureOf(measure);
  if (unit === 'share') return minimumShareEffect;
  return unit === 'score' ? authorityUnit(scale) : 1;
}

/** One sentence if the method of measurement changed between two days, else null. */
function findTrackedMethodChange(days: readonly TrackedDay[]): string | null {
  const [first, last] = [days[0], days[days.length - 1]];
  if (first === undefined || last === undefined) return null;
  for (const day of days) {
    const change = findMethodChange(first, day) ?? findMethodChange(day, last);
    if (change !== null) return formatMethodChange(change);
  }
  return null;
}

function formatVerdict(
  measure: TrackedFigure,
  days: readonly TrackedDay[],
  before: TrackedDay,
  after: TrackedDay,
  methodChange: string | null,
): string {
  const alike = days.filter((day) => findMethodChange(day, after) === null);
  const lag = Math.round((Date.parse(after.date) - Date.parse(before.date)) / 86_400_000);
  const weeks = [computeLevel(alike, before.date), computeLevel(alike, after.date)] as const;
  const judged = judgeChange(
    measure,
    ...weeks,
    listPastDifferences(alike, before.date, lag),
    methodChange,
    after.scale,
  );
  const isOpposed = (judged.direction === 'up' ? 1 : -1) * (after.value - before.value) <= 0;
  const change =
    judged.direction !== null && isOpposed ? { ...judged, direction: null, verdict: 'unclear' } : judged;
  const text = formatChange(change as Change, figureOf(measure).unit, 1);
  if (judged.verdict !== 'incomplete') return text;
  return `${text}: ${weeks.map((week) => week.days).join(' and ')} of ${daysInWeek} days tracked, ${countDaysToCompare(daysInWeek)} needed`;
}

/**
 * The newest tracked day against the nearest one at or before `since`, possibly itself. Nothing if `since` is later: no
 * day was tracked since. The verdict compares means of the seven days up to each, as the digest does: a single day is
 * no trend. Figures of different methods are never compared.
 * @param days of one website, oldest first
 */
export function computeTrackedChange(
  measure: TrackedFigure,
  days: readonly TrackedDay[],
  since: Since,
): TrackedChange {
  const after = days[days.length - 1];
  const none = { change: null, before: null, date: null, verdict: '' };
  if (after === undefined) return { ...none, after: null, newest: null };
  const target = 'days' in since ? addDays(after.date, -since.days) : since.date;
  const earlier = days.filter((day) => day.date <= target);
  const before = earlier[earlier.length - 1];
  const now = { after: after.value, newest: after.date };
  if (before === undefined || target > after.date) return { ...none, ...now };
  if (before === after) return { ...now, change: 0, before: after.value, date: after.date, verdict: '' };
  const methodChange =
    figureOf(measure).unit === 'score'
      ? findTrackedMethodChange(days.filter((day) => day.date >= before.date))
      : null;
  return {
    ...now,
    change: methodChange === null ? after.value - before.value : null,
    before: before.value,
    date: before.date,
    verdict: formatVerdict(measure, days, before, after, methodChange),
  };
}
