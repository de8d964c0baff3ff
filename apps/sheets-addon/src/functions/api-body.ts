import { type Endpoint, findMatches } from '@answershare/core';
import {
  findPath,
  parsePath,
  readPathArgument,
  readShownBody,
  type ShownBody,
  toBodyCell,
} from '../cells/body.ts';
import { choiceError } from '../cells/choice-error.ts';
import {
  errorOption,
  parseNames,
  readEndpointArgument,
  readOptions,
  toBodyWindow,
} from '../cells/option-arguments.ts';
import { listReferences, mapRows, readWebsiteArgument } from '../cells/website-argument.ts';
import { joinDateArguments } from '../cells/window-argument.ts';
import { type Cell, CellError, toRange, toTable } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { type BodyAnswer, type CellQuery, queryAbout, websitesQuery } from '../ports/query.ts';
import { anyEndpoint, bodyWindow, errorsOnly, headersOnly, type SheetFunction } from './parameters.ts';

/** Bodies by website reference. @throws CellError for a fault of all */
function queryBodies(
  cellContext: FunctionContext,
  endpoint: Exclude<Endpoint, 'websites'>,
  references: readonly string[],
  window: unknown,
): (reference: string) => BodyAnswer | undefined {
  const asked = toBodyWindow(endpoint, window, cellContext);
  const queries: readonly CellQuery[] = references.map((reference) => queryAbout(endpoint, reference, asked));
  const answers = queries.length === 0 ? [] : cellContext.bodies(queries);
  for (const answer of answers) {
    if (!answer.ok && answer.everywhere) throw new CellError(answer.code, answer.sentence);
  }
  return (reference) => answers[references.indexOf(reference)];
}

/** The body of a function about one website, or none. @throws CellError */
function queryBody(
  cellContext: FunctionContext,
  functionName: string,
  endpoint: Endpoint,
  website: unknown,
  window: unknown,
): ShownBody {
  if (endpoint === 'websites') {
    toBodyWindow(endpoint, window, cellContext);
    return readShownBody(cellContext.bodies([websitesQuery])[0]);
  }
  const reference = readWebsiteArgument(functionName, website);
  return readShownBody(queryBodies(cellContext, endpoint, [reference], window)(reference));
}

export const apiFieldFunction: SheetFunction = {
  name: 'API_FIELD',
  takesWebsite: false,
  description: 'Any field of the answer of the service, by its path in the body.',
  parameters: [
    anyEndpoint,
    {
      name: 'website',
      text: 'A website of your team (id, domain or name), or a range of them; blank for the endpoint websites.',
    },
    {
      name: 'path',
      text: 'The place of the field as JSON Pointer: "/total", "/days/0/visitors"; * is each entry, as in "/engines/*".',
    },
    bodyWindow,
    errorsOnly,
  ],
  returns:
    'The value in the body: a number, a text, TRUE or FALSE; blank for null; a list or an object as JSON text; with * a column. Texts stay texts whatever they begin with, and end at 50,000 characters. The body of analytics is that of the last 90 days wherever the window lies in them. A window cuts its lists of days: those whose entries have a date in the field that ANALYTICS reads, on every day that ANALYTICS reads. All else in it, such as a total, is of 90 days, so a window is refused there unless it is 90d: leave it out, or use ANALYTICS_TOTAL. EXPLAIN says which lists are cut.',
  examples: [
    { formula: '=API_FIELD("citations"; "example.com"; "/total")', shows: 'The field "total".' },
    {
      formula: '=API_FIELD("competitors"; A2; "/competitors/*/name")',
      shows: 'A column with the name of each competitor.',
    },
    { formula: '=API_FIELD("websites"; ; "")', shows: 'The whole body as JSON text.' },
  ],
  answer(args, cellContext) {
    const [endpointName, website, pathText, window, options] = joinDateArguments(args, 3, cellContext);
    const { on_error } = readOptions(options, errorOption, cellContext);
    const endpoint = readEndpointArgument(endpointName);
    const path = readPathArgument(pathText);
    const each = /(^|\/)\*(\/|$)/.test(path);
    const one = (body: ShownBody) => toBodyCell(findPath(body, path)[0]?.value);
    if (endpoint === 'websites' || (each && toRange(website) === null)) {
      const body = queryBody(cellContext, 'API_FIELD', endpoint, website, window);
      return each ? findPath(body, path).map(({ value }) => [toBodyCell(value)]) : one(body);
    }
    if (each) {
      throw new CellError(
        'bad_request',
        'A path with * gives a column, so it takes one website, not a range.',
      );
    }
    if (toRange(website) === null) readWebsiteArgument('API_FIELD', website);
    const answerOf = queryBodies(
      cellContext,
      endpoint,
      listReferences('API_FIELD("citations"; A2; "/total")', website),
      window,
    );
    return mapRows(website, on_error, cellContext, (reference) => one(readShownBody(answerOf(reference))));
  },
};

