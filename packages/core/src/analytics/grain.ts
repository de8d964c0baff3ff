import { type Cell, findCell, keyName, type Row } from '../reading/cells.ts';
import { hourOf, longerThanDay, readDate } from '../reading/dates.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, stemOf } from '../reading/names.ts';
import { daysBetween } from '../windows/calendar.ts';

const dates =
  'date day timeday datetime timestamp time timehour bucket period datehour x t ts label category interval periodstart startdate start from begin week weekstart weekof month key';
const ends = 'enddate end periodend to until weekend';

const isDate = (value: unknown): boolean => readDate(value) !== null || longerThanDay(value) !== null;

/** The key of a map's entry, where it is a date. */
export const keyDate = (row: Row): Cell | null =>
  row.find((cell) => cell.name === keyName && isDate(cell.value)) ?? null;

/** The field that dates a row, a map's key among them; null where none does. */
export const dateCell = (row: Row): Cell | null => keyDate(row) ?? findCell(row, dates, isDate);

const said = oneOf(
  'granularity interval resolution bucketsize bucket groupby groupedby timeunit unit aggregation step frequency',
);

/** The grain that a body says it has, where that is longer than a day: at the top, in an envelope, in the echoed query. */
function statedGrain(value: unknown, depth = 0): string | null {
  if (!isObject(value) || depth > 3) return null;
  for (const name of Object.keys(value)) {
    const held = value[name];
    const grain =
      typeof held === 'string'
        ? /^(1 ?)?(week|month|quarter|year)(ly|s)?$|^time:(week|month)$/i.exec(held)
        : null;
    if (grain && said(name)) return grain[2] ?? grain[4] ?? null;
    const inner = statedGrain(held, depth + 1);
    if (inner !== null) return inner;
  }
  return null;
}

function spacing(days: readonly string[]): string | null {
  const gap = (at: number): number => daysBetween(days[at] ?? '', days[at + 1] ?? '');
  const every = (fits: (gap: number) => boolean): boolean =>
    days.slice(2).every((_, at) => fits(gap(at)) && fits(gap(at + 1)));
  if (days.length < 3) return null;
  if (every((days) => days === 7)) return 'week';
  return every((days) => days >= 28 && days <= 31) ? 'month' : null;
}

/** What the rows are, where they are longer than a day each; null for days. */
export function longerGrain(body: unknown, rows: readonly Row[]): string | null {
  const cells = rows.map(dateCell).filter((cell): cell is Cell => cell !== null);
  const written = cells.map((cell) => longerThanDay(cell.value)).find((grain) => grain !== null);
  const named = cells.map((cell) => /^(week|month)/.exec(stemOf(cell.name))?.[1]).find((grain) => grain);
  const spans = rows.some((row) => {
    const start = readDate(dateCell(row)?.value);
    const last = findCell(row, ends, (value) => readDate(value) !== null)?.value;
    const end = readDate(last);
    const least = hourOf(last) === null ? 1 : 0;
    return start !== null && end !== null && daysBetween(start, end) > least;
  });
  const days = cells.map((cell) => readDate(cell.value) ?? '');
  const sorted = days.sort().filter((day, at) => day !== days[at - 1]);
  return written ?? named ?? (spans ? 'longer window' : null) ?? statedGrain(body) ?? spacing(sorted);
}
