import { type Cell, cellsOf, isNamed, keyName, type Row } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, plainName, shaped } from '../reading/names.ts';
import { readCounted, readText } from '../reading/numbers.ts';
import { lastOf, type Table } from '../reading/survey.ts';
import { writtenDomain } from '../websites/domain.ts';

/** True for the name of what an answer cites. */
export const cited = oneOf(
  shaped('source citation reference url link domain page', '_ cited_ citation_ top_'),
);
/** When something was cited, or its answer was given, best first. */
export const moments =
  'date citedat day createdat timestamp seenat firstseen firstseenat observedat detectedat discoveredat capturedat rundate runat scannedat checkedat collectedat lastseen lastseenat completedat citationdate responsedate citedon';
const inherited = `engine platform assistant provider model modelname aiengine ${moments} question query prompt keyword querytext`;

export const isAddress = (value: unknown): boolean =>
  typeof value === 'string' &&
  (/^https?:\/\/\S+$/.test(value) || writtenDomain(readCounted(value).text) !== null);

const isEngineName = (name: string, value: unknown): boolean =>
  isNamed(name, 'name label id') && isEngine(String(readText(value)));

/** A pointer in which the one entry of a list is any entry. */
const general = (pointer: string): string => pointer.replace(/\/0(?=\/)/g, '/*');

/**
 * The tables, and those of what answers cite, where a list of answers holds a list of sources in each: the sources of all answers,
 * each with the engine, the date and the question of its answer. Lists without any object or address cite nothing: they may be
 * numbers of sources that stand elsewhere.
 */
export function citedInAnswers(tables: readonly Table[]): readonly Table[] {
  const nested: Table[] = [];
  for (const table of tables) {
    if (table.layout !== 'list') continue;
    const lists = new Map<string, { readonly last: string; readonly rows: Row[]; cites: boolean }>();
    for (const answer of table.rows) {
      const around = answer
        .filter(
          ({ name, value }) =>
            (isNamed(name, inherited) || isEngineName(name, value)) && !Array.isArray(value),
        )
        .map((one) => ({ ...one, depth: one.depth + 4 }));
      for (const { name, pointer, value } of answer) {
        if (!Array.isArray(value) || !cited(name)) continue;
        const list = lists.get(pointer) ?? { last: plainName(name), rows: [], cites: false };
        lists.set(pointer, list);
        const at = `${pointer}/*`;
        for (const entry of value as unknown[]) {
          list.cites = list.cites || isObject(entry) || isAddress(entry);
          const cells = isObject(entry)
            ? cellsOf(entry, at)
            : [{ name: keyName, pointer: at, value: entry, depth: 0 }];
          list.rows.push(cells.concat(around));
        }
      }
    }
    for (const [pointer, { last, rows, cites }] of lists)
      if (cites) nested.push({ layout: 'list', pointer, path: table.path.concat(last), last, rows });
  }
  const places = nested.map(({ pointer }) => general(pointer));
  return tables.filter(({ pointer }) => places.indexOf(general(pointer)) < 0).concat(nested);
}

/** The engine that the name of a place says. */
export const engineOver = ({ pointer, last }: Pick<Table, 'pointer' | 'last'>): Cell => ({
  name: 'engine',
  pointer,
  value: last,
  depth: 5,
});

/** The tables, where those that stand under the name of an engine each are one, whose rows name it. */
export function citedByEngine(tables: readonly Table[]): readonly Table[] {
  const under = tables.filter(
    ({ layout, last, rows }) =>
      rows.length > 0 && (layout === 'list' || layout === 'texts') && isEngine(last),
  );
  const parent = ({ pointer }: Table): string => pointer.replace(/[^/]*$/, '*');
  const [first] = under;
  if (!first || under.some((table) => parent(table) !== parent(first))) return tables;
  const path = first.path.slice(0, -1);
  const rows = under.reduce<Row[]>((all, table) => {
    return all.concat(table.rows.map((row) => row.concat(engineOver(table))));
  }, []);
  return tables
    .filter((table) => under.indexOf(table) < 0)
    .concat({ layout: 'list', pointer: parent(first), path, last: lastOf(path), rows });
}
