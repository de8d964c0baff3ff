import { foldName, isKnownEngine, listEngines, toEngineId } from '@answershare/core';
import { choiceError, quoteArgument } from '../cells/choice-error.ts';
import {
  assertNoPeriod,
  errorOption,
  readOptions,
  readTextArgument,
  totalOption,
} from '../cells/option-arguments.ts';
import { tabulate } from '../cells/stacked-tables.ts';
import { tableOptions } from '../cells/table-options.ts';
import { alignWithRange } from '../cells/website-argument.ts';
import { type Cell, CellError, toFigureCell } from '../ports/cell.ts';
import type { FiguresByEndpoint } from '../ports/query.ts';
import {
  optionsText,
  type SheetFunction,
  stackedWebsites,
  tableOptionTexts,
  websiteOrRange,
} from './parameters.ts';

type Feed = FiguresByEndpoint['citations'];

const sumParts = ({ byEngine }: Feed): number => byEngine.reduce((sum, { count }) => sum + count, 0);

/** The citations by an engine: 0 for one that a feed lacks whose engines make the total; else blank, for unknown. */
function countEngine(feed: Feed, engine: string): number | '' {
  const own = feed.byEngine.find((one) => one.engine === engine);
  return own?.count ?? (sumParts(feed) === feed.total ? 0 : '');
}

/** @throws CellError for a word that is no engine and in no feed of the range, and for several engines */
function countCitations(text: string, feed: Feed, all: readonly Feed[]): Cell {
  if (listEngines(text).length > 1) {
    throw new CellError(
      'bad_request',
      `${quoteArgument(text)} names several engines. Use one engine for each cell, or CITATIONS_BY_ENGINE for all.`,
    );
  }
  const { engine } = toEngineId(text);
  const isKnown =
    isKnownEngine(text) || all.some(({ byEngine }) => byEngine.some((one) => one.engine === engine));
  if (isKnown || feed.byEngine.length === 0) return countEngine(feed, engine);
  const known = feed.byEngine.map(({ label }) => label);
  throw choiceError('not_found', text, known, (quoted) => `No engine ${quoted} in these citations.`);
}

/** All citations; a text, which SUM skips, if only one page of several came. */
const toTotalCell = ({ total, atLeast }: Feed): Cell =>
  total === null && atLeast !== undefined ? `≥ ${atLeast}` : toFigureCell(total);

export const citationsFunction: SheetFunction = {
  name: 'CITATIONS',
  spreads: 'text',
  description: 'Counts how often AI answer engines cite a website.',
  parameters: [
    websiteOrRange,
    {
      name: 'engine',
      text: 'Optional. One engine, such as "ChatGPT" or "Perplexity"; blank, "all" or "*" for all. A row of engines and a column of websites give a grid.',
    },
    optionsText(
      '"total=yes" gives one sum of a range, exact or an error',
      '"on_error=text", "blank" or "throw" for rows that fail',
    ),
  ],
  returns:
    'A number; a text such as "≥ 50" where only one page of more came; blank where the service gives none. Without counts by engine the rows of a complete feed are counted; an engine is blank where they name none. An engine that a complete feed lacks is 0.',
  examples: [
    { formula: '=CITATIONS("example.com")', shows: 'The citations by all engines.' },
    { formula: '=CITATIONS(A2:A50)', shows: 'A column of 49 numbers, one request per distinct website.' },
    {
      formula: '=CITATIONS(A2:A50; ; "total=yes")',
      shows: 'The citations of 49 websites together, or an error while one of them has no figure.',
    },
    { formula: '=CITATIONS(A2; "ChatGPT")', shows: 'The citations by ChatGPT.' },
  ],
  answer([website, engine, options], cellContext) {
    const { on_error, total } = readOptions(options, { ...totalOption, ...errorOption }, cellContext);
    assertNoPeriod(engine, cellContext, 'CITATIONS', 'ANALYTICS_TOTAL with "citations", or CITATIONS_CHANGE');
    const engineName = readTextArgument(engine, 'engine');
    const isAll = engineName === null || /^(\*|all|all engines|total)$/.test(foldName(engineName));
    return alignWithRange(
      website,
      cellContext,
      'citations',
      (feed, all) => {
        if (!isAll && engineName !== null) return countCitations(engineName, feed, all);
        const shown = toTotalCell(feed);
        if (typeof shown === 'string' && shown !== '' && cellContext.isNested())
          throw new CellError('incomplete', `The service gave one page of more: ${shown}.`);
        return shown;
      },
      { usage: 'CITATIONS(A2)', onError: on_error, total },
    );
  },
};

