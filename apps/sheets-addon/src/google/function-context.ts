import type { CalendarDate } from '@answershare/core';
import { readReadyAnswers } from '../cache/ready-answers.ts';
import type { FileFacts } from '../ports/file-facts.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { type BodyAnswer, type CellQuery, type QueryAnswer, toBodyQueries } from '../ports/query.ts';
import { openFile } from './file.ts';
import type { queryService } from './open-service.ts';
import { documentCache } from './platform.ts';

const hour = 3_600_000;

/** A date in a cell is the first instant of that day in the spreadsheet's zone. Reads the zone once. */
export function spreadsheetCalendar(): Pick<
  FunctionContext,
  'dateCell' | 'dateOfCell' | 'today' | 'locale' | 'words'
> {
  let zone: string | null = null;
  const formatDate = (instant: Date, format: string): string => {
    zone ??= openFile().getSpreadsheetTimeZone();
    return Utilities.formatDate(instant, zone, format);
  };
  const offsetMs = (instant: Date): number => {
    const [sign = '+', hours = '0', minutes = '0'] =
      /^([+-])(\d\d)(\d\d)$/.exec(formatDate(instant, 'Z'))?.slice(1) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * (hour / 60));
  };
  const dateOfCell = (cell: Date): CalendarDate => formatDate(cell, 'yyyy-MM-dd');
  return {
    dateOfCell,
    today: () => dateOfCell(new Date()),
    locale: () => openFile().getSpreadsheetLocale(),
    words: () => answershareService_(),
    dateCell(date) {
      const utc = Date.parse(`${date}T00:00:00Z`);
      const guess = new Date(utc - offsetMs(new Date(utc)));
      const start = new Date(utc - offsetMs(guess));
      // The day starts an hour later if clocks spring forward at midnight.
      return dateOfCell(start) === date ? start : new Date(start.getTime() + hour);
    },
  };
}

/** The other script file, loaded on the first miss. All files share one scope (Google: guides/v8-runtime). */
declare function answershareService_(): {
  readonly queryService: typeof queryService;
  readonly fileFacts: FileFacts;
} & ReturnType<FunctionContext['words']>;

/**
 * Whether the calculated cell holds more than a call of the function. In a custom function the active range is that cell
 * (Google: reference/spreadsheet/spreadsheet-app, getActiveRange).
 */
function isNested(name: string): boolean {
  let text =
    SpreadsheetApp.getActiveRange()
      ?.getFormula()
      .replace(/"[^"]*"|'[^']*'/g, '') ?? '';
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, '');
  }
  return !RegExp(`^=\\s*(AS_)?${name}\\s*$`, 'i').test(text);
}

/**
 * A custom function has 30 s (Google: guides/services/quotas); this limit fails with a sentence instead. It leaves time
 * for the writes to store and cache under load.
 */
const callMs = 23_000;

/** Opens the context of one function call; each service is opened on first use. */
export function openFunctionContext(name: string): FunctionContext {
  const until = Date.now() + callMs;

  function query(queries: readonly CellQuery[]): readonly QueryAnswer[] {
    const read = (wanted: readonly CellQuery[]) =>
      readReadyAnswers(wanted, (keys) => documentCache().getAll(keys), Date.now());
    let ready = read(queries);
    let missing = queries.filter((_, at) => ready[at] === null);
    if (missing.length > 0) {
      // The cache may miss what it has (Google: reference/cache/cache); a second look costs less than a request.
      const again = read(missing);
      ready = ready.map((answer) => answer ?? again.shift() ?? null);
      missing = queries.filter((_, at) => ready[at] === null);
    }
    if (missing.length === 0) return ready as readonly QueryAnswer[];
    const fetched = answershareService_().queryService(missing, until);
    let next = 0;
    return ready.map((answer) => answer ?? (fetched[next++] as QueryAnswer));
  }

  return {
    ...spreadsheetCalendar(),
    isNested: () => isNested(name),
    query: query as FunctionContext['query'],
    get file() {
      return answershareService_().fileFacts;
    },
    bodies: (queries) => query(toBodyQueries(queries)) as readonly BodyAnswer[],
  };
}
