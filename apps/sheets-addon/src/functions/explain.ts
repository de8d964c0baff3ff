import { type Endpoint, endpointNames } from '@answershare/core';
import { choiceError } from '../cells/choice-error.ts';
import { readTextArgument, toQueryWindow } from '../cells/option-arguments.ts';
import { readWebsiteArgument } from '../cells/website-argument.ts';
import { joinDateArguments, readServicePeriod } from '../cells/window-argument.ts';
import { isBlank } from '../ports/cell.ts';
import { queryAbout, websitesQuery } from '../ports/query.ts';
import { analyticsWindowParameter, explainedFunctions, type SheetFunction } from './parameters.ts';

/** @throws CellError that lists the functions */
function parseExplained(argument: unknown): { readonly name: string; readonly endpoint: Endpoint | null } {
  const text = readTextArgument(argument, 'what') ?? '';
  const name = text
    .toUpperCase()
    .replace(/^=?(AS_)?/, '')
    .replace(/\(.*$/, '');
  const figure = name.replace(/_(CHANGE|HISTORY)$/, '');
  const endpoint = explainedFunctions[figure] ?? endpointNames.find((one) => one.toUpperCase() === name);
  if (endpoint) return { name, endpoint };
  if (/^(API_(FIELD|TABLE|STATUS)|EXPLAIN|DIAGNOSE)$/.test(name)) return { name, endpoint: null };
  throw choiceError('bad_request', text, Object.keys(explainedFunctions), (quoted) =>
    text === '' ? 'EXPLAIN needs the name of a function.' : `EXPLAIN has nothing about ${quoted}.`,
  );
}

export const explainFunction: SheetFunction = {
  name: 'EXPLAIN',
  takesWebsite: false,
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
    const { file } = cellContext;
    if (endpoint === null) return file.explain(null, null, name);
    const isFeedPeriod = name === 'CITED_PAGES' && !isBlank(window);
    const queryWindow = isFeedPeriod ? null : toQueryWindow(endpoint, window, cellContext);
    const query =
      endpoint === 'websites'
        ? websitesQuery
        : queryAbout(endpoint, readWebsiteArgument('EXPLAIN', website), queryWindow);
    const hasPeriod = endpoint === 'analytics' || isFeedPeriod;
    return file.explain(query, hasPeriod ? readServicePeriod(window, cellContext) : null, name);
  },
};
