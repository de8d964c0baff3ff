import type { JsonObject } from '../reading/json.ts';
import { findField, plainName } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';

const flags = ['isown', 'own', 'isself', 'self', 'isyou', 'you', 'isowned', 'istarget'];
const ownNames = [
  'brandname',
  'companyname',
  'ownbrand',
  'brand',
  'yourbrand',
  'owndomain',
  'branddomain',
  'brandwebsite',
];
const rowNames = ['name', 'brand', 'brandname', 'competitor', 'competitorname', 'title', 'domain'];

const textOf = (object: JsonObject, field: string | null): string | null =>
  field === null ? null : readText(object[field]);

/** True for a row that a service flags as the own brand, or names as the body names the brand that it is about. */
export function isOwnRow(row: JsonObject, body: JsonObject): boolean {
  const flag = findField(row, flags);
  if (flag !== null && row[flag] === true) return true;
  const names = rowNames.map((name) => textOf(row, findField(row, [name]))).filter((name) => name !== null);
  return ownNames
    .map((name) => textOf(body, findField(body, [name])))
    .some((own) => own !== null && names.some((name) => plainName(name) === plainName(own)));
}

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
