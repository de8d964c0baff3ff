import { type Cell, isNamed, type Row } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, shaped, singularOf } from '../reading/names.ts';
import { lastOf, type Survey } from '../reading/survey.ts';
import { refuseTwo } from '../reading/trace.ts';
import { engineCell, readCount } from './engine-cell.ts';
import type { Stated } from './read-total.ts';

const whose = 'your own owned brand my our mine self you target client';
const who = `(${whose.replace(/ /g, '|')})`;
/** `citations_target` is a goal; `target_citations` and `citations_of_target` are those of the website that is tracked. */
const owned = new RegExp(
  `^(total)?${who}(brand|site|website|domain)?(ai)?(citations?)?(count|total)?$|^(total)?(ai)?citations?(?!target)(of|by|for)?${who}$`,
);
const ownPlace = oneOf(shaped(whose, '_ _brand _site _website _domain'));
const everyones = oneOf('all* total* overall* market* everyone* citation* aicitation* count');
const open = oneOf(
  'data result response summary citation aicitation total stat overview metric aggregate aggregated report attribute count',
);

/** The count of a cell; null where it has none, NaN where an object holds counts of its own. */
const countOf = ({ name, value }: Cell): number | null =>
  readCount(value) ?? (isObject(value) && /cit/i.test(name) ? Number.NaN : null);

const isOwned = ({ name }: Cell): boolean => owned.test(singularOf(name));

/** True for the name of a count of the own citations: `brand_citations`. */
export const isOwnCount = (name: string): boolean => /cit/i.test(name) && owned.test(singularOf(name));

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
      const all = row.find((cell) => everyones(cell.name) && !isOwned(cell) && countOf(cell) !== null);
      if (all && countOf(all) !== countOf(own))
        refuseTwo('fields', 'the count of an engine', all.pointer, own.pointer);
    }
  }
}

/**
 * Refuses a total beside a count of the own citations that is another: the total may then be everybody's.
 * @throws Refusal that names both fields.
 */
export function refuseOwnBeside(survey: Survey, total: Stated): void {
  for (const { path, cells } of survey.places) {
    const isOwn = ownPlace(lastOf(path));
    if (!(isOwn ? path.slice(0, -1) : path).every(open)) continue;
    const own = isOwn
      ? cells.find((cell) => isNamed(cell.name, 'citation aicitation total count') && countOf(cell) !== null)
      : ownIn(cells);
    if (own && countOf(own) !== total.count) refuseTwo('fields', 'the total', total.pointer, own.pointer);
  }
}
