import { assertNoPeriod, errorOption, readOptions } from '../cells/option-arguments.ts';
import { tableOptions, toChosenTable } from '../cells/table-options.ts';
import { alignWithRange, answerAboutOne } from '../cells/website-argument.ts';
import { toFigureCell } from '../ports/cell.ts';
import {
  errorsOnly,
  oneWebsite,
  optionsText,
  type SheetFunction,
  tableOptionTexts,
  websiteOrRange,
} from './parameters.ts';

export const authorityFunction: SheetFunction = {
  name: 'AUTHORITY',
  description: "A website's Entity Authority Score, on the scale that the service uses.",
  parameters: [websiteOrRange, errorsOnly],
  returns: 'A number; blank where the website has no score yet.',
  examples: [
    { formula: '=AUTHORITY("example.com")', shows: 'The score, such as 70.' },
    { formula: '=AUTHORITY(A2:A50)', shows: 'A column of scores.' },
  ],
  answer([website, options], cellContext) {
    assertNoPeriod(options, cellContext, 'AUTHORITY', 'AUTHORITY_CHANGE or AUTHORITY_HISTORY');
    const { on_error } = readOptions(options, errorOption, cellContext);
    return alignWithRange(website, cellContext, 'authority', ({ score }) => toFigureCell(score), {
      usage: 'AUTHORITY(A2)',
      onError: on_error,
    });
  },
};

export const authorityBreakdownFunction: SheetFunction = {
  name: 'AUTHORITY_BREAKDOWN',
  description: "The parts of a website's Entity Authority Score.",
  parameters: [oneWebsite, optionsText(...tableOptionTexts('component, score'))],
  returns: 'A table with a row per part: its name, score and weight (a fraction).',
  examples: [
    {
      formula: '=AUTHORITY_BREAKDOWN("example.com")',
      shows: 'A table with the columns Component, Score, Weight.',
    },
  ],
  answer([website, options], cellContext) {
    const table = readOptions(options, tableOptions, cellContext);
    const { components } = answerAboutOne(cellContext, 'AUTHORITY_BREAKDOWN', 'authority', website).value;
    const rows = components.map(({ name, score, weight }) => [
      name,
      toFigureCell(score),
      toFigureCell(weight),
    ]);
    return toChosenTable(['Component', 'Score', 'Weight'], rows, table);
  },
};
