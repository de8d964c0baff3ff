import { isObject, quote } from '../json/json.ts';
import { decodeValue } from './codecs.ts';
import type { CompiledRows, KnownPath } from './compiled-recipe.ts';
import { type RecipeNote, throwDrift } from './drift.ts';
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
 * True if a new field may qualify the figures next to it: a flag, a short word such as "estimated", or an object of these,
 * such as a filter. Figures, instants, URLs and sentences do not.
 */
const isStatement = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value.length <= 20 && !/[/.:@]|\d{4}/.test(value)) ||
  (isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isStatement));

/** The first new field of an object that may qualify figures, or a counted row; notes all other new fields. */
function findNewStatement(
  object: unknown,
  { names, pointer }: KnownPath,
  at: () => string,
  notes: Notes,
  isCounted: boolean,
): string | null {
  if (typeof names === 'number') {
    if (Array.isArray(object) && object.length !== names)
      throwDrift(at(), 'relation', `a list of ${names}`, quote(object));
    return null;
  }
  let found: string | null = null;
  let dates = 0;
  if (isObject(object))
    for (const name of Object.keys(object)) {
      if (names.has(name)) continue;
      const value = object[name];
      // Two dates are a window.
      const isWindow = typeof decodeValue('date', value) === 'string' && ++dates > 1;
      if (found === null && (isWindow || isStatement(value) || (isCounted && typeof value === 'number')))
        found = name;
      else notes.add('new field', `${pointer}/${name}`, () => at() + escapeSegment(name), name);
    }
  return found;
}

/** True if an object around a list has a new field with a value: it may be a cursor, or count rows of further pages. */
export const hasNewSibling = (top: Row, known: readonly KnownPath[]): boolean =>
  known.some((place) => {
    const { names } = place;
    const object = readValue(top, place);
    return (
      typeof names !== 'number' &&
      isObject(object) &&
      Object.keys(object).some((name) => !names.has(name) && Boolean(object[name]))
    );
  });

/** Rows with unknown figures: all of them (null), or zeros alone, with the note about one. */
export type Unmeasured = ReadonlyMap<Row, (() => void) | null>;

/** Adds the rows in which a guard's status says that nothing was measured, or is new. */
function applyGuard(
  rows: readonly Row[],
  place: CompiledRows['guards'][number],
  notes: Notes,
  found: Map<Row, (() => void) | null>,
): void {
  const { measured, unmeasured, zeros: isOfZeros = false } = place.guard;
  for (const row of rows) {
    const value = (readValue(row, place) ?? null) as null;
    if (measured.includes(value)) continue;
    const kind = unmeasured.includes(value) ? 'not measured' : 'new status';
    const addNote = (): void =>
      notes.add(kind, `${place.pointer} ${kind}`, () => formatRowPointer(row, place.path), quote(value));
    if (!isOfZeros) addNote();
    if (found.get(row) !== null) found.set(row, isOfZeros ? addNote : null);
  }
}

/** A new field that may qualify the figures of a row. */
interface NewStatement {
  readonly row: Row;
  readonly pointer: () => string;
  readonly name: string;
  readonly value: string;
}

/** The new fields at a place that may qualify figures, by row. Rows may share an object. */
function listNewStatements(
  rows: readonly Row[],
  place: KnownPath,
  notes: Notes,
  isCounted: boolean,
): readonly NewStatement[] {
  let last: unknown = notes;
  let name: string | null = null;
  const found: NewStatement[] = [];
  for (const row of rows) {
    const object = readValue(row, place);
    const at = (): string => formatRowPointer(row, place.path);
    if (object !== last) name = findNewStatement(object, place, at, notes, isCounted);
    last = object;
    if (name === null) continue;
    const field = name;
    const value = quote((object as Record<string, unknown>)[field]);
    found.push({ row, pointer: () => at() + escapeSegment(field), name: field, value });
  }
  return found;
}

/**
 * Rows whose figures do not count, by guards and by new fields that may qualify them.
 * @throws DriftError if every row has such a field, because the figures then have another meaning
 */
export function findUnmeasured(
  rows: readonly Row[],
  { guards, known }: CompiledRows,
  figures: 'read' | 'counted' | 'none',
  notes: Notes,
): Unmeasured {
  const hasFigures = figures !== 'none';
  const found = new Map<Row, (() => void) | null>();
  for (const place of guards) applyGuard(rows, place, notes, found);
  for (const place of known) {
    const statements = listNewStatements(rows, place, notes, figures === 'counted');
    const last = statements[statements.length - 1];
    if (hasFigures && last !== undefined && statements.length === rows.length)
      throwDrift(last.pointer(), 'value', 'no new statement about the figures', last.value);
    for (const { row, pointer, name, value } of statements) {
      notes.add(
        hasFigures ? 'new status' : 'new field',
        `${place.pointer}/${name}`,
        pointer,
        hasFigures ? value : name,
      );
      if (hasFigures) found.set(row, null);
    }
  }
  return found;
}
