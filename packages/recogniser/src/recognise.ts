import {
  applyRecipe,
  compileRecipe,
  holds,
  type Endpoint as Kind,
  type Recipe,
  type ResourceValues,
  type Witness,
  witnessesOf,
} from '@answershare/core';
import { leavesOf } from './claims.ts';
import { compose } from './compose.ts';
import { findLists } from './lists.ts';
import { placeAll } from './place.ts';
import { rowSets } from './rows.ts';
import { shapeOf } from './shape.ts';
import { fieldsOf, settleUnits } from './units.ts';
import { wishes } from './wishes.ts';

/** A recipe with all that a person has to decide about it; no question makes it clear. */
export interface Recognition {
  readonly recipe: Recipe | null;
  readonly questions: readonly string[];
}

/** Relations that hold in every value that has their figures. */
function witnesses<K extends Kind>(kind: K, values: readonly ResourceValues[K][]): Witness[] {
  return witnessesOf[kind].filter((witness) => {
    const held = values.map((value) => holds(witness, value)).filter((one) => one !== null);
    return held.length > 0 && held.every((one) => one);
  });
}

/** Reads several bodies of one kind together: a recipe, and what a person has to decide about it. */
export function recognise(kind: Kind, bodies: readonly unknown[]): Recognition {
  const root = shapeOf(bodies);
  const wish = wishes[kind];
  const questions: string[] = [];
  const lists = findLists(wish, rowSets(root), questions);
  const leaves = leavesOf(root, new Set(Object.values(lists).map(({ set }) => set.container.at)));
  const whole = placeAll(leaves, wish.whole, wish.topic, questions);
  if (Object.keys(whole).length + Object.keys(lists).length === 0)
    return { recipe: null, questions: ['no field of the body is known'] };
  const plan = { kind, root, leaves, whole, lists };
  settleUnits(plan, bodies);
  for (const [name, placed] of fieldsOf(plan))
    if (!placed.sure) questions.push(`${name} at ${placed.leaf.at}: percent or fraction`);
  const recipe = compose(plan, questions);
  return check(kind, bodies, recipe, questions);
}

/** All mentions are known to be all only where shares agree with them. */
function withWitnesses(recipe: Recipe, held: readonly Witness[]): Recipe {
  const { totalMentions, ...whole } = recipe.whole ?? {};
  const kept = totalMentions !== undefined && !held.includes('mentions') ? { ...recipe, whole } : recipe;
  return held.length === 0 ? kept : { ...kept, witnesses: held };
}

/** Whether every body has a row with the very share or the very mentions of the own brand. */
function listsOwnBrand(values: readonly ResourceValues['competitors'][]): boolean {
  const known = values.filter(
    ({ shareOfVoice, competitors }) => shareOfVoice !== null && competitors.length > 0,
  );
  const isListed = ({ shareOfVoice, mentions, competitors }: ResourceValues['competitors']): boolean =>
    competitors.some((row) => row.share === shareOfVoice || (mentions !== null && row.mentions === mentions));
  return known.length > 0 && known.every(isListed);
}

/** Applies a recipe to every body: those that it does not fit are questions, and relations that hold are kept. */
function check(
  kind: Kind,
  bodies: readonly unknown[],
  recipe: Recipe,
  questions: readonly string[],
): Recognition {
  const applied = bodies.map((body) => applyRecipe(kind, recipe, body));
  const misfits = applied.flatMap((one) =>
    one.ok
      ? []
      : [
          `${one.drift.pointer}: ${one.drift.problem}, expected ${one.drift.expected}, found ${one.drift.found}`,
        ],
  );
  const values = applied.flatMap((one) => (one.ok ? [one.value] : []));
  const held = witnesses(kind, values as never);
  if (kind === 'competitors' && recipe.own === undefined && listsOwnBrand(values as never))
    misfits.push('own brand: in each body a row has its share; say which row, or none');
  const weekly = values.some((value) => kind === 'analytics' && holds('daily', value as never) === false);
  if (weekly) misfits.push('days: rows are further apart than a day');
  const result = withWitnesses(recipe, held);
  if (!compileRecipe(result).ok) return { recipe: null, questions: ['no figure of the body is certain'] };
  return { recipe: result, questions: [...questions, ...misfits] };
}
