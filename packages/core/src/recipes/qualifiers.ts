import { isObject } from '../json/json.ts';
import type { CompiledRows, KnownPath } from './compiled-recipe.ts';
import { quote, type RecipeNote, throwDrift } from './drift.ts';
import { escapeSegment } from './recipe-pointer.ts';
import { formatRowPointer, type Row, readValue } from './rows.ts';

const maxNotes = 50;

/** The notes of one body: one per field, at its first place. */
export class Notes {
  readonly all: RecipeNote[] = [];
  private readonly seen = new Set<string>();

  add(kind: RecipeNote['kind'], field: string, pointer: () => string, detail: string): void {
    if (this.seen.has(field) || this.all.length >= maxNotes) return;
    this.seen.add(field);
    this.all.push({ kind, pointer: pointer(), detail });
  }
}

/**
 * True if a new field may qualify the figures next to it: a flag or a short word such as "estimated". Figures, dates, URLs
 * and sentences do not.
 */
const isStatement = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value.length <= 20 && !/[/.:@]|\d{4}/.test(value));

/** The first new field of an object that may qualify figures; notes all other new fields. */
function findNewStatement(
  object: unknown,
  { names, pointer }: KnownPath,
  at: () => string,
  notes: Notes,
): string | null {
  if (typeof names === 'number') {
    if (Array.isArray(object) && object.length !== names)
      throwDrift(at(), 'relation', `a list of ${names}`, quote(object));
    return null;
  }
  let found: string | null = null;
  if (isObject(object))
    for (const name of Object.keys(object)) {
      if (names.has(name)) continue;
      if (found === null && isStatement(object[name])) found = name;
      else notes.add('new field', `${pointer}/${name}`, () => at() + escapeSegment(name), name);
    }
  return found;
}

/** Rows with unknown figures: all of them (null), or zeros alone, with the note about one. */
export type Unmeasured = ReadonlyMap<Row, (() => void) | null>;

/**
 * Rows whose figures do not count, by guards and by new fields that may qualify them.
 * @throws DriftError if every row has such a field, because the figures then have another meaning
 */
export function findUnmeasured(
  rows: readonly Row[],
  { guards, known }: CompiledRows,
  hasFigures: boolean,
  notes: Notes,
): Unmeasured {
  const found = new Map<Row, (() => void) | null>();
  for (const place of guards)
    for (const row of rows) {
      const value = (readValue(row, place) ?? null) as null;
      if (place.guard.measured.includes(value)) continue;
      const kind = place.guard.unmeasured.includes(value) ? 'not measured' : 'new status';
      const addNote = (): void =>
        notes.add(kind, `${place.pointer} ${kind}`, () => formatRowPointer(row, place.path), quote(value));
      const isOfZeros = place.guard.zeros === true;
      if (!isOfZeros) addNote();
      if (found.get(row) !== null) found.set(row, isOfZeros ? addNote : null);
    }
  for (const place of known) {
    let last: unknown = notes;
    let name: string | null = null;
    let stated = 0;
    for (const row of rows) {
      const object = readValue(row, place);
      const at = (): string => formatRowPointer(row, place.path);
      if (object !== last) name = findNewStatement(object, place, at, notes);
      last = object;
      if (name === null) continue;
      const field = name;
      const pointer = (): string => at() + escapeSegment(field);
      const value = quote((object as Record<string, unknown>)[field]);
      stated += 1;
      if (!hasFigures) {
        notes.add('new field', `${place.pointer}/${field}`, pointer, field);
        continue;
      }
      if (stated === rows.length) throwDrift(pointer(), 'value', 'no new statement about the figures', value);
      notes.add('new status', `${place.pointer}/${field}`, pointer, value);
      found.set(row, null);
    }
  }
  return found;
}
