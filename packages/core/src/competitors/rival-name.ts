import { type Cell, findCell, keyName, type Row } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import { isUnknown } from '../reading/numbers.ts';

const names =
  'name competitor competitorname brand brandname company companyname displayname title label entity entityname asset assetname domain key';

const named = (value: unknown): string =>
  isObject(value) ? named(value.name) : typeof value === 'string' && !isUnknown(value) ? value.trim() : '';

/** The field that names a rival: a text, or an object with a name; a map's key where there is none. A word for the unknown is none. */
export const nameCell = (row: Row): Cell | null =>
  findCell(row, names, (value) => named(value) !== '') ?? row.find((cell) => cell.name === keyName) ?? null;

export const nameIn = ({ value }: Cell): string => named(value);
