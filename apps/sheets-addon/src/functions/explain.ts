import type { Endpoint } from '@answershare/core';
import { endpoints, readTextArgument, toQueryWindow } from '../cells/option-arguments.ts';
import { findKnownWebsite } from '../cells/website-argument.ts';
import { type Cell, CellError } from '../ports/cell.ts';
import type { Explanation } from '../ports/file-facts.ts';
import { queryAbout, websitesQuery } from '../ports/query.ts';
import { analyticsWindowParameter, explainedFunctions, type SheetFunction } from './parameters.ts';

const sourceTexts: Readonly<Record<Explanation['kept'], string>> = {
  fresh: 'yes, shown without a request',
  older: 'yes, but no longer fresh: the next cell asks',
  none: 'no: the next cell asks',
};

/** @throws CellError that lists the functions and endpoints */
function endpointIn(argument: unknown): Endpoint {
  const text = readTextArgument(argument, 'what') ?? '';
  const plain = text
    .toUpperCase()
    .replace(/^=?(AS_)?/, '')
    .replace(/\(.*$/, '');
  const endpoint = endpoints.find(
    (one) => one.toUpperCase() === plain && explainedFunctions[plain] === undefined,
  );
  const asked = explainedFunctions[plain] ?? endpoint;
  if (asked) return asked;
  throw new CellError(
    'bad_request',
    `"${text}" queries for nothing that can be explained. Name an endpoint (${endpoints.join(', ')}) or a function such as CITATIONS.`,
  );
}

function rowsOf(told: Explanation, host: string): Cell[][] {
  const rows: Cell[][] = [
    ['Request', told.request],
    ['Host', host],
    ['Form', told.form],
    ...told.knownBy.map((clause): Cell[] => ['Known by', clause]),
    ['Kept', sourceTexts[told.kept]],
  ];
  if (told.website !== null) rows.splice(2, 0, ['Website', told.website]);
  if (told.answeredAt !== null) {
    rows.push(['Answered', new Date(told.answeredAt)]);
    rows.push(['Age in minutes', Math.max(0, Math.floor((Date.now() - told.answeredAt) / 60_000))]);
  }
  if (told.freshUntil !== null) rows.push(['Fresh until', new Date(told.freshUntil)]);
  if (told.refused !== null)
    rows.push([told.fields.length > 0 ? 'Later answer' : 'Cannot be read', told.refused]);
  for (const [name, pointer, codec, status] of told.fields) {
    rows.push([`Field ${name}`, `${pointer} (${[codec, status].filter((part) => part !== '').join(', ')})`]);
  }
  const cut = told.cut?.length === 0 ? ['nothing: no list of days is found'] : (told.cut ?? []);
  for (const list of cut) rows.push(['Cut to a window', list]);
  for (const note of told.notes) rows.push(['Note', note]);
  for (const pointer of told.unread) rows.push(['Not read', pointer]);
  return rows;
}

export const explainFunction: SheetFunction = {
  name: 'EXPLAIN',
  description:
    'Tells what a function asks the service, what is kept of it and how it is read, at no request.',
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
    'A table: the request without the key, the Form and how it is known, whether an answer is kept, when it came and until when it is fresh, and where each field was found, and why a later answer could not be read; for analytics also which lists API_FIELD and API_TABLE cut to a window. Each field has its JSON pointer, its unit and how far that is trusted: assumed, observed (a second answer fits), confirmed (in the sidebar) or configured (by your organisation).',
  examples: [
    { formula: '=EXPLAIN("CITATIONS"; "example.com")', shows: 'What =CITATIONS("example.com") stands on.' },
    { formula: '=EXPLAIN("analytics"; A2; "7d")', shows: 'The request that answers a week of A2.' },
  ],
  answer([what, website, window], cellContext) {
    const endpoint = endpointIn(what);
    const asked = toQueryWindow(endpoint, window, cellContext);
    const query =
      endpoint === 'websites'
        ? websitesQuery
        : queryAbout(endpoint, findKnownWebsite('EXPLAIN', website), asked);
    return rowsOf(cellContext.file.explain(query), cellContext.file.status().host ?? '');
  },
};
