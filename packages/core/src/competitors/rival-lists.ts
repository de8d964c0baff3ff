import { oneOf, shaped } from '../reading/names.ts';
import { outside } from '../reading/pointer.ts';
import { lastOf, type Table } from '../reading/survey.ts';

const kinds = oneOf('direct indirect');
const kindLists = oneOf(shaped('competitor rival', 'direct_ indirect_'));
const holders = oneOf('competitor rival');

const isOfKind = ({ layout, last, path }: Table): boolean =>
  layout === 'list' && (kindLists(last) || (kinds(last) && holders(lastOf(path.slice(0, -1)))));

/** The tables, and the lists of direct and of indirect competitors that stand beside each other as one. */
export function withKinds(tables: readonly Table[]): readonly Table[] {
  const lists = tables.filter(isOfKind);
  const joined = [...new Set(lists.map((table) => outside(table.pointer)))].map((pointer): Table => {
    const beside = lists.filter((table) => outside(table.pointer) === pointer);
    const { path } = beside[0] as Table;
    return { layout: 'list', pointer, path, last: 'competitor', rows: beside.flatMap(({ rows }) => rows) };
  });
  return tables.concat(joined);
}
