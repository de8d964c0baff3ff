import type { Endpoint } from '@answershare/core';
import { type Ask, askAbout, askWebsites, type BodyAnswer } from '../asks/ask.ts';
import { anyEndpoint, bodyWindow, errorsOnly } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { eachShown, referencesIn } from '../cells/aligned.ts';
import { bodyCell, bodyOf, foundAt, pathArgument, type ShownBody } from '../cells/body-value.ts';
import { rangeOf } from '../cells/cell.ts';
import { bodyWindowOf, endpointArgument } from '../cells/endpoint-argument.ts';
import { errorOption } from '../cells/on-error.ts';
import { requireWebsite } from '../cells/one-website.ts';
import { readOptions } from '../cells/options-argument.ts';
import { Refusal } from '../cells/refusal.ts';
import type { Desk } from '../desk.ts';

/** The bodies about each reference, by reference. @throws Refusal for what concerns all */
function bodiesOf(
  desk: Desk,
  endpoint: Exclude<Endpoint, 'websites'>,
  references: readonly string[],
  window: unknown,
): (reference: string) => BodyAnswer | undefined {
  const asked = bodyWindowOf(endpoint, window, desk);
  const asks: readonly Ask[] = references.map((reference) => askAbout(endpoint, reference, asked));
  const answers = asks.length === 0 ? [] : desk.bodies(asks);
  for (const answer of answers) {
    if (!answer.ok && answer.everywhere) throw new Refusal(answer.code, answer.sentence);
  }
  return (reference) => answers[references.indexOf(reference)];
}

/** The body that a function about one website, or about none, works on. @throws Refusal */
export function oneBody(
  desk: Desk,
  functionName: string,
  endpoint: Endpoint,
  website: unknown,
  window: unknown,
): ShownBody {
  if (endpoint === 'websites') {
    bodyWindowOf(endpoint, window, desk);
    return bodyOf(desk.bodies([askWebsites])[0]);
  }
  const reference = requireWebsite(functionName, website);
  return bodyOf(bodiesOf(desk, endpoint, [reference], window)(reference));
}

export const apiField: SheetFunction = {
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
  answer([endpointName, website, pathText, window, options], desk) {
    const { on_error } = readOptions(options, errorOption);
    const endpoint = endpointArgument(endpointName);
    const path = pathArgument(pathText);
    const each = /(^|\/)\*(\/|$)/.test(path);
    const one = (body: ShownBody) => bodyCell(foundAt(body, path)[0]?.value);
    if (endpoint === 'websites' || (each && rangeOf(website) === null)) {
      const body = oneBody(desk, 'API_FIELD', endpoint, website, window);
      return each ? foundAt(body, path).map(({ value }) => [bodyCell(value)]) : one(body);
    }
    if (each) {
      throw new Refusal('bad_request', 'A path with * gives a column, so it takes one website, not a range.');
    }
    if (rangeOf(website) === null) requireWebsite('API_FIELD', website);
    const answerOf = bodiesOf(desk, endpoint, referencesIn(website), window);
    return eachShown(website, on_error, (reference) => one(bodyOf(answerOf(reference))));
  },
};
