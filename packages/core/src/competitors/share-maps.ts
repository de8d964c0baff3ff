import type { Cell, Row } from '../reading/cells.ts';
import { plainName } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { nameCell, nameIn } from './rival-name.ts';

const isFigure = (value: unknown): boolean => readNumber(value) !== undefined;

/** Keys that are names of fields, so that the object is no map of rivals. */
export const fieldNames =
  /^(name|domain|url|id|count|citations?|visitors|pageviews|score|shares?|shareofvoice|sov|rank|position|visibility|value|own|you|brand|self|current|total|numerator|denominator|change|unit|label|percent(age)?|fraction|rank|competitors?|average|.*mentions|.*change|.*previous)$/;

export const isShareMap = (name: string): boolean =>
  /^(competitor|rival|brand)?s?(shares?|sharesofvoice|shareofvoice|sov)(percent|pct|fraction)?(by(competitor|brand|name))?$/.test(
    name,
  );

/** A map from rivals' names to a figure, such as `competitorShare` or `competitorMentions`. */
export function mapsOf(survey: Survey, wanted: RegExp): readonly Table[] {
  const isEntry = (row: Row): boolean => row.some(({ name, value }) => name === 'value' && isFigure(value));
  return survey.tables.filter(
    (table) => table.layout === 'map' && wanted.test(table.last) && table.rows.every(isEntry),
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
export const fitsAsMap = (map: Table): boolean =>
  !map.rows.some((row) => fieldNames.test(plainName(nameIn(row[0] ?? none))));
