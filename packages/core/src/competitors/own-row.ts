import { type Cell, findCell, keyName, type Row } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import { listed, plainName } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';
import type { Survey } from '../reading/survey.ts';

const flags =
  'isown own isself self isyou you isowned owned istarget isbrand isownbrand isprimary iscustomer isclient isme isyourbrand';
const kinds = 'type kind role entitytype relation category';
const ownNames = listed(
  'brandname companyname ownbrand brand company yourbrand owndomain branddomain brandwebsite domain website target targetbrand',
);
const rowNames = listed('name brand brandname competitor competitorname company title label entity domain');

const ownFields = listed('name domain');

const texts = (row: Row, stems: readonly string[]): string[] =>
  stems
    .map((stem) => {
      const value = findCell(row, stem, (held) => typeof held === 'string' || isObject(held))?.value;
      return readText(isObject(value) ? (value.name ?? value.domain) : value);
    })
    .filter((text): text is string => text !== null);

const bare = (text: string): string => plainName(text.replace(/^(https?:\/\/)?(www\.)?/i, ''));

/** The names by which a body tells whom it is about: those at the top and beside the own share. */
export function ownNamesIn(survey: Survey, beside: Row): readonly string[] {
  const tops = survey.places.filter(({ path }) =>
    path.every((name) => /^(data|results?|response|meta|brand|summary)$/.test(name)),
  );
  const named = tops.filter(({ last }) => last === 'brand').map(({ cells }) => texts(cells, ownFields));
  return tops
    .map(({ cells }) => texts(cells, ownNames))
    .concat(named, [texts(beside, ownNames)])
    .reduce((all, some) => all.concat(some), [])
    .map(bare)
    .filter((name) => name !== '');
}

/** True for a row that a service flags as the own brand, or names as the body names the brand that it is about. */
export function isOwnRow(row: Row, own: readonly string[]): boolean {
  if (findCell(row, flags, (value) => value === true)) return true;
  const kind = readText(findCell(row, kinds, (value) => typeof value === 'string')?.value);
  if (kind !== null && /^(own|self|you|yours|own_?brand|target|primary|customer|client)$/i.test(kind))
    return true;
  if (texts(row, rowNames).some((name) => /^(you|your (brand|company|site)|us|own brand)$/i.test(name)))
    return true;
  const key = readText(row.find(({ name }) => name === keyName)?.value);
  return texts(row, rowNames)
    .concat(key ?? [])
    .some((name) => own.indexOf(bare(name)) >= 0);
}

/** True for a field that only says whose row it is. */
export const isFlag = (cell: Cell): boolean => listed(flags).indexOf(plainName(cell.name)) >= 0;

/**
 * The row that must be the own brand though nothing says so: the list's shares make the whole by themselves, and just one of
 * them is the own share. -1 where none is, or where it could be several.
 */
export function ownRowBySum(own: number | null, shares: readonly (number | null)[]): number {
  if (own === null || own === 0 || shares.length < 2) return -1;
  const together = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const equal = shares.filter((share) => share !== null && Math.abs(share - own) < 1e-9).length;
  if (Math.abs(together - 1) > 0.005 || equal !== 1) return -1;
  return shares.findIndex((share) => share !== null && Math.abs(share - own) < 1e-9);
}
