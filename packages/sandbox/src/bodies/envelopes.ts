import type { Quirks } from '../quirks/table.ts';
import { isList, isObject, type Json, type JsonObject } from './spelling.ts';

/** The field that tells the rows of a list apart, by the list's name. */
const ROW_KEYS: Readonly<Record<string, string>> = {
  websites: 'id',
  days: 'date',
  citations: 'date',
  engines: 'engine',
  competitors: 'domain',
  components: 'name',
};

/** What a body stands in (undecided item 2). `list` names its main list; null: the body is one thing. */
export const ENVELOPES: Readonly<
  Record<Quirks['envelope'], (body: JsonObject, list: string | null) => Json>
> = {
  named: (body) => body,
  bare: (body, list) => (list === null ? body : (body[list] ?? [])),
  data: (body, list) => ({ data: dataOf(body, list) }),
  'success-data': (body, list) => ({ success: true, data: dataOf(body, list) }),
  'data-meta': (body, list) =>
    list === null ? { data: body, meta: {} } : { data: body[list] ?? [], meta: besides(body, list) },
  results: (body, list) =>
    list === null ? { results: [body] } : { ...besides(body, list), results: body[list] ?? [] },
  'by-key': (body) => eachList(body, byKey),
  columnar: (body) => eachList(body, columns),
};

/** The list where there is nothing else, else the whole body. */
function dataOf(body: JsonObject, list: string | null): Json {
  return list !== null && Object.keys(body).length === 1 ? (body[list] ?? []) : body;
}

function besides(body: JsonObject, list: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== list));
}

function eachList(body: JsonObject, change: (rows: readonly JsonObject[], name: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      isList(value) ? change(value.filter(isObject), name) : value,
    ]),
  );
}

/** Rows by what tells them apart, in the order of the list; where several share it, lists of them. */
function byKey(rows: readonly JsonObject[], list: string): Json {
  const key = ROW_KEYS[list] ?? 'id';
  const groups = new Map<string, JsonObject[]>();
  for (const row of rows) {
    const { [key]: name, ...rest } = row;
    const group = String(name);
    groups.set(group, [...(groups.get(group) ?? []), rest]);
  }
  const isUnique = [...groups.values()].every((group) => group.length === 1);
  return Object.fromEntries([...groups].map(([name, group]) => [name, isUnique ? (group[0] ?? {}) : group]));
}

function columns(rows: readonly JsonObject[]): Json {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)]));
}
