import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { isObject, type JsonObject } from '../reading/json.ts';
import { oneOf, plainName } from '../reading/names.ts';
import { isNumeric } from '../reading/numbers.ts';
import { surveyOf, type Table } from '../reading/survey.ts';
import { figureNamed } from './figures.ts';
import { dateCell } from './grain.ts';

const labels = 'metric metricname measure name indicator kpi label field id title';

/** What an object says that its values are; Grafana's word for it means a goal elsewhere. */
export function labelIn(row: Row): string | null {
  const held = (findCell(row, labels) ?? row.find(({ name }) => name === 'target'))?.value;
  const label = isObject(held) ? (held.__name__ ?? held.name) : held;
  return typeof label === 'string' ? label : null;
}

const within = (table: Table, name: string): string[] => table.path.concat(plainName(name));

/** Rows of one date and one metric each, as a table of each metric. */
const byMetric = (table: Table, names: readonly string[]): Table[] =>
  [...new Set(names)].map((name) => ({
    ...table,
    path: within(table, name),
    last: plainName(name),
    rows: table.rows.filter((_, at) => names[at] === name),
  }));

const objectOf = (row: Row): JsonObject => {
  const held = row.filter(({ depth }) => depth === 0).map(({ name, value }) => [name, value] as const);
  return Object.fromEntries(held);
};

/**
 * The tables of a list whose entries are named after figures: those inside each, `[{"name": "Visitors", "data": […]}, …]`, or its
 * rows by metric, `[{"date": …, "metric": "visitors", "value": 5}, …]`. Any other table is itself.
 */
export function seriesOf(table: Table): readonly Table[] {
  const { rows, layout, pointer } = table;
  if (rows.length < 2) return [table];
  const names = rows.map(labelIn);
  const areNamed =
    names.every((name): name is string => name !== null) && names.some((name) => figureNamed(name as string));
  if (!areNamed) return [table];
  if (rows.every((row) => dateCell(row) !== null)) return byMetric(table, names);
  if (layout !== 'list' || new Set(names).size < names.length) return [];
  const inside = rows.map((row, at) => {
    const way = within(table, names[at] as string);
    return surveyOf(objectOf(row), undefined, `${pointer}/${at}`, way).tables;
  });
  return inside.reduce((found, tables) => found.concat(tables));
}

const totals = oneOf('total count all sum');

/** The rows of citations whose columns are engines, `{"date": …, "chatgpt": 4, "perplexity": 2, "total": 6}`, with one figure of them all. */
export function withEngines(table: Table): Table {
  const { rows, pointer, layout } = table;
  const isCounted = ({ name }: Cell): boolean => isEngine(name) || totals(name);
  const areEngines = rows.every(
    (row) =>
      row.some(({ name, value }) => isEngine(name) && isNumeric(value)) &&
      row.every((cell) => isCounted(cell) || cell === dateCell(row) || !isNumeric(cell.value)),
  );
  if (!areEngines) return table;
  const at = `${pointer}${/map|columns/.test(layout) ? '/*' : ''}/*`;
  const together = (row: Row): Row => {
    const counted = row.filter(isCounted);
    const value = Object.fromEntries(counted.map(({ name, value }) => [name, value]));
    return row.filter((cell) => !isCounted(cell)).concat({ name: 'citations', pointer: at, value, depth: 0 });
  };
  return { ...table, rows: rows.map(together) };
}
