import { type Cell, isNamed, type Row } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { plainName } from '../reading/names.ts';
import type { Survey } from '../reading/survey.ts';
import { refuse } from '../reading/trace.ts';
import { engineCell, readCount } from './engine-cell.ts';

const owner = '(yours?|own|brand|my|mine|ours?|self|you)';
const owned = new RegExp(
  `^(total)?${owner}(brand|site|website|domain)?(ai)?(citations?|citationcount)?(count|total)?$|^(total)?(ai)?citations?(of|by|for)?${owner}$`,
);
const ownPlace = new RegExp(`^${owner}(brand|site|website|domain)?$`);
const everyones =
  /^((all|total|overall|market|everyone)(ai)?(citations?)?(count)?|(ai)?citations?(all|total|count)?|count)$/;
const open =
  /^(data|results?|response|summary|(ai)?citations?|totals?|stats|overview|metrics|aggregated?|report|attributes|counts?)$/;

const countOf = ({ value }: Cell): number | null =>
  typeof value === 'object' ? null : (readCount(value) ?? null);

const isOwned = ({ name }: Cell): boolean =>
  /you|own|brand|my|mine|our|self/i.test(name) && owned.test(plainName(name));

/** The count in a row that is said to be the own one; null where there is none. */
const ownIn = (row: Row): Cell | null => row.find((cell) => isOwned(cell) && countOf(cell) !== null) ?? null;

/**
 * Refuses counts by engine that stand as two, the own citations and those of everybody: which of them the feed means is not told.
 * @throws Refusal that names both fields.
 */
export function refuseOwnByEngine(survey: Survey): void {
  for (const { path, rows } of survey.tables) {
    for (const row of rows) {
      const own = ownIn(row);
      if (!own || (engineCell(row) === null && !path.some(isEngine))) continue;
      const all = row.find((cell) => everyones.test(plainName(cell.name)) && countOf(cell) !== null);
      if (all && countOf(all) !== countOf(own)) two(all.pointer, own.pointer, 'the count of an engine');
    }
  }
}

/**
 * Refuses a total beside a count of the own citations that is another: the total may then be everybody's.
 * @throws Refusal that names both fields.
 */
export function refuseOwnBeside(
  survey: Survey,
  total: { readonly count: number; readonly pointer: string },
): void {
  for (const { path, cells } of survey.places) {
    const last = path[path.length - 1] ?? '';
    const isOwn = ownPlace.test(last);
    if (!path.every((name, at) => open.test(name) || (isOwn && at === path.length - 1))) continue;
    const own = isOwn
      ? cells.find((cell) => isNamed(cell.name, 'citation aicitation total count') && countOf(cell) !== null)
      : ownIn(cells);
    if (own && countOf(own) !== total.count) two(total.pointer, own.pointer, 'the total');
  }
}

function two(first: string, second: string, what: string): never {
  refuse(`two fields could be ${what}, ${first} and ${second}: give a mapping`);
}
