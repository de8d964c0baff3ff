import type { Endpoint } from '@answershare/core';
import { findAt, readPathArgument, readShownBody, type ShownBody, toBodyCell } from '../cells/body.ts';
import {
  readEndpointArgument,
  readErrorOption,
  readOptions,
  toBodyWindow,
} from '../cells/option-arguments.ts';
import { findKnownWebsite, listReferences, mapRows } from '../cells/website-argument.ts';
import { CellError, toRange } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { type BodyAnswer, type CellQuery, queryAbout, websitesQuery } from '../ports/query.ts';
import { anyEndpoint, bodyWindow, errorsOnly, type SheetFunction } from './parameters.ts';

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
export function queryBody(
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
  const reference = findKnownWebsite(functionName, website);
  return readShownBody(queryBodies(cellContext, endpoint, [reference], window)(reference));
}

export const apiFieldFunction: SheetFunction = {
  name: 'API_FIELD',
  description: 'Any field of the answer of the service, by its path in the body.',
  parameters: [
    anyEndpoint,
    {
      name: 'website',
      text: 'A website of your team (id, domain or name), or a range of them; blank for the endpoint websites.',
    },
    {
      name: 'path',
      text: 'Where the field stands, as JSON Pointer: "/total", "/days/0/visitors"; * stands for each entry, as in "/engines/*".',
    },
    bodyWindow,
    errorsOnly,
  ],
  returns:
    'The value as it stands in the body: a number, a text, TRUE or FALSE; blank for null; a list or an object as JSON text; with * a column. Texts stay texts whatever they begin with, and end at 50,000 characters. The body of analytics is that of the last 90 days wherever the window lies in them. A window cuts its lists of days: those whose entries have a date in the field that ANALYTICS reads, on every day that ANALYTICS reads. All else in it, such as a total, is of 90 days, so a window is refused there unless it is 90d: leave it out, or use ANALYTICS_TOTAL. EXPLAIN says which lists are cut.',
  examples: [
    { formula: '=API_FIELD("citations"; "example.com"; "/total")', shows: 'The field "total".' },
    {
      formula: '=API_FIELD("competitors"; A2; "/competitors/*/name")',
      shows: 'A column with the name of each competitor.',
    },
    { formula: '=API_FIELD("websites"; ; "")', shows: 'The whole body as JSON text.' },
  ],
  answer([endpointName, website, pathText, window, options], cellContext) {
    const { on_error } = readOptions(options, readErrorOption);
    const endpoint = readEndpointArgument(endpointName);
    const path = readPathArgument(pathText);
    const each = /(^|\/)\*(\/|$)/.test(path);
    const one = (body: ShownBody) => toBodyCell(findAt(body, path)[0]?.value);
    if (endpoint === 'websites' || (each && toRange(website) === null)) {
      const body = queryBody(cellContext, 'API_FIELD', endpoint, website, window);
      return each ? findAt(body, path).map(({ value }) => [toBodyCell(value)]) : one(body);
    }
    if (each) {
      throw new CellError(
        'bad_request',
        'A path with * gives a column, so it takes one website, not a range.',
      );
    }
    if (toRange(website) === null) findKnownWebsite('API_FIELD', website);
    const answerOf = queryBodies(cellContext, endpoint, listReferences(website), window);
    return mapRows(website, on_error, (reference) => one(readShownBody(answerOf(reference))));
  },
};
