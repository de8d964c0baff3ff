import type { Endpoint, ResourceValues } from '../resources/resources.ts';
import { buildValue } from './build-value.ts';
import { decodeValue } from './codecs.ts';
import { compileRecipe, formatFlaws } from './compile.ts';
import type { CompiledRecipe } from './compiled-recipe.ts';
import { type Drift, DriftError, type RecipeNote } from './drift.ts';
import { Notes } from './qualifiers.ts';
import { hasMorePages, readRawFigures } from './raw-figures.ts';
import type { KnownRecipe, Recipe, RecipeStatus } from './recipe.ts';
import { resolvePath } from './recipe-pointer.ts';
import { findBrokenWitness } from './witnesses.ts';

/** A value read by a recipe, or where the body no longer fits. */
export type RecipeResult<T> =
  | { readonly ok: true; readonly value: T; readonly notes: readonly RecipeNote[] }
  | { readonly ok: false; readonly drift: Drift };

/** Reads a body of `kind` by a recipe, in linear time. @throws RangeError for an invalid recipe */
export function applyRecipe<K extends Endpoint>(
  kind: K,
  recipe: Recipe,
  body: unknown,
): RecipeResult<ResourceValues[K]> {
  const result = compileRecipe(recipe);
  if (!result.ok) throw new RangeError(formatFlaws(result.flaws));
  if (recipe.kind !== kind)
    return { ok: false, drift: { pointer: '', problem: 'type', expected: recipe.kind, found: kind } };
  const { compiled } = result;
  const notes = new Notes();
  try {
    const figures = readRawFigures(recipe, compiled, body, notes);
    const value = buildValue(kind, figures, recipe);
    const drift = findBrokenWitness(recipe, compiled, figures, value, body);
    if (drift !== null) return { ok: false, drift };
    if (hasMorePages(figures))
      notes.add('more pages', 'pages', () => '', 'the rows may be one page of several');
    return { ok: true, value, notes: notes.all };
  } catch (thrown) {
    if (!(thrown instanceof DriftError)) throw thrown;
    return { ok: false, drift: thrown.drift };
  }
}

/** The location and codec of a field. */
export interface FieldPointer {
  /** JSON Pointer (RFC 6901) with `*` for each row. */
  readonly pointer: string;
  readonly codec: string;
}

/** How a body was read. */
export interface ReadingTrace {
  readonly status: RecipeStatus;
  /** By field name; fields of rows have the prefix of their list: `competitors.share`. */
  readonly fields: Readonly<Record<string, FieldPointer>>;
  /** Assumptions of the recipe, one sentence each. */
  readonly assumes: readonly string[];
  /** Notes on this body, one clause each. */
  readonly notes: readonly string[];
  /** True if the body is one page of several. */
  readonly isPage?: true;
  /** The first statement of the service that makes figures unknown, one clause: `/sampled is true: …`. */
  readonly unmeasured?: string;
}

/** A value with its trace, or why the body is unreadable. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly trace: ReadingTrace }
  | {
      readonly ok: false;
      /** `unknown`: no recipe exists. `drift`: no recipe fits any more. `unclear`: a person has to confirm one. */
      readonly problem: 'unknown' | 'drift' | 'unclear';
      readonly reason: string;
      /** JSON Pointer to the place that no longer fits; null without one. */
      readonly pointer: string | null;
    };

function formatDrift({ problem, expected, found }: Drift): string {
  if (problem === 'error') return `it is an error inside a successful answer: ${found}`;
  if (problem === 'relation') return `so far ${expected}; now ${found}`;
  return `${expected} is expected, and there is ${found}`;
}

const formatNote: Readonly<Record<RecipeNote['kind'], (note: RecipeNote) => string>> = {
  'new field': ({ pointer }) => `${pointer} is a new field`,
  'not measured': ({ pointer, detail }) => `${pointer} is ${detail}: figures next to it are unknown`,
  'new status': ({ pointer, detail }) =>
    `${pointer} is ${detail}, which the recipe does not know: figures next to it are unknown`,
  'more pages': () => 'the rows are one page, and more exist',
  'no own brand': ({ pointer }) => `no row is the own brand’s by ${pointer}`,
};

