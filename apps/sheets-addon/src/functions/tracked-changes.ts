import { errorsOnly, websiteOrRange } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { eachShown, referencesIn } from '../cells/aligned.ts';
import { type Cell, figure } from '../cells/cell.ts';
import { errorOption } from '../cells/on-error.ts';
import { readOptions } from '../cells/options-argument.ts';
import { Refusal } from '../cells/refusal.ts';
import { sinceArgument } from '../cells/since-argument.ts';
import { textArgument } from '../cells/text-argument.ts';
import type { Desk } from '../desk.ts';
import type { TrackedChange } from '../service/tracked-change.ts';
import type { TrackedMeasure } from '../service/tracked-series.ts';

const facets: Readonly<Record<string, (change: TrackedChange, desk: Desk) => Cell>> = {
  change: ({ change }) => figure(change),
  before: ({ before }) => figure(before),
  after: ({ after }) => figure(after),
  date: ({ date }, desk) => (date === null ? '' : desk.dateCell(date)),
  newest: ({ newest }, desk) => (newest === null ? '' : desk.dateCell(newest)),
  verdict: ({ verdict }) => verdict,
};

function facetIn(argument: unknown): (change: TrackedChange, desk: Desk) => Cell {
  const text = (textArgument(argument, 'what') ?? 'change').toLowerCase();
  const found = Object.keys(facets).indexOf(text) < 0 ? undefined : facets[text];
  if (found) return found;
  throw new Refusal(
    'bad_request',
    `There is no "${text}" of a change. There is ${Object.keys(facets).join(', ')}.`,
  );
}

function ofMeasure(name: string, measure: TrackedMeasure, subject: string, unit: string): SheetFunction {
  return {
    name,
    description: `How ${subject} changed over the tracked history of this file, at no request but for the list of websites, kept for an hour, where a website is given by its domain or name.`,
    parameters: [
      websiteOrRange,
      {
        name: 'since',
        text: 'Optional. Days before the newest tracked day, such as "7d" or "30d", or a date; the nearest tracked day at or before it counts, and from the newest itself the change is 0. Blank is 7d.',
      },
      {
        name: 'what',
        text: 'Optional. "change" (also for a blank), "before", "after", "date" of the earlier day, "newest" day, or "verdict" in words.',
      },
      errorsOnly,
    ],
    returns: `The newest tracked ${unit} less the earlier one; blank where no day was tracked at or before the start, where the start lies after the newest tracked day, and where the two were measured in different ways. The verdict compares the means of the seven days up to each day: a move that the usual variation of six or more past changes explains is "no clear change", with fewer it is "too early to judge". Give a cell of the history as refresh to have it follow.`,
    examples: [
      { formula: `=${name}("example.com")`, shows: `The change of the ${unit} in a week.` },
      { formula: `=${name}(A2:A50; "30d"; "verdict")`, shows: 'A column of verdicts.' },
    ],
    answer([website, since, what, options], desk) {
      const { on_error } = readOptions(options, errorOption);
      const facet = facetIn(what);
      const references = referencesIn(website);
      const from = sinceArgument(since, desk);
      const answers = references.length === 0 ? [] : desk.file.changes({ measure, references, since: from });
      return eachShown(website, on_error, (reference) => {
        const answer = answers[references.indexOf(reference)];
        if (answer === undefined) throw new Error('A website was left without an answer.');
        if (!answer.ok) throw new Refusal(answer.code, answer.sentence);
        return facet(answer, desk);
      });
    },
  };
}

export const authorityChange = ofMeasure(
  'AUTHORITY_CHANGE',
  'authority',
  "a website's Entity Authority Score",
  'score',
);

export const shareOfVoiceChange = ofMeasure(
  'SHARE_OF_VOICE_CHANGE',
  'share',
  "a website's share of voice in AI answers",
  'share (a fraction)',
);

export const citationsChange = ofMeasure(
  'CITATIONS_CHANGE',
  'citations',
  'the citations of a website',
  'number of citations',
);
