import type { Quirks } from '../quirks/table.ts';
import { isList, isObject, type Json, type JsonObject } from './spelling.ts';

/** How deep a body is (undecided item 2): what becomes of a row, and of the whole. */
export const NESTING: Readonly<
  Record<Quirks['nesting'], { rows: (body: JsonObject) => JsonObject; whole: (body: Json) => Json }>
> = {
  flat: { rows: (body) => body, whole: (body) => body },
  deep: {
    rows: (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, isList(value) ? value.map(deepRow) : value]),
      ),
    whole: (body) => ({ response: { result: body } }),
  },
};

/** A row with its numbers and nulls under `metrics`; the texts that name it stay. */
function deepRow(row: Json): Json {
  if (!isObject(row)) return row;
  const isFigure = (value: Json) => typeof value === 'number' || value === null;
  const fields = Object.entries(row);
  const figures = fields.filter(([, value]) => isFigure(value));
  if (figures.length === 0) return row;
  const texts = fields.filter(([, value]) => !isFigure(value));
  return { ...Object.fromEntries(texts), metrics: Object.fromEntries(figures) };
}
