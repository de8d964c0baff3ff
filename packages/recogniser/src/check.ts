import {
  applyRecipe,
  checkWitness,
  compileRecipe,
  type Endpoint as Kind,
  knownWitnesses,
  type ListRecipe,
  type Recipe,
  type RecipeResult,
  type ResourceValues,
  type Witness,
} from '@answershare/core';
import { doubtCompetitors, doubtDays } from './check-values.ts';
import type { Guesses } from './guesses.ts';
import { segmentsOf } from './known-names.ts';

/** Relations that hold in every value that has their figures. */
function findWitnesses<K extends Kind>(kind: K, values: readonly ResourceValues[K][]): Witness[] {
  return knownWitnesses[kind].filter((witness) => {
    const held = values.map((value) => checkWitness(witness, value)).filter((one) => one !== null);
    return held.length > 0 && held.every((one) => one);
  });
}

/** All mentions are known to be all only where shares agree with them. */
function withWitnesses(recipe: Recipe, held: readonly Witness[]): Recipe {
  const { totalMentions, ...whole } = recipe.whole ?? {};
  const kept = totalMentions !== undefined && !held.includes('mentions') ? { ...recipe, whole } : recipe;
  return held.length === 0 ? kept : { ...kept, witnesses: held };
}

/** The recipe with rows of one key added up, where the row at a pointer has the key of another one. */
function merged(recipe: Recipe, pointer: string): Recipe {
  const segments = segmentsOf(pointer);
  const isAt = (at: string): boolean => {
    const way = segmentsOf(at);
    return way.length === segments.length && way.every((one, n) => one === '*' || one === segments[n]);
  };
  const lists = Object.entries(recipe.lists ?? {}).map(([name, parts]): [string, ListRecipe[]] => [
    name,
    parts.map((part) => (isAt(part.at) ? { ...part, merge: 'sum' as const } : part)),
  ]);
  return { ...recipe, lists: Object.fromEntries(lists) };
}

const readAll = <K extends Kind>(
  kind: K,
  recipe: Recipe,
  bodies: readonly unknown[],
): RecipeResult<ResourceValues[K]>[] => bodies.map((body) => applyRecipe(kind, recipe, body));

/** Applies a recipe to every body: those that it does not fit are doubts, and relations that hold are kept. */
export function check(
  kind: Kind,
  bodies: readonly unknown[],
  recipe: Recipe,
  isVague: boolean,
  guesses: Guesses,
): Recipe | null {
  if (!compileRecipe(recipe).ok) return null;
  const first = readAll(kind, recipe, bodies);
  const isAdded = kind === 'citations' || kind === 'analytics';
  const repeated = first.flatMap((one) =>
    isAdded && !one.ok && one.drift.problem === 'repeated' ? [one.drift.pointer] : [],
  )[0];
  const used = repeated === undefined ? recipe : merged(recipe, repeated);
  if (repeated !== undefined) guesses.doubt(`rows of one key at ${repeated} are added up`);
  const applied = used === recipe ? first : readAll(kind, used, bodies);
  for (const one of applied)
    if (!one.ok)
      guesses.doubt(
        `${one.drift.pointer || 'the body'} holds ${one.drift.found}, and ${one.drift.expected} is expected`,
      );
  const values = applied.flatMap((one) => (one.ok ? [one.value] : []));
  if (values.length === 0) return null;
  if (kind === 'competitors') doubtCompetitors(used, values as never, isVague, guesses);
  if (kind === 'analytics') doubtDays(used, values as never, guesses);
  const result = withWitnesses(used, findWitnesses(kind, values as never));
  return compileRecipe(result).ok ? result : null;
}
