import type { TrackedFigure } from '@answershare/core';
import { choiceError } from '../cells/choice-error.ts';
import { errorOption, readOptions, readTextArgument } from '../cells/option-arguments.ts';
import { listReferences, mapRows } from '../cells/website-argument.ts';
import { readSinceArgument } from '../cells/window-argument.ts';
import { type Cell, CellError, toFigureCell } from '../ports/cell.ts';
import type { TrackedChange } from '../ports/file-facts.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { errorsOnly, type SheetFunction, websiteOrRange } from './parameters.ts';

const facets: Readonly<Record<string, (change: TrackedChange, cellContext: FunctionContext) => Cell>> = {
  change: ({ change }) => toFigureCell(change),
  before: ({ before }) => toFigureCell(before),
  after: ({ after }) => toFigureCell(after),
  date: ({ date }, cellContext) => (date === null ? '' : cellContext.dateCell(date)),
  newest: ({ newest }, cellContext) => (newest === null ? '' : cellContext.dateCell(newest)),
  verdict: ({ verdict }) => verdict,
};

function parseFacet(argument: unknown): (change: TrackedChange, cellContext: FunctionContext) => Cell {
  const text = (readTextArgument(argument, 'what') ?? 'change').toLowerCase();
  const found = Object.keys(facets).includes(text) ? facets[text] : undefined;
  if (found) return found;
  throw choiceError('bad_request', text, Object.keys(facets), (quoted) => `A change has no ${quoted}.`);
}

function defineChangeFunction(
  name: string,
  measure: TrackedFigure,
  subject: string,
  unit: string,
): SheetFunction {
  return {
    name,
    spreads: 'period',
    description: `How ${subject} changed over the tracked history of this file. Sends no request, except for the list of websites (cached for an hour) if a website is given by its domain or name.`,
    parameters: [
      websiteOrRange,
      {
        name: 'since',
        text: 'Optional. Days before the newest tracked day such as "7d" or "4w", a period up to today such as "MTD", or a date; the nearest tracked day at or before it counts, and from the newest itself the change is 0. Blank is 7d.',
      },
      {
        name: 'what',
        text: 'Optional. "change" (also for a blank), "before", "after", "date" of the earlier day, "newest" day, or "verdict" in words.',
      },
      errorsOnly,
    ],
    returns: `The newest tracked ${unit} less the earlier one; blank where no day was tracked at or before the start, where the start lies after the newest tracked day, and where the two were measured in different ways. The verdict compares the means of the seven days up to each day: a move that the usual variation of six or more past changes explains is "no clear change", with fewer it is "too early to judge". It is "too few days to compare", with the numbers of days, unless six of each seven days are tracked, "steady" for a move too small to report, and "method may have changed" where the two differ in method. Give a cell of the history as refresh to have it follow.`,
    examples: [
      { formula: `=${name}("example.com")`, shows: `The change of the ${unit} in a week.` },
      { formula: `=${name}(A2:A50; "30d"; "verdict")`, shows: 'A column of verdicts.' },
    ],
    answer([website, since, what, options], cellContext) {
      const { on_error } = readOptions(options, errorOption, cellContext);
      const facet = parseFacet(what);
      const references = listReferences(`${name}(A2)`, website);
      const from = readSinceArgument(since, cellContext);
      const answers =
        references.length === 0 ? [] : cellContext.file.changes({ measure, references, since: from });
      return mapRows(website, on_error, cellContext, (reference) => {
        const answer = answers[references.indexOf(reference)];
        if (answer === undefined) throw new Error('A website was left without an answer.');
        if (!answer.ok) throw new CellError(answer.code, answer.sentence);
        return facet(answer, cellContext);
      });
    },
  };
}

export const authorityChangeFunction = defineChangeFunction(
  'AUTHORITY_CHANGE',
  'authority',
  "a website's Entity Authority Score",
  'score',
);

export const shareOfVoiceChangeFunction = defineChangeFunction(
  'SHARE_OF_VOICE_CHANGE',
  'share',
  "a website's share of voice in AI answers",
  'share (a fraction)',
);

export const citationsChangeFunction = defineChangeFunction(
  'CITATIONS_CHANGE',
  'citations',
  'the citations of a website',
  'number of citations',
);
