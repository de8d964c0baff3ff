import { type Cell, findCell, keyName, type Row } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import { readText } from '../reading/numbers.ts';

const names =
  'name competitor competitorname brand brandname company companyname displayname title label entity domain key';
/** The field that names a rival: a text, or an object with a name; a map's key where there is none. */
export const nameCell = (row: Row): Cell | null =>
  findCell(
    row,
    names,
    (value) => readText(isObject(value) ? value.name : value) !== null && typeof value !== 'number',
  ) ??
  row.find((cell) => cell.name === keyName) ??
  null;

export const nameIn = ({ value }: Cell): string => readText(isObject(value) ? value.name : value) ?? '';
