import { isObject } from '../bodies/json.ts';
import type { CompiledList, CompiledRecipe, Place } from './compile.ts';
import { quote, type RecipeNote, throwDrift } from './drift.ts';
import { escaped, type Key, placeOf } from './pointer.ts';
import { keysOf, type Rows, sizeOf, valueAt } from './rows.ts';

const mostNotes = 50;

/** The notes of one body: one for each field, at its first place. */
export class Notes {
  readonly all: RecipeNote[] = [];
  private readonly seen = new Set<string>();

  add(kind: RecipeNote['kind'], field: string, pointer: () => string, detail: string): void {
    if (this.seen.has(field) || this.all.length >= mostNotes) return;
    this.seen.add(field);
    this.all.push({ kind, pointer: pointer(), detail });
  }
}

/**
 * Whether a new field may say what the figures next to it are: a flag or a short word such as "estimated". A figure, a date, an
 * address and a sentence do not.
 */
const isStatement = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value.length <= 20 && !/[/.:@]|\d{4}/.test(value));

/** The first new field that may be a statement; each other new field is noted. */
function newStatement(
  object: unknown,
  { pointer, names }: CompiledList['known'][number],
  placed: () => string,
  notes: Notes,
): string | null {
  if (Array.isArray(object) && typeof names === 'number' && object.length !== names)
    throwDrift(placed(), 'relation', `a list of ${names}`, quote(object));
  if (!isObject(object) || typeof names === 'number') return null;
  let found: string | null = null;
  for (const name of Object.keys(object)) {
    if (names.has(name)) continue;
    if (found === null && isStatement(object[name])) found = name;
    else notes.add('new field', `${pointer}/${name}`, () => placed() + escaped(name), name);
  }
  return found;
}

const isMeasured = (value: unknown, { guard }: CompiledList['guards'][number]): boolean =>
  guard.measured.includes((value ?? null) as null);

function noteUnmeasured(
  value: unknown,
  { pointer, guard }: CompiledList['guards'][number],
  placed: () => string,
  notes: Notes,
): void {
  const isKnown = guard.unmeasured.includes((value ?? null) as null);
  notes.add(isKnown ? 'not measured' : 'new status', `${pointer} ${isKnown}`, placed, quote(value));
}

/** Whether the figures of a whole body count. @throws DriftError where a new field may say what they are */
export function isBodyMeasured(body: unknown, { guards, known }: CompiledRecipe, notes: Notes): boolean {
  const rows = [{ values: [body], keys: null, parents: null, sizes: [] }];
  const placed =
    ({ path }: Place) =>
    () =>
      placeOf(body, path);
  for (const place of known) {
    const object = valueAt(rows, place, 0);
    const name = newStatement(object, place, placed(place), notes);
    if (name !== null)
      throwDrift(
        placed(place)() + escaped(name),
        'value',
        'no new statement about the figures',
        quote((object as Record<string, unknown>)[name]),
      );
  }
  let all = true;
  for (const place of guards) {
    const value = valueAt(rows, place, 0);
    if (isMeasured(value, place)) continue;
    noteUnmeasured(value, place, placed(place), notes);
    all = false;
  }
  return all;
}

/** Marks the rows whose figures do not count. @throws DriftError where all rows have a new field that may say what they are */
export function unmeasuredRows(
  body: unknown,
  rows: Rows,
  list: CompiledList,
  notes: Notes,
): readonly boolean[] | null {
  const size = sizeOf(rows);
  const hasFigures = list.fields.some(({ isFigure }) => isFigure);
  const marks: boolean[] = [];
  const pointerAt =
    ({ path }: Place, row: number) =>
    (): string =>
      placeOf(body, path, keysOf(rows, row));
  for (const place of list.guards)
    for (let row = 0; row < size; row++) {
      const value = valueAt(rows, place, row);
      if (isMeasured(value, place)) continue;
      noteUnmeasured(value, place, pointerAt(place, row), notes);
      marks[row] = true;
    }
  for (const place of list.known) {
    let last: unknown;
    let name: string | null = null;
    let all = hasFigures && size > 0;
    for (let row = 0; row < size; row++) {
      const object = valueAt(rows, place, row);
      if (object !== last || row === 0) name = newStatement(object, place, pointerAt(place, row), notes);
      last = object;
      all = all && name !== null;
      if (name === null) continue;
      const detail = quote((object as Record<Key, unknown>)[name]);
      const pointer = (at: number) => pointerAt(place, at)() + escaped(name ?? '');
      if (all && row === size - 1)
        throwDrift(pointer(row), 'value', 'no new statement about the figures', detail);
      notes.add('new status', `${place.pointer}/${name}`, () => pointer(row), detail);
      if (hasFigures) marks[row] = true;
    }
  }
  return marks.length === 0 ? null : marks;
}
