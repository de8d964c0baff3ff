import { smallestOf } from '../extremes.ts';
import type { Cell } from '../reading/cells.ts';
import type { Kind } from '../reading/mapping-plan.ts';
import { oneOf } from '../reading/names.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { doubt } from './doubt.ts';
import { wholeGuesses } from './guesses.ts';
import { type Picked, pick } from './pick.ts';

/** What stands beside a figure that is not the whole one's. */
const ofOne = oneOf('keyword query prompt question');
const parts = oneOf('topic engine platform assistant');

const isInside = ({ layout, pointer }: Table, cell: Cell): boolean =>
  layout !== 'columns' && cell.pointer.indexOf(`${pointer}/`) === 0;

/** The figures of the whole answer, outside of its rows, in the place that leaves the least doubt. */
export function draftedFigures(kind: Kind, { places }: Survey, rows: Table | undefined): readonly Picked[] {
  const [best] = places
    .filter(
      ({ cells }) =>
        !cells.some(({ name, value }) => ofOne(name) || (parts(name) && typeof value === 'string')),
    )
    .map(({ cells }) => {
      const outside = cells.filter((cell) => rows === undefined || !isInside(rows, cell));
      const picked = pick(outside, wholeGuesses[kind]);
      return { picked, doubt: smallestOf(picked.map(doubt)) };
    })
    .filter((one) => one.doubt < Infinity)
    .sort((a, b) => a.doubt - b.doubt);
  return best?.picked ?? [];
}
