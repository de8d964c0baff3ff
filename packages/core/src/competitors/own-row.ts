import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, plainName } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';
import type { Survey } from '../reading/survey.ts';
import { writtenDomain } from '../websites/domain.ts';
import { nameCell, nameIn } from './rival-name.ts';

const flags = oneOf(
  '(is)?(owned|own|self|you) is(own|your|my|main|primary)?brand is(primary)?target is(primary|customer|client|me)',
);
const kinds = 'type kind role entitytype relation relationship category';
const ownNames = oneOf(
  'brandname companyname ownbrand brand company yourbrand owndomain branddomain brandwebsite domain website target targetbrand',
);
const rowNames = oneOf(
  'name brand brandname competitor competitorname company title label entity entityname domain',
);

const texts = (row: Row, named: (name: string) => boolean): string[] =>
  row
    .filter(({ name }) => named(name))
    .map(({ value }) => readText(isObject(value) ? (value.name ?? value.domain) : value))
    .filter((text): text is string => text !== null);

const bare = (text: string): string => plainName((writtenDomain(text) ?? text).replace(/^www\./i, ''));

const tops = oneOf('data result response meta brand summary');
const ownKinds = oneOf('own self you your yourown ownbrand target primary customer client');
const rivalKinds = oneOf('*competitor rival direct');
const ownWords = oneOf('you yourbrand yourcompany yoursite us ownbrand');

/** The names by which a body tells whom it is about: those at the top and beside the own share. */
export function ownNamesIn(survey: Survey, beside: Row): readonly string[] {
  const top = survey.places.filter(({ path }) => path.every(tops));
  return top
    .map(({ cells }) => texts(cells, ownNames))
    .concat([texts(beside, ownNames)])
    .reduce((all, some) => all.concat(some))
    .map(bare)
    .filter((name) => name !== '');
}

/** What a row says of its kind, as a plain name. */
export const kindOf = (row: Row): string =>
  plainName(String(findCell(row, kinds, (value) => typeof value === 'string')?.value));

/**
 * True for a row that a service flags as the own brand, or names as the body names the brand that it is about. A brand among
 * competitors is the own one.
 */
export function isOwnRow(row: Row, own: readonly string[], rows: readonly Row[]): boolean {
  if (row.some((cell) => cell.value === true && isFlag(cell))) return true;
  const kind = kindOf(row);
  if (ownKinds(kind) || (kind === 'brand' && rows.some((other) => rivalKinds(kindOf(other))))) return true;
  if (texts(row, rowNames).some(ownWords)) return true;
  return texts(row, rowNames)
    .concat(nameIn(nameCell(row) as Cell))
    .some((name) => own.indexOf(bare(name)) >= 0);
}

/** True for a field that only says whose row it is. */
export const isFlag = ({ name }: Cell): boolean => flags(name);
