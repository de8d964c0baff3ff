import { isDate } from './codec.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import { readName } from './names.ts';
import { isScalar, type Shape } from './shape.ts';

/** A list of column names: the same texts in every body. */
interface Header {
  readonly name: string;
  readonly columns: readonly Shape[];
}

export type Headers = readonly Header[];

/** Lists of texts that can name the columns of rows. */
export function headersIn(root: Shape): Headers {
  const found: Header[] = [];
  const visit = (shape: Shape, depth: number): void => {
    if (shape.entry) {
      const columns = shape.positions;
      const isFixed = columns.length > 0 && columns.every(({ values }) => new Set(values).size === 1);
      const isNames = columns.every(({ values }) => typeof values[0] === 'string');
      if (isFixed && isNames && new Set(shape.lengths).size === 1) found.push({ name: shape.name, columns });
      return;
    }
    if (depth < 6) for (const field of shape.fields.values()) visit(field, depth + 1);
  };
  visit(root, 0);
  return found;
}

/** The columns of a list of scalars in a row, by the names of a header of the same length. */
function columnsOf(list: Shape, headers: Headers): Leaf[] {
  if (list.positions.length === 0 || new Set(list.lengths).size !== 1) return [];
  const fitting = headers.filter(({ columns }) => columns.length === list.positions.length);
  const stem = list.name.toLowerCase().replace(/(values?|s)$/i, '');
  const isOf = ({ name }: Header): boolean =>
    stem !== '' && name.toLowerCase().replace(/(headers?|names?|s)$/i, '') === stem.replace(/value$/, '');
  const header = fitting.find(isOf) ?? (fitting.length === 1 && list.name === '' ? fitting[0] : undefined);
  if (header === undefined) return [];
  return list.positions.map((shape, index) => {
    const place = header.columns[index];
    const text = String(place?.values[0] ?? '');
    const name = text.slice(text.lastIndexOf(':') + 1);
    return {
      at: shape.at,
      names: [name],
      shape,
      isKey: false,
      isSingle: false,
      header: [place?.at ?? '', text],
    };
  });
}

/** Columns of a row that have their names elsewhere in the body. */
export function namedPositions(row: Shape, headers: Headers): Leaf[] {
  const [first, second] = row.positions;
  if (first && second && row.positions.length === 2 && first.values.length > 0 && first.values.every(isDate))
    return [first, second].map((shape, index) => ({
      at: shape.at,
      names: index === 0 ? ['date'] : [],
      shape,
      isKey: false,
      isSingle: false,
    }));
  if (headers.length === 0) return [];
  const lists =
    row.seen.list > 0 ? [row] : Array.from(row.fields.values()).filter(({ seen }) => seen.list > 0);
  return lists.flatMap((list) => columnsOf(list, headers));
}

/** A statement that only a part of the data is in the body: a filter that is not empty. */
export function filtersIn(root: Shape): string[] {
  const found: string[] = [];
  const isSet = (shape: Shape): boolean =>
    isScalar(shape) || shape.lengths.some((length) => length > 0) || leavesOf(shape).length > 0;
  const visit = (shape: Shape, depth: number): void => {
    if (shape.name !== '' && readName(shape.name).tags.has('filter')) {
      if (isSet(shape)) found.push(shape.at);
      return;
    }
    if (depth < 6) for (const field of shape.fields.values()) visit(field, depth + 1);
  };
  visit(root, 0);
  return found;
}
