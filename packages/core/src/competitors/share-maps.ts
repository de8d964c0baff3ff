import type { Cell, Row } from '../reading/cells.ts';
import { oneOf, shaped } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { nameCell, nameIn } from './rival-name.ts';

const isFigure = (value: unknown): boolean => readNumber(value) !== undefined;

/** Keys that are names of fields, so that the object is no map of rivals. */
export const fieldNames = oneOf(
  'name domain url id count citation visitor pageview score share shareofvoice sov rank position visibility value own you brand self current total numerator denominator unit label percent percentage fraction competitor average *mention *change *previous',
);

/** Names of maps of shares by rival. */
export const isShareMap = oneOf(
  shaped(
    'share shareofvoice sharesofvoice sov',
    '_ competitor_ competitors_ rival_ brand_ _by* _percent _pct _fraction competitor_percent competitor_pct competitor_fraction brand_percent',
  ),
);

/** A map from rivals' names to a figure, such as `competitorShare` or `competitorMentions`. */
export function mapsOf(survey: Survey, wanted: (name: string) => boolean): readonly Table[] {
  const isEntry = (row: Row): boolean => row.some(({ name, value }) => name === 'value' && isFigure(value));
  return survey.tables.filter(
    (table) => table.layout === 'map' && wanted(table.last) && table.rows.every(isEntry),
  );
}

/** The row with a cell from the map's entry of its name, under the map's own name. */
export function withEntry(row: Row, map: Table): Row {
  const name = nameCell(row);
  const entry = name && map.rows.find((one) => nameIn(one[0] ?? name) === nameIn(name));
  const value = entry?.find((cell) => cell.name === 'value');
  return value ? row.concat({ ...value, name: map.last, depth: 1 }) : row;
}

export const none: Cell = { name: '', pointer: '', value: '', depth: 0 };
export const renamed = (row: Row, map: Table): Row =>
  row.slice(1).map((cell) => ({ ...cell, name: map.last }));
export const fitsAsMap = (map: Table): boolean => !map.rows.some((row) => fieldNames(nameIn(row[0] ?? none)));
