import { addDays, type CalendarDate, countWindowDays, type Endpoint } from '@answershare/core';
import { toPastWindow, toWholeDays } from '../cells/comparison.ts';
import { toServiceDates } from '../cells/window-argument.ts';
import type { Cell, Rows } from '../ports/cell.ts';
import type { ServicePeriod } from '../ports/query.ts';

/** A formula's request and its cached answer; null is unknown. Instants in milliseconds since the epoch. */
export interface Explanation {
  /** Method, path and parameters; no key. */
  readonly request: string;
  readonly website: string | null;
  readonly form: string;
  /** How the Form was detected, one clause per axis. */
  readonly knownBy: readonly string[];
  readonly kept: 'fresh' | 'older' | 'none';
  readonly answeredAt: number | null;
  readonly freshUntil: number | null;
  /** Why the cached body cannot be read; with fields, why a later one cannot. */
  readonly refused: string | null;
  /** Field, pointer, encoding and trust. */
  readonly fields: readonly (readonly [name: string, pointer: string, codec: string, status: string])[];
  readonly notes: readonly string[];
  /** The lists that API_FIELD and API_TABLE cut to a window; null for other endpoints and without a cached body. */
  readonly cut: readonly string[] | null;
}

const sourceTexts: Readonly<Record<Explanation['kept'], string>> = {
  fresh: 'yes, shown without a request',
  older: 'yes, but no longer fresh: the next cell asks',
  none: 'no: the next cell asks',
};

/** Where a function reads, if not one answer alone. */
export function findSource(name: string): Rows {
  const isTracked = /_(CHANGE|HISTORY)$/.test(name);
  if (isTracked) return [['Source', 'The history tab of this file. "Record today" sends the request below.']];
  if (/^API_(FIELD|TABLE)$/.test(name))
    return [['Source', 'The answer of its first argument: explain that, as in =EXPLAIN("analytics"; A2).']];
  const isOfFile = /^(API_STATUS|EXPLAIN|DIAGNOSE)$/.test(name);
  return isOfFile ? [['Source', 'What this file knows. It sends no request.']] : [];
}

/** Why a day counts in part. */
function describePartialDay(date: CalendarDate, serviceToday: CalendarDate): string {
  if (date > serviceToday) return `${date} has not begun at the service: its days begin at 00:00 UTC`;
  if (date === serviceToday) return `${date} is not over at the service: its days end at 00:00 UTC`;
  return `${date} is over at the service (UTC), but not in the zone of the spreadsheet`;
}

/** The days of a comparison and those before; none if no day is over. */
function toComparedRows(servicePeriod: ServicePeriod): Cell[][] {
  const dates = toWholeDays(servicePeriod);
  if (countWindowDays(dates) < 1) return [];
  const past = toPastWindow(dates, 'previous');
  return [['Compared days', `${dates.from} to ${dates.to}, with ${past.from} to ${past.to} before`]];
}

/** The days of a period of the citation feed, and those that it is compared with. */
function toFeedRows(servicePeriod: ServicePeriod): Cell[][] {
  const dates = toServiceDates(servicePeriod);
  const past = toPastWindow(dates, 'previous');
  return [['Period', `${dates.from} to ${dates.to}, compared with ${past.from} to ${past.to}`]];
}

/** The days of a period: the whole ones, which averages count, those of a comparison, and the partial ones. */
function toPeriodRows(servicePeriod: ServicePeriod): Cell[][] {
  const { period, today, serviceToday, dates, lastWhole } = servicePeriod;
  const [wholeTo = lastWhole] = [period.to, lastWhole].sort();
  const partial = [1, 2].map((days) => addDays(lastWhole, days));
  return [
    ['Period', `${period.from} to ${period.to}, ${countWindowDays(period)} days; today is ${today}`],
    ['Whole days', dates.from > wholeTo ? 'none' : `${dates.from} to ${wholeTo}`],
    ...toComparedRows(servicePeriod),
    ...partial
      .filter((date) => date >= period.from && date <= period.to && (date <= today || date <= serviceToday))
      .map((date): Cell[] => ['Partial day', describePartialDay(date, serviceToday)]),
  ];
}

/**
 * An explanation as a table.
 * @param servicePeriod of analytics and of a period of the citation feed; else null
 */
export function toExplanationRows(
  explanation: Explanation,
  host: string,
  endpoint: Endpoint,
  servicePeriod: ServicePeriod | null,
): Rows {
  const toDayRows = endpoint === 'analytics' ? toPeriodRows : toFeedRows;
  const periodRows = servicePeriod === null ? [] : toDayRows(servicePeriod);
  const rows: Cell[][] = [
    ['Request', explanation.request],
    ...periodRows,
    ['Host', host],
    ['Form', explanation.form],
    ...explanation.knownBy.map((clause): Cell[] => ['Known by', clause]),
    ['Kept', sourceTexts[explanation.kept]],
  ];
  if (explanation.website !== null) rows.splice(1, 0, ['Website', explanation.website]);
  if (explanation.answeredAt !== null) {
    rows.push(['Answered', new Date(explanation.answeredAt)]);
    rows.push(['Age in minutes', Math.max(0, Math.floor((Date.now() - explanation.answeredAt) / 60_000))]);
  }
  if (explanation.freshUntil !== null) rows.push(['Fresh until', new Date(explanation.freshUntil)]);
  if (explanation.refused !== null)
    rows.push([explanation.fields.length > 0 ? 'Later answer' : 'Cannot be read', explanation.refused]);
  for (const [name, pointer, codec, status] of explanation.fields) {
    rows.push([`Field ${name}`, `${pointer} (${[codec, status].filter((part) => part !== '').join(', ')})`]);
  }
  const cut = explanation.cut?.length === 0 ? ['nothing: no list of days is found'] : (explanation.cut ?? []);
  for (const list of cut) rows.push(['Cut to a window', list]);
  for (const note of explanation.notes) rows.push(['Note', note]);
  return rows;
}
