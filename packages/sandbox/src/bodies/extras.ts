import { draw } from '../data/hash.ts';
import type { Quirks } from '../quirks/table.ts';
import { isList, isObject, type Json, type JsonObject } from './spelling.ts';

/**
 * Undecided item 31. What is added is drawn from the seed and the row itself, so a row has the same extras in every
 * window that shows it.
 */
type Change = (body: JsonObject, seed: number) => JsonObject;

const same: Change = (body) => body;

const UNKNOWN_FIELDS: Readonly<Record<Quirks['unknownFields'], Change>> = {
  none: same,
  some: (body, seed) => ({
    ...eachRow(body, (row) => (chance(seed, 'field', row) < 0.5 ? { ...row, trendBasis: null } : row)),
    generatedBy: { engine: 'v7', flags: [] },
  }),
};

const NULLS: Readonly<Record<Quirks['nulls'], Change>> = {
  none: same,
  some: (body, seed) =>
    eachRow(body, (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'number' && chance(seed, `null ${name}`, row) < 1 / 8 ? null : value,
        ]),
      ),
    ),
};

const EMPTY_LISTS: Readonly<Record<Quirks['emptyLists'], Change>> = {
  none: same,
  some: (body, seed) =>
    eachList(body, (list, name) =>
      draw(seed, 'empty', name, String(body.websiteId ?? ''))() < 1 / 3 ? [] : list,
    ),
  all: (body) => eachList(body, () => []),
};

/** A body with the extras in force. */
export function withExtras(quirks: Quirks, seed: number, body: JsonObject): JsonObject {
  const emptied = EMPTY_LISTS[quirks.emptyLists](body, seed);
  return UNKNOWN_FIELDS[quirks.unknownFields](NULLS[quirks.nulls](emptied, seed), seed);
}

function chance(seed: number, what: string, row: JsonObject): number {
  return draw(seed, 'extra', what, JSON.stringify(row))();
}

function eachList(body: JsonObject, change: (list: readonly Json[], name: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isList(value) ? change(value, name) : value]),
  );
}

function eachRow(body: JsonObject, change: (row: JsonObject) => JsonObject): JsonObject {
  return eachList(body, (list) => list.map((row) => (isObject(row) ? change(row) : row)));
}