/** A row of the body with its key. */
interface Entry {
  readonly key: string;
  readonly value: unknown;
}

interface Column {
  readonly heading: string;
  of(entry: Entry): unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Column name for the keys of an object of rows. */
const keyName = '*';
const keyColumn: Column = { heading: 'Key', of: ({ key }) => key };

function columnAt(name: string, entries: readonly Entry[]): Column {
  if (name === keyName) return keyColumn;
  const segments = parsePath(name);
  const of = ({ value }: Entry): unknown => findMatches(value, segments)[0]?.value;
  if (entries.some((entry) => of(entry) !== undefined)) return { heading: name, of };
  throw choiceError('not_found', name, fieldNames(entries), (quoted) => `No row has a field ${quoted}.`);
}

function fieldNames(entries: readonly Entry[]): readonly string[] {
  const names: string[] = [];
  for (const { value } of entries) {
    if (!isObject(value)) continue;
    for (const name of Object.keys(value)) if (!names.includes(name)) names.push(name);
  }
  return names;
}

/** Every field of the rows; values that are no objects get their own column. */
function allColumns(entries: readonly Entry[], keyed: boolean): readonly Column[] {
  const columns: Column[] = keyed ? [keyColumn] : [];
  for (const name of fieldNames(entries)) {
    columns.push({ heading: name, of: ({ value }) => (isObject(value) ? value[name] : undefined) });
  }
  if (entries.some(({ value }) => !isObject(value))) {
    columns.push({ heading: 'Value', of: ({ value }) => (isObject(value) ? undefined : value) });
  }
  return columns;
}

/** A list yields its entries; any other match of a path without `*` is one row. */
function entriesAt(body: ShownBody, path: string): { readonly entries: readonly Entry[]; keyed: boolean } {
  const found = findPath(body, path);
  const [only] = found;
  if (!/(^|\/)\*(\/|$)/.test(path) && Array.isArray(only?.value)) {
    return { entries: findMatches(only.value, [keyName]), keyed: false };
  }
  const keyed = /(^|\/)\*$/.test(path) && found.some(({ key }, at) => key !== String(at));
  return { entries: found, keyed };
}

export const apiTableFunction: SheetFunction = {
  name: 'API_TABLE',
  takesWebsite: false,
  description: 'Any list in the answer of the service as a table, by its path in the body.',
  parameters: [
    anyEndpoint,
    {
      name: 'website',
      text: 'A website of your team: its id, domain or name; blank for the endpoint websites.',
    },
    {
      name: 'path',
      text: 'The place of the list as JSON Pointer: "/days", "/engines/*" for each entry of an object, "" for the whole body.',
    },
    {
      name: 'columns',
      text: 'Optional. Fields of each row, such as "date, visitors" or "/totals/visits"; * is the key of the row; blank for all.',
    },
    bodyWindow,
    headersOnly,
  ],
  returns:
    'A table with a row per entry, its values as API_FIELD gives them; a field that a row does not have is blank. A window cuts lists of days and is refused elsewhere, as by API_FIELD.',
  examples: [
    { formula: '=API_TABLE("analytics"; "example.com"; "/days")', shows: 'The days with all their fields.' },
    {
      formula: '=API_TABLE("competitors"; A2; "/competitors"; "name, mentions")',
      shows: 'Two columns, one row per competitor.',
    },
    {
      formula: '=SUM(API_TABLE("analytics"; A2; "/days"; "visitors"; "7d"; "headers=no"))',
      shows: 'The visitors of seven days.',
    },
  ],
  answer(args, cellContext) {
    const [endpointName, website, pathText, columns, window, options] = joinDateArguments(
      args,
      4,
      cellContext,
    );
    const { headers } = readOptions(options, { headers: ['yes', 'no'] }, cellContext);
    const endpoint = readEndpointArgument(endpointName);
    const path = readPathArgument(pathText);
    const names = parseNames(columns);
    for (const name of names) parsePath(name);
    const { entries, keyed } = entriesAt(
      queryBody(cellContext, 'API_TABLE', endpoint, website, window),
      path,
    );
    const shown =
      names.length === 0 ? allColumns(entries, keyed) : names.map((name) => columnAt(name, entries));
    if (shown.length === 0) return [['']];
    const rows = entries.map((entry) => shown.map((column): Cell => toBodyCell(column.of(entry))));
    return toTable(
      shown.map(({ heading }) => heading),
      rows,
      headers,
    );
  },
};
