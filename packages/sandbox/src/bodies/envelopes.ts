import { createDraw } from '../data/random.ts';
import { isList, isObject, type Json, type JsonObject } from '../query/json.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';

/** The field that identifies a row, by list name. */
const ROW_KEYS: Readonly<Record<string, string>> = {
  websites: 'id',
  days: 'date',
  citations: 'date',
  engines: 'engine',
  competitors: 'domain',
  components: 'name',
};

/** The envelope of a body (undecided item 2). `list` is the name of its main list, or null. */
export const ENVELOPES: QuirkTable<'envelope', (body: JsonObject, list: string | null) => Json> = {
  named: (body) => body,
  bare: (body, list) => (list === null ? body : (body[list] ?? [])),
  data: (body, list) => ({ data: listOrBody(body, list) }),
  'success-data': (body, list) => ({ success: true, data: listOrBody(body, list) }),
  'data-meta': (body, list) =>
    list === null ? { data: body, meta: {} } : { data: body[list] ?? [], meta: otherFields(body, list) },
  results: (body, list) =>
    list === null ? { results: [body] } : { ...otherFields(body, list), results: body[list] ?? [] },
  'by-key': (body) => mapRowLists(body, keyRows),
  columnar: (body) => mapRowLists(body, toColumns),
};

/** The list if the body has no other field, else the whole body. */
function listOrBody(body: JsonObject, list: string | null): Json {
  return list !== null && Object.keys(body).length === 1 ? (body[list] ?? []) : body;
}

function otherFields(body: JsonObject, list: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== list));
}

function mapRowLists(
  body: JsonObject,
  change: (rows: readonly JsonObject[], name: string) => Json,
): JsonObject {
  return mapLists(body, (list, name) => change(list.filter(isObject), name));
}

/** Rows grouped by their key. The groups become single rows if every key is unique. */
function keyRows(rows: readonly JsonObject[], list: string): Json {
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

function toColumns(rows: readonly JsonObject[]): Json {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)]));
}

/** The depth of a body (undecided item 2). */
export const NESTING: QuirkTable<
  'nesting',
  { rows: (body: JsonObject) => JsonObject; whole: (body: Json) => Json }
> = {
  flat: { rows: (body) => body, whole: (body) => body },
  deep: {
    rows: (body) => mapLists(body, (list) => list.map(nestFigures)),
    whole: (body) => ({ response: { result: body } }),
  },
};

/** Moves the numbers and nulls of a row under `metrics`. */
function nestFigures(row: Json): Json {
  if (!isObject(row)) return row;
  const isFigure = (value: Json) => typeof value === 'number' || value === null;
  const fields = Object.entries(row);
  const figures = fields.filter(([, value]) => isFigure(value));
  if (figures.length === 0) return row;
  const texts = fields.filter(([, value]) => !isFigure(value));
  return { ...Object.fromEntries(texts), metrics: Object.fromEntries(figures) };
}

/** Undecided item 31. Extras depend on the seed and the row, so that every window shows the same ones. */
type BodyChange = (body: JsonObject, seed: number) => JsonObject;

const keepBody: BodyChange = (body) => body;

const UNKNOWN_FIELDS: QuirkTable<'unknownFields', BodyChange> = {
  none: keepBody,
  some: (body, seed) => ({
    ...mapRows(body, (row) => (drawChance(seed, 'field', row) < 0.5 ? { ...row, trendBasis: null } : row)),
    generatedBy: { engine: 'v7', flags: [] },
  }),
};

const NULLS: QuirkTable<'nulls', BodyChange> = {
  none: keepBody,
  some: (body, seed) =>
    mapRows(body, (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'number' && drawChance(seed, `null ${name}`, row) < 1 / 8 ? null : value,
        ]),
      ),
    ),
};

const EMPTY_LISTS: QuirkTable<'emptyLists', BodyChange> = {
  none: keepBody,
  some: (body, seed) =>
    mapLists(body, (list, name) =>
      createDraw(seed, 'empty', name, String(body.websiteId ?? ''))() < 1 / 3 ? [] : list,
    ),
  all: (body) => mapLists(body, () => []),
};

export function addExtras(quirks: Quirks, seed: number, body: JsonObject): JsonObject {
  const emptied = EMPTY_LISTS[quirks.emptyLists](body, seed);
  return UNKNOWN_FIELDS[quirks.unknownFields](NULLS[quirks.nulls](emptied, seed), seed);
}

function drawChance(seed: number, what: string, row: JsonObject): number {
  return createDraw(seed, 'extra', what, JSON.stringify(row))();
}

function mapLists(body: JsonObject, change: (list: readonly Json[], name: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isList(value) ? change(value, name) : value]),
  );
}

function mapRows(body: JsonObject, change: (row: JsonObject) => JsonObject): JsonObject {
  return mapLists(body, (list) => list.map((row) => (isObject(row) ? change(row) : row)));
}
