import { toEngineId } from '@answershare/core';
import { errorOption, readOptions, readTextArgument } from '../cells/option-arguments.ts';
import { alignWithRange, answerAboutOne } from '../cells/website-argument.ts';
import { type Cell, CellError, toFigureCell, toTable } from '../ports/cell.ts';
import type { FiguresByEndpoint } from '../ports/query.ts';
import { errorsOnly, oneWebsite, optionsText, type SheetFunction, websiteOrRange } from './parameters.ts';

type Feed = FiguresByEndpoint['citations'];

function findEngine(feed: Feed, engine: string) {
  return feed.byEngine.find((one) => one.engine === toEngineId(engine).engine);
}

/** An engine missing in the website's feed is not zero. It is a blank if the range knows the engine, else a fault. */
function countCitations(engine: string, feed: Feed, all: readonly Feed[]): Cell {
  const own = findEngine(feed, engine);
  if (own) return own.count;
  if (feed.byEngine.length === 0 || all.some((other) => findEngine(other, engine) !== undefined)) return '';
  const known = feed.byEngine.map(({ label }) => label).join(', ');
  throw new CellError('not_found', `No engine "${engine}" in these citations. There is ${known}.`);
}

/** All citations; a text, which SUM skips, if only one page of several came. */
const toTotalCell = ({ total, atLeast }: Feed): Cell =>
  total === null && atLeast !== undefined ? `≥ ${atLeast}` : toFigureCell(total);

export const citationsFunction: SheetFunction = {
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
  answer([website, engine, options], cellContext) {
    const { on_error } = readOptions(options, errorOption);
    const engineName = readTextArgument(engine, 'engine');
    return alignWithRange(
      website,
      cellContext,
      'citations',
      (feed, all) =>
        engineName === null || engineName === '*' ? toTotalCell(feed) : countCitations(engineName, feed, all),
      { onError: on_error },
    );
  },
};

/** The base of shares; null if the total is unknown or smaller than its parts. */
function sumEngines({ total, byEngine }: FiguresByEndpoint['citations']): number | null {
  const parts = byEngine.reduce((sum, { count }) => sum + count, 0);
  return total === null || total === 0 || total < parts ? null : total;
}

export const citationsByEngineFunction: SheetFunction = {
  name: 'CITATIONS_BY_ENGINE',
  description: 'Counts the citations of a website by each AI answer engine.',
  parameters: [
    oneWebsite,
    optionsText('"headers=no" leaves the first row out', '"order=asc" puts the fewest citations first'),
  ],
  returns:
    'A table: engine, citations, and their share of all citations as a fraction. The share is blank where the total is unknown or smaller than the parts.',
  examples: [
    {
      formula: '=CITATIONS_BY_ENGINE("example.com")',
      shows: 'A table with the columns Engine, Citations, Share; most citations first.',
    },
    { formula: '=CITATIONS_BY_ENGINE(A2; "headers=no")', shows: 'The same without the first row.' },
  ],
  answer([website, options], cellContext) {
    const { headers, order } = readOptions(options, { headers: ['yes', 'no'], order: ['desc', 'asc'] });
    const { value } = answerAboutOne(cellContext, 'CITATIONS_BY_ENGINE', 'citations', website);
    const total = sumEngines(value);
    const sign = order === 'asc' ? 1 : -1;
    const rows = value.byEngine
      .slice()
      .sort((one, other) => sign * (one.count - other.count))
      .map(({ label, count }): Cell[] => [label, count, toFigureCell(total === null ? null : count / total)]);
    return toTable(['Engine', 'Citations', 'Share'], rows, headers);
  },
};
