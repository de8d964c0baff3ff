import { type Cell, findCell, keyName, type Row } from '../reading/cells.ts';
import { hourOf, longerThanDay, readDate } from '../reading/dates.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, stemOf } from '../reading/names.ts';
import { daysBetween } from '../windows/calendar.ts';
import { daysOfRow, daysStated } from './lengths.ts';

/** Names of fields that date a row, best first. */
export const dateNames =
  'date day datetime timestamp time hour bucket period datehour timestamptodate eventdate dt x t ts label category interval periodstart startdate start from since begin week weekstart weekof month on key data name';
const ends = 'enddate end periodend to until weekend';

const isDate = (value: unknown): boolean => readDate(value) !== null || longerThanDay(value) !== null;

/** The key of a map's entry, where it is a date. */
export const keyDate = (row: Row): Cell | null =>
  row.find((cell) => cell.name === keyName && isDate(cell.value)) ?? null;

/** A date in the place of an identifier, as groups of a database have it: a text with separators, since a number is one. */
const isDateId = (value: unknown): boolean =>
  typeof value === 'string' && /\D/.test(value) && readDate(value) !== null;

/** The field that dates a row, a map's key among them; null where none does. */
export const dateCell = (row: Row): Cell | null =>
  keyDate(row) ?? findCell(row, dateNames, isDate) ?? findCell(row, 'id', isDateId);

/** The same of a row that has one, as every row of a dated table has. */
export const dating = (row: Row): Cell => dateCell(row) as Cell;

const said = oneOf(
  'granularity interval resolution bucketsize bucket groupby groupedby timeunit unit aggregation step frequency',
);

/** The grain that a body says it has, where that is longer than a day: at the top, in an envelope, in the echoed query. */
function statedGrain(value: unknown, depth = 0): string | null {
  if (!isObject(value) || depth > 3) return null;
  for (const name of Object.keys(value)) {
    const held = value[name];
    const grain =
      typeof held === 'string' ? /^(1 ?|time:)?(week|month|quarter|year)(ly|s)?$/i.exec(held) : null;
    if (grain && said(name)) return (grain[2] as string).toLowerCase();
    const inner = statedGrain(held, depth + 1);
    if (inner !== null) return inner;
  }
  return null;
}

const lengths: readonly (readonly [grain: string, least: number, most: number])[] = [
  ['week', 7, 7],
  ['fortnight', 14, 14],
  ['month', 28, 31],
  ['quarter', 90, 92],
  ['year', 365, 366],
];

const gapsOf = (days: readonly string[]): readonly number[] =>
  days.slice(1).map((day, at) => daysBetween(days[at] as string, day));

/** The grain that at least three dates in order have by the days between them, or two that are firsts of a month. */
function spacing(days: readonly string[]): string | null {
  const gaps = gapsOf(days);
  const fits = ([, least, most]: (typeof lengths)[number]): boolean =>
    gaps.every((gap) => gap >= least && gap <= most);
  const least = days.every((day) => /-01$/.test(day)) ? 1 : 2;
  return gaps.length < least ? null : (lengths.find(fits)?.[0] ?? null);
}

/** The name of so many days, where they are more than one. */
const grainOf = (days: number): string | null =>
  days <= 1
    ? null
    : (lengths.find(([, least, most]) => days >= least && days <= most)?.[0] ?? 'longer window');

/** The grain that a body says its rows have, where they do not stand nearer to one another than that. */
function likely(body: unknown, days: readonly string[]): string | null {
  const said = daysStated(body) ?? 1;
  return gapsOf(days).some((gap) => gap < said * 0.9) ? null : grainOf(said);
}

/** True for a row of an hour, by its own word. */
export const hasHour = (row: Row): boolean =>
  findCell(row, 'hour') !== null || hourOf(dating(row).value) !== null;

/** True where a body says that its rows are hours or less, and they are no rows of a day each. */
export function isHourly(body: unknown, rows: readonly Row[]): boolean {
  const isDaily = rows.length > 1 && !rows.some(hasHour);
  return !isDaily && (daysStated(body) ?? 1) < 1;
}

const to = oneOf('to');

/** True for a date that is the last one of its window, as that of the specification's `to` is. */
const isLast = (cell: Cell | null): boolean =>
  cell !== null && to(cell.name) && String(cell.value).length <= 10;

/** What the rows are, where they are longer than a day each; null for days. */
export function longerGrain(body: unknown, rows: readonly Row[]): string | null {
  const cells = rows.map(dating);
  const written = cells.map((cell) => longerThanDay(cell.value)).find((grain) => grain !== null);
  if (written) return written;
  const named = cells.map((cell) => /week|month/.exec(stemOf(cell.name))?.[0]).find((grain) => grain);
  const starts = cells.map(({ value }) => readDate(value) as string);
  const lasts = rows.map((row, at) => {
    const cell = findCell(row, ends);
    return { cell, end: readDate(cell?.value) ?? (starts[at] as string) };
  });
  const isChain = lasts.some(({ end }, at) => starts.indexOf(end) > -1 && starts[at] !== end);
  const spans = lasts.some(({ cell, end }, at) => {
    const isAfter = hourOf(cell?.value) === null && (isChain || !isLast(cell));
    return daysBetween(starts[at] as string, end) > Number(isAfter);
  });
  const told = rows.map((row) => grainOf(daysOfRow(row) ?? 1)).find((grain) => grain);
  const days = [...new Set(starts)].sort();
  return (
    named ??
    (spans ? 'longer window' : null) ??
    told ??
    statedGrain(body) ??
    likely(body, days) ??
    spacing(days)
  );
}
