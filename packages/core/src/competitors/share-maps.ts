import { type Cell, keyName, type Row } from '../reading/cells.ts';
import { oneOf, shaped } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { isNobody } from './nobody.ts';
import { nameCell, nameIn } from './rival-name.ts';

/** Keys that are names of fields, so that the object is no map of rivals. */
const fieldNames = oneOf(
  'name domain url id count citation visitor pageview score share shareofvoice sov rank position visibility value own you brand self current total numerator denominator unit label percent percentage fraction competitor average *mention *change *previous',
);

/** Names of maps of shares by rival, such as `competitorShare`. */
export const isShareMap = oneOf(
  shaped(
    'share shareofvoice sharesofvoice sov',
    '_ competitor_ competitors_ rival_ brand_ _bybrand _bycompetitor _byrival _bycompany _percent _pct _fraction competitor_percent competitor_pct competitor_fraction brand_percent',
  ),
);

/** Names of maps of mentions by rival. */
export const isMentionMap = oneOf('mention competitormention rivalmention');

const keyOf = (row: Row): string => nameIn(row[0] as Cell);

/** The value of a map's entry; null for a row of anything else. */
const entryCell = (row: Row): Cell | null =>
  row.some(({ name }) => name === keyName) ? (row.find(({ name }) => name === 'value') ?? null) : null;

/** The figure of a map's entry; null where its value is none. */
export function valueCell(row: Row): Cell | null {
  const cell = entryCell(row);
  return cell && readNumber(cell.value) ? cell : null;
}

/** True for a map whose keys are no names of fields. */
export const isOfNames = ({ layout, rows }: Table): boolean =>
  layout === 'map' && !rows.some((row) => fieldNames(keyOf(row)));

/** The maps from rivals' names to a figure that have one of the wanted names. */
export const mapsOf = ({ tables }: Survey, wanted: (name: string) => boolean): readonly Table[] =>
  tables.filter((table) => wanted(table.last) && isOfNames(table) && table.rows.some(valueCell));

/** A map's entry as a row whose figure has the map's own name, without by whom it is. */
const renamed = (row: Row, { last }: Table): Row => [
  row[0] as Cell,
  { ...(entryCell(row) as Cell), name: last.replace(/by.*/, ''), depth: 1 },
];

/** The row with the figure that a map has under its name. */
export function withEntry(row: Row, map: Table): Row {
  const name = nameCell(row);
  const entry = name && map.rows.find((one) => keyOf(one) === nameIn(name) && entryCell(one));
  return entry ? row.concat(renamed(entry, map)) : row;
}

/** The entries of the maps whose name none of the rows has, and that are a brand's. */
export function extrasIn(maps: readonly Table[], rows: readonly Row[]): readonly Row[] {
  const known = rows.map((row) => nameIn(nameCell(row) as Cell));
  return maps
    .reduce<Row[]>((all, map) => all.concat(map.rows.filter(valueCell).map((row) => renamed(row, map))), [])
    .filter((row) => known.indexOf(keyOf(row)) < 0 && !isNobody(keyOf(row)));
}
