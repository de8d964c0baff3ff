import { addDays, type CalendarDate, countWindowDays, type Endpoint } from '@answershare/core';
import { toPastWindow, toWholeDays } from '../cells/comparison.ts';
import { choiceError } from '../cells/fault-text.ts';
import { endpoints, readTextArgument, toQueryWindow } from '../cells/option-arguments.ts';
import { readWebsiteArgument } from '../cells/website-argument.ts';
import {
  joinDateArguments,
  readServicePeriod,
  type ServicePeriod,
  toServiceDates,
} from '../cells/window-argument.ts';
import { type Cell, isBlank } from '../ports/cell.ts';
import type { Explanation } from '../ports/file-facts.ts';
import { queryAbout, websitesQuery } from '../ports/query.ts';
import { analyticsWindowParameter, explainedFunctions, type SheetFunction } from './parameters.ts';

const sourceTexts: Readonly<Record<Explanation['kept'], string>> = {
  fresh: 'yes, shown without a request',
  older: 'yes, but no longer fresh: the next cell asks',
  none: 'no: the next cell asks',
};

/** @throws CellError that lists the functions */
function parseExplained(argument: unknown): { readonly name: string; readonly endpoint: Endpoint } {
  const text = readTextArgument(argument, 'what') ?? '';
  const name = text
    .toUpperCase()
    .replace(/^=?(AS_)?/, '')
    .replace(/\(.*$/, '');
  const endpoint = explainedFunctions[name] ?? endpoints.find((one) => one.toUpperCase() === name);
  if (endpoint) return { name, endpoint };
  throw choiceError('bad_request', text, Object.keys(explainedFunctions), (quoted) =>
    text === '' ? 'EXPLAIN needs the name of a function.' : `EXPLAIN has nothing about ${quoted}.`,
  );
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

function toRows(explanation: Explanation, host: string, periodRows: readonly Cell[][]): Cell[][] {
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

export const explainFunction: SheetFunction = {
  name: 'EXPLAIN',
  description: 'Explains a function: its request, the stored answer and how it is read. Sends no request.',
  parameters: [
    {
      name: 'what',
      text: 'A function such as "CITATIONS", or an endpoint: "websites", "analytics", "citations", "competitors", "authority".',
    },
    {
      name: 'website',
      text: 'Optional. A website of your team (id, domain or name); not for the list of websites.',
    },
    analyticsWindowParameter,
  ],
  returns:
    'A table: the request without the key, the Form and how it is known, whether an answer is stored, when it came, until when it is fresh, the days of the period, which of them are partial and which a comparison counts, where each field was found, and why a later answer could not be read; for analytics also which lists API_FIELD and API_TABLE cut to a window. Each field has its JSON pointer, its unit and how far that is trusted: assumed, observed (a second answer fits), confirmed (in the sidebar) or configured (by your organisation).',
  examples: [
    { formula: '=EXPLAIN("CITATIONS"; "example.com")', shows: 'The source of =CITATIONS("example.com").' },
    { formula: '=EXPLAIN("analytics"; A2; "7d")', shows: 'The request that answers a week of A2.' },
  ],
  answer(args, cellContext) {
    const [what, website, window] = joinDateArguments(args, 2, cellContext);
    const { name, endpoint } = parseExplained(what);
    const isFeedPeriod = name === 'CITED_PAGES' && !isBlank(window);
    const queryWindow = isFeedPeriod ? null : toQueryWindow(endpoint, window, cellContext);
    const query =
      endpoint === 'websites'
        ? websitesQuery
        : queryAbout(endpoint, readWebsiteArgument('EXPLAIN', website), queryWindow);
    const toDayRows = endpoint === 'analytics' ? toPeriodRows : isFeedPeriod ? toFeedRows : null;
    const periodRows = toDayRows === null ? [] : toDayRows(readServicePeriod(window, cellContext));
    return toRows(cellContext.file.explain(query), cellContext.file.status().host ?? '', periodRows);
  },
};
