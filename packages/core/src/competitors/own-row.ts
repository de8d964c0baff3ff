import { type Cell, findCell, hasFlag, type Row } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, plainName } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';
import type { Survey } from '../reading/survey.ts';
import { writtenDomain } from '../websites/domain.ts';
import { rivalFlags } from '../websites/rival-row.ts';
import { nameCell, nameIn } from './rival-name.ts';

const ownFlags = oneOf(
  '(is|asset)?(owned|own|self|you|mine|subject) is(own|your|my|main|primary|current)?brand is(primary)?target is(me|owner|customer|client)',
);
/** Words for the brand that comes first, which may be the first of the rivals. */
const firstFlags = oneOf('(is)?primary');
const firstKinds = oneOf('primary customer client');
const laterKinds = oneOf('secondary tertiary');
const kinds = 'type kind role entitytype relation relationship category';
const ownNames = oneOf(
  'brandname companyname ownbrand brand company yourbrand owndomain branddomain brandwebsite domain (web)?site(domain|name|url)? target targetbrand',
);
const rowNames = oneOf(
  'name brand brandname competitor competitorname company title label entity entityname assetname domain',
);

const texts = (row: Row, named: (name: string) => boolean): string[] =>
  row
    .filter(({ name }) => named(name))
    .flatMap(({ value }) => (isObject(value) ? [value.name, value.domain] : [value]))
    .map(readText)
    .filter((text): text is string => text !== null);

const bare = (text: string): string => plainName((writtenDomain(text) ?? text).replace(/^www\./i, ''));

const tops = oneOf('data result response meta brand summary');
const ownKinds = oneOf('own self you your yourown ownbrand target');
const rivalKinds = oneOf('*competitor rival direct');
const ownWords = oneOf('you yourbrand yourcompany yoursite us ownbrand');
const isOwnWord = (text: string): boolean =>
  ownWords(text) || /\((you|own|your (brand|company|site))\)$/i.test(text);

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
  if (hasFlag(row, ownFlags, true)) return true;
  if (hasFlag(row, rivalFlags, false) && rows.some((other) => hasFlag(other, rivalFlags, true))) return true;
  const kind = kindOf(row);
  if (ownKinds(kind) || (kind === 'brand' && rows.some(isRivalRow))) return true;
  if (texts(row, rowNames).some(isOwnWord)) return true;
  return texts(row, rowNames)
    .concat(nameIn(nameCell(row) as Cell))
    .some((name) => own.indexOf(bare(name)) >= 0);
}

/** True for a row that is called the first one, or a client's: the own brand, or the first of the rivals. */
export const isFirstRow = (row: Row): boolean => hasFlag(row, firstFlags, true) || firstKinds(kindOf(row));

/** True for a row that tells that the list is one of rivals, the first of them first. */
export const isLaterRow = (row: Row): boolean => laterKinds(kindOf(row));

/** True for a row that says that it is a competitor's. */
export const isRivalRow = (row: Row): boolean => rivalKinds(kindOf(row));

/** True for a field that only says whose row it is. */
export const isFlag = ({ name }: Cell): boolean => ownFlags(name) || firstFlags(name) || rivalFlags(name);
