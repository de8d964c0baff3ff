import { readDate } from '../reading/dates.ts';
import { isObject, type JsonObject } from '../reading/json.ts';
import { findField, plainName, segment } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import { type ChosenRows, chooseRows } from '../reading/rows.ts';
import { type Reading, Tracer } from '../reading/trace.ts';
import type { Analytics, AnalyticsDay } from './analytics.ts';

const dates = ['date', 'day', 'datetime', 'timestamp', 'time', 'bucket', 'period', 'x'];
const known = {
  visitors: ['visitors', 'uniquevisitors', 'uniques', 'users', 'visitorscount'],
  pageviews: ['pageviews', 'views', 'hits', 'pageviewscount'],
  citations: ['citations', 'aicitations', 'totalcitations', 'citationscount', 'citationcount'],
};
const figures = ['visitors', 'pageviews', 'citations'] as const;
const lists = ['analytics', 'days', 'daily', 'series', 'timeseries', 'buckets', 'stats'];

/** Rows of a map from date to row, as `{"2026-11-01": {…}}` in any envelope. */
function byDate(body: unknown): ChosenRows | null {
  const visit = (value: unknown, pointer: string, depth: number): ChosenRows | null => {
    if (!isObject(value) || depth > 3) return null;
    const keys = Object.keys(value);
    if (keys.length > 0 && keys.every((key) => readDate(key) !== null && isObject(value[key]))) {
      return {
        pointer,
        rows: keys.map((key) => ({ date: key, ...(value[key] as JsonObject) })),
        name: '',
        depth,
        named: true,
      };
    }
    for (const key of keys) {
      const found = visit(value[key], pointer + segment(key), depth + 1);
      if (found) return found;
    }
    return null;
  };
  return visit(body, '', 0);
}

const dateField = (row: JsonObject): string | null => {
  const name = findField(row, dates);
  return name !== null && readDate(row[name]) !== null ? name : null;
};

function readDay(row: JsonObject, pointer: string, tracer: Tracer): AnalyticsDay | string {
  const dateName = dateField(row);
  const date = dateName === null ? null : readDate(row[dateName]);
  if (dateName === null || date === null) return 'a row has no date';
  tracer.found('date', `${pointer}/*${segment(dateName)}`);
  const used = [dateName];
  const read = (field: keyof typeof known): number | null | undefined => {
    const name = findField(row, known[field]);
    if (name === null) return null;
    used.push(name);
    tracer.found(field, `${pointer}/*${segment(name)}`);
    const number = readNumber(row[name]);
    if (number?.coerced) tracer.changed(`${name}: text read as a number`);
    return number?.value;
  };
  const visitors = read('visitors');
  const pageviews = read('pageviews');
  const citations = read('citations');
  if (visitors === undefined || pageviews === undefined || citations === undefined) {
    return `a figure of ${date} is not a number`;
  }
  const metrics: Record<string, number | null> = {};
  for (const name of Object.keys(row)) {
    if (used.indexOf(name) >= 0) continue;
    const number = readNumber(row[name]);
    if (number === undefined || (number.coerced && number.value === null)) tracer.left([name]);
    else metrics[name] = number.value;
  }
  return { date, visitors, pageviews, citations, metrics };
}

/** Reads the body of `GET /api/v1/analytics`: daily rows in any envelope, or a map by date. Rows are sorted, never padded. */
export function readAnalytics(body: unknown): Reading<Analytics> {
  const tracer = new Tracer();
  const chosen = chooseRows(body, { names: lists, fits: (row) => dateField(row) !== null });
  const rows = chosen === 'none' ? byDate(body) : chosen;
  if (rows === 'ambiguous')
    return tracer.refuse('two lists of dated rows in the body could be the daily figures');
  if (rows === null) return tracer.refuse('no list of dated rows was found in the body');
  tracer.path = rows.pointer;
  if (!rows.named) tracer.doubt(0.6, `the list at ${rows.pointer} has another name`);
  const measured =
    rows.rows.length === 0 ||
    rows.rows.some((row) => figures.some((field) => findField(row, known[field]) !== null));
  if (!measured) tracer.doubt(0.7, 'no row has visitors, page views or citations');
  if (!rows.rows.length && lists.indexOf(plainName(rows.name)) < 0) tracer.note('the list is empty');
  const days: AnalyticsDay[] = [];
  for (const row of rows.rows) {
    const day = readDay(row, rows.pointer, tracer);
    if (typeof day === 'string') return tracer.refuse(day);
    if (days.some((other) => other.date === day.date))
      return tracer.refuse(`two rows have the date ${day.date}`);
    days.push(day);
  }
  days.sort((a, b) => (a.date < b.date ? -1 : 1));
  return tracer.read({ days });
}
