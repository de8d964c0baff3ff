import { type Cell, cellsOf, findCell, hasFlag, type Row } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import { oneOf } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';
import { writtenDomain } from '../websites/domain.ts';
import { kindOf } from './own-row.ts';
import { nameCell, nameIn } from './rival-name.ts';

/** Names of what is left over, and of everything or a middle of it. */
const rests = oneOf(
  'others (all|the|any)other (all)?(the)?other(brand|company|competitor|vendor|player|domain|source|site|website) everyone* everybody(else)? (the)?rest (the)?restof* remaining* remainder unknown(brand)? unattributed uncategori[sz]ed unbranded untracked unidentified misc miscellaneous nobrand notset longtail',
);
const sums = oneOf(
  'total sum all overall grandtotal allbrand allcompetitor average (industry|market|category|sector|segment|peer|competitor|brand|group|global|overall)(total|average|avg|mean|median|benchmark)',
);
const flags = oneOf('is(aggregate|aggregated|average|benchmark|total|other|rest) aggregate aggregated');
const kinds = oneOf('aggregate aggregated average benchmark total others rest remainder');

const domains =
  'domain url website hostname site homepage websiteurl branddomain competitordomain competitorurl competitorwebsite';

/** The text that a field holds, or the first of a list. */
const textIn = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** The host name of a row, as it is written there or in the object that names it; of what has none its name may be one. */
export function domainCell(row: Row): Cell | null {
  const name = nameCell(row);
  const inner = name && isObject(name.value) ? cellsOf(name.value, name.pointer) : [];
  const found = findCell(row.concat(inner), domains, (value) => typeof textIn(value) === 'string');
  return found && { ...found, value: textIn(found.value) };
}

/** `Other` may be a brand, and `(other)` is none. */
const isOther = oneOf('other');
const bracketed = /[[(<]/;

const isLeft = (name: string): boolean => rests(name) || (isOther(name) && bracketed.test(name));

/** True for the name of what is left over, or of everything: nobody's own share. */
export const isNobody = (name: string): boolean => isLeft(name) || isOther(name) || sums(name);

const called = (row: Row, names: (name: string) => boolean): boolean =>
  names(nameIn(nameCell(row) as Cell)) && writtenDomain(readText(domainCell(row)?.value)) === null;

/** True for a row of what is left over of the whole: `All others`. A brand of such a name has a domain. */
export const isRest = (row: Row): boolean => called(row, isLeft);

/** True for a row that may be what is left over: `Other` without a domain. */
export const mayBeRest = (row: Row): boolean => called(row, isOther);

/** True for a row that counts what other rows count too: a sum or a middle of them, by its name, a flag or its kind. */
export const isSum = (row: Row): boolean =>
  called(row, sums) || kinds(kindOf(row)) || hasFlag(row, flags, true);