/** Lists that are the resource itself; their fields have no prefix. */
const unprefixedLists = ['websites', 'days'];

const fieldPointers = new WeakMap<CompiledRecipe, Record<string, FieldPointer>>();

/** Cached by identity, as the compiled recipe. */
function listFieldPointers(recipe: CompiledRecipe): Record<string, FieldPointer> {
  const { whole, lists } = recipe;
  const fields = fieldPointers.get(recipe) || {};
  if (fieldPointers.has(recipe)) return fields;
  fieldPointers.set(recipe, fields);
  for (const { name, pointer, codec } of whole.fields)
    if (name !== 'website') fields[name] = { pointer, codec };
  for (const list of lists)
    for (const { name, pointer, codec } of list.fields)
      fields[unprefixedLists.includes(list.name) ? name : `${list.name}.${name}`] = { pointer, codec };
  return fields;
}

const failReading = (
  problem: 'unknown' | 'drift' | 'unclear',
  reason: string,
  pointer: string | null = null,
): Reading<never> => ({ ok: false, problem, reason, pointer });

/** A failed reading that needs a person's decision. */
export const unclear = (reason: string): Reading<never> => failReading('unclear', reason);

function failDrift(drift: Drift): Reading<never> {
  const place = drift.pointer === '' ? 'at the top' : `at ${drift.pointer}`;
  return failReading('drift', `it no longer fits its recipe ${place}: ${formatDrift(drift)}`, drift.pointer);
}

/** Reads a body by the first recipe that fits. Without a fit the reason is the drift of the first recipe. */
export function readByRecipes<K extends Endpoint>(
  kind: K,
  known: readonly KnownRecipe[],
  body: unknown,
): Reading<ResourceValues[K]> {
  let first: Reading<never> | null = null;
  for (const { recipe, status, assumes } of known) {
    const compiled = compileRecipe(recipe);
    if (!compiled.ok) {
      first ??= failReading('drift', formatFlaws(compiled.flaws));
      continue;
    }
    const applied = applyRecipe(kind, recipe, body);
    if (applied.ok) {
      const notes = applied.notes.map((note) => formatNote[note.kind](note));
      const fields = listFieldPointers(compiled.compiled);
      const isPage = applied.notes.some(({ kind: note }) => note === 'more pages');
      const [unmeasured] = notes.filter((_, at) => /^(not|new s)/.test(applied.notes[at]?.kind ?? ''));
      const trace = {
        ...{ status, fields, assumes, notes },
        ...(isPage ? { isPage } : {}),
        ...(unmeasured === undefined ? {} : { unmeasured }),
      };
      return { ok: true, value: applied.value, trace };
    }
    first ??= failDrift(applied.drift);
  }
  return first ?? failReading('unknown', 'no recipe says yet where its figures are');
}

/** The website id stated in a body, by the first recipe that has its place; null if not stated. */
export function findStatedWebsite(known: readonly KnownRecipe[], body: unknown): string | null {
  for (const { recipe } of known) {
    const compiled = compileRecipe(recipe);
    const field = compiled.ok
      ? compiled.compiled.whole.fields.find(({ name }) => name === 'website')
      : undefined;
    const id = field && decodeValue(field.codec, resolvePath(body, field.path, []) ?? null);
    if (typeof id === 'string') return id;
  }
  return null;
}

/** Reads a body by one configured recipe. */
export function readByRecipe<K extends Endpoint>(
  kind: K,
  recipe: Recipe,
  body: unknown,
): Reading<ResourceValues[K]> {
  return readByRecipes(kind, [{ recipe, status: 'configured', assumes: [], learntAt: 0 }], body);
}
