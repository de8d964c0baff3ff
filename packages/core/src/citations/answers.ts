import { type Cell, cellsOf, findCell, keyName, type Row } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, plainName, shaped } from '../reading/names.ts';
import { readCounted } from '../reading/numbers.ts';
import { lastOf, type Survey, type Table } from '../reading/survey.ts';
import { writtenDomain } from '../websites/domain.ts';

const cited = oneOf(shaped('source citation reference url link domain page', '_ cited_ top_'));
const inherited =
  'engine platform assistant provider model modelname aiengine date day createdat completedat timestamp question query prompt keyword querytext';

export const isAddress = (value: unknown): boolean =>
  typeof value === 'string' &&
  (/^https?:\/\/\S+$/.test(value) || writtenDomain(readCounted(value).text) !== null);

const textRow = (text: string, pointer: string): Cell[] => [
  { name: keyName, pointer, value: text, depth: 0 },
];

/** The rows of a list inside a row; null where it is none of cited things. */
function rowsIn(cell: Cell): Cell[][] | null {
  if (!Array.isArray(cell.value) || !cited(cell.name)) return null;
  const list = cell.value as unknown[];
  const at = `${cell.pointer}/*`;
  if (list.every(isObject)) return list.map((entry) => cellsOf(entry, at));
  return list.every(isAddress) ? (list as string[]).map((text) => textRow(text, at)) : null;
}

/**
 * Tables of what answers cite, where a list of answers holds a list of sources in each: the sources of all answers, each with the
 * engine, the date and the question of its answer.
 */
export function citedInAnswers(survey: Survey): readonly Table[] {
  const tables: Table[] = [];
  for (const table of survey.tables) {
    if (table.layout !== 'list') continue;
    const byName: Record<string, Row[]> = {};
    for (const row of table.rows) {
      for (const cell of row) {
        const rows = rowsIn(cell);
        if (!rows) continue;
        const outer = row
          .filter((one) => one !== cell && findCell([one], inherited) !== null && !Array.isArray(one.value))
          .map((one) => ({ ...one, depth: one.depth + 4 }));
        byName[cell.name] = (byName[cell.name] ?? []).concat(rows.map((inner) => inner.concat(outer)));
      }
    }
    for (const name of Object.keys(byName)) {
      const rows = byName[name] ?? [];
      const pointer = `${table.pointer}/*/${name}`;
      if (rows.length > 0)
        tables.push({
          layout: 'list',
          pointer,
          path: table.path.concat(plainName(name)),
          last: plainName(name),
          rows,
        });
    }
  }
  return tables;
}

/** Lists that stand under the name of an engine each, as one table whose rows name it. */
export function citedByEngine(survey: Survey): readonly Table[] {
  const under = survey.tables.filter(
    ({ layout, last, rows }) =>
      rows.length > 0 && (layout === 'list' || layout === 'texts') && isEngine(last),
  );
  const [first] = under;
  const parent = (table: Table): string => table.path.slice(0, -1).join('/');
  if (!first || under.some((table) => parent(table) !== parent(first))) return [];
  const rows = under.reduce<Row[]>((all, table) => {
    const engine = table.last;
    const cell: Cell = { name: 'engine', pointer: table.pointer, value: engine, depth: 5 };
    return all.concat(table.rows.map((row) => row.concat(cell)));
  }, []);
  return [
    {
      layout: 'list',
      pointer: first.pointer.replace(/\/[^/]*$/, '/*'),
      path: first.path.slice(0, -1),
      last: lastOf(first.path.slice(0, -1)),
      rows,
    },
  ];
}
