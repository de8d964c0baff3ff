import { toEngineId } from '@answershare/core';
import type { Figures } from '../asks/ask.ts';
import { errorsOnly, websiteOrRange } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { aligned } from '../cells/aligned.ts';
import { type Cell, figure } from '../cells/cell.ts';
import { errorOption } from '../cells/on-error.ts';
import { readOptions } from '../cells/options-argument.ts';
import { Refusal } from '../cells/refusal.ts';
import { textArgument } from '../cells/text-argument.ts';

type Feed = Figures['citations'];

function listed(feed: Feed, engine: string) {
  return feed.byEngine.find((one) => one.engine === toEngineId(engine).engine);
}

/** An engine that the website's feed leaves out is no zero: it is a blank where the range knows the engine, else a fault. */
function countOf(engine: string, feed: Feed, all: readonly Feed[]): Cell {
  const own = listed(feed, engine);
  if (own) return own.count;
  if (feed.byEngine.length === 0 || all.some((other) => listed(other, engine) !== undefined)) return '';
  const known = feed.byEngine.map(({ label }) => label).join(', ');
  throw new Refusal('not_found', `No engine "${engine}" in these citations. There is ${known}.`);
}

/** All citations; a text that no sum counts where only one page of more came. */
const allOf = ({ total, atLeast }: Feed): Cell =>
  total === null && atLeast !== undefined ? `≥ ${atLeast}` : figure(total);

export const citations: SheetFunction = {
  name: 'CITATIONS',
  description: 'Counts how often AI answer engines cite a website.',
  parameters: [
    websiteOrRange,
    {
      name: 'engine',
      text: 'Optional. One engine, such as "ChatGPT" or "Perplexity"; blank or "*" for all.',
    },
    errorsOnly,
  ],
  returns:
    'A number; a text such as "≥ 50" where only one page of more came; blank where the service gives none.',
  examples: [
    { formula: '=CITATIONS("example.com")', shows: 'The citations by all engines.' },
    { formula: '=CITATIONS(A2:A50)', shows: 'A column of 49 numbers, one request per distinct website.' },
    { formula: '=CITATIONS(A2; "ChatGPT")', shows: 'The citations by ChatGPT.' },
  ],
  answer([website, engine, options], desk) {
    const { on_error } = readOptions(options, errorOption);
    const named = textArgument(engine, 'engine');
    return aligned(
      website,
      desk,
      'citations',
      (feed, all) => (named === null || named === '*' ? allOf(feed) : countOf(named, feed, all)),
      { onError: on_error },
    );
  },
};
