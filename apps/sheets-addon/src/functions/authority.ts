import { errorsOnly, websiteOrRange } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { aligned } from '../cells/aligned.ts';
import { figure } from '../cells/cell.ts';
import { errorOption } from '../cells/on-error.ts';
import { readOptions } from '../cells/options-argument.ts';

export const authority: SheetFunction = {
  name: 'AUTHORITY',
  description: "A website's Entity Authority Score, on the scale that the service uses.",
  parameters: [websiteOrRange, errorsOnly],
  returns: 'A number; blank where the website has no score yet.',
  examples: [
    { formula: '=AUTHORITY("example.com")', shows: 'The score, such as 70.' },
    { formula: '=AUTHORITY(A2:A50)', shows: 'A column of scores.' },
  ],
  answer([website, options], desk) {
    const { on_error } = readOptions(options, errorOption);
    return aligned(website, desk, 'authority', ({ score }) => figure(score), { onError: on_error });
  },
};
