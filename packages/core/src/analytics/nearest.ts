import { findCell, type Row } from '../reading/cells.ts';
import { place } from '../reading/choose.ts';
import { isNumeric } from '../reading/numbers.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { addressIn } from './dated.ts';
import { figureNamed } from './figures.ts';
import { dateCell, dateNames } from './grain.ts';
import { numbered } from './written-dates.ts';

const isMeasured = (row: Row): boolean =>
  row.some(({ name, value }) => figureNamed(name) && isNumeric(value));

const written = (value: unknown): string => JSON.stringify(value).slice(0, 40);

/** Why rows with figures are no days: one has no date, the dates could be two, or each has an address; null where none of these. */
function reasonFor(table: Table): string | null {
  const { rows, layout } = table;
  if (!/list|matrix|columns/.test(layout) || !rows.some(isMeasured)) return null;
  const row = rows.find((one) => dateCell(one) === null);
  const address = rows.map(addressIn).find((cell) => cell !== null);
  if (!row) return address ? `the rows of ${place(table)} have an address, at ${address.pointer}` : null;
  const date = rows.map(dateCell).find((cell) => cell !== null);
  const held = date
    ? row.find(({ pointer }) => pointer === date.pointer)
    : findCell(row, dateNames, (value) => numbered.test(String(value)));
  if (!held) return null;
  const at = held.pointer.replace('*', String(rows.indexOf(row)));
  return `${at} is ${written(held.value)}, which ${date ? 'is no date' : 'could be two dates'}`;
}

/** The reason for the list that comes nearest to one of days, behind a refusal; empty where none does. */
export const whyNone = ({ tables }: Survey): string => {
  const reason = tables.map(reasonFor).find((one) => one !== null);
  return reason === undefined ? '' : `: ${reason}`;
};