/** The base of shares; null if the total is unknown or smaller than its parts. */
const toBase = (feed: Feed): number | null =>
  feed.total === null || feed.total === 0 || feed.total < sumParts(feed) ? null : feed.total;

/** The engines of several feeds, with the sums of their citations. */
function addEngines(feeds: readonly Feed[]): Feed['byEngine'] {
  const sums = new Map<string, Feed['byEngine'][number]>();
  for (const one of feeds.flatMap(({ byEngine }) => byEngine)) {
    sums.set(one.engine, { ...one, count: one.count + (sums.get(one.engine)?.count ?? 0) });
  }
  return Array.from(sums.values());
}

export const citationsByEngineFunction: SheetFunction = {
  name: 'CITATIONS_BY_ENGINE',
  stacksTables: true,
  description: 'Counts the citations of a website by each AI answer engine.',
  parameters: [
    stackedWebsites,
    optionsText(
      ...tableOptionTexts('engine, share'),
      '"order=asc" puts the fewest citations first',
      '"layout=grid" gives a row per website and a column per engine',
    ),
  ],
  returns:
    'A table: engine, citations, and their share of all citations as a fraction. The share is blank where the total is unknown or smaller than the parts. A grid has the citations by engine and their total; an engine that a website lacks is 0 where its engines make the total, else blank; top=3 gives the three engines with most citations, and columns=ChatGPT, Total chooses columns.',
  examples: [
    {
      formula: '=CITATIONS_BY_ENGINE("example.com")',
      shows: 'A table with the columns Engine, Citations, Share; most citations first.',
    },
    { formula: '=CITATIONS_BY_ENGINE(A2; "headers=no")', shows: 'The same without the first row.' },
    {
      formula: '=CITATIONS_BY_ENGINE(A2:A9; "layout=grid")',
      shows: 'A grid: a row per website, a column per engine, and the total.',
    },
  ],
  answer([website, options], cellContext) {
    const { order, layout, ...table } = readOptions(
      options,
      {
        ...tableOptions,
        order: ['desc', 'asc'],
        layout: ['list', 'grid'],
        ...errorOption,
      },
      cellContext,
    );
    const sign = order === 'asc' ? 1 : -1;
    const sort = (engines: Feed['byEngine']): Feed['byEngine'] =>
      engines.slice().sort((one, other) => sign * (one.count - other.count));
    if (layout === 'grid') {
      const { top, ...others } = table;
      return tabulate(
        website,
        cellContext,
        'CITATIONS_BY_ENGINE',
        'citations',
        { ...others, top: 'all' },
        (answers) => {
          const all = sort(addEngines(answers.map(({ value }) => value)));
          const engines = top === 'all' ? all : all.slice(0, Number(top));
          return {
            header: [...engines.map(({ label }) => label), 'Total'],
            rows: ({ value }) => [
              [...engines.map(({ engine }) => countEngine(value, engine)), toTotalCell(value)],
            ],
          };
        },
      );
    }
    return tabulate(website, cellContext, 'CITATIONS_BY_ENGINE', 'citations', table, () => ({
      header: ['Engine', 'Citations', 'Share'],
      rows({ value }) {
        const total = toBase(value);
        return sort(value.byEngine).map(({ label, count }) => [
          label,
          count,
          toFigureCell(total === null ? null : count / total),
        ]);
      },
    }));
  },
};
