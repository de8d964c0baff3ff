import {
  applyRecipe,
  type CodecName,
  compileRecipe,
  type Draft,
  holds,
  type Endpoint as Kind,
  type Recipe,
  type Recognition,
  type ResourceValues,
  type Witness,
  witnessesOf,
} from '@answershare/core';
import { withBaseline } from './baseline.ts';
import { leavesOf } from './claims.ts';
import { otherUnit } from './codec.ts';
import { compose } from './compose.ts';
import { Guesses } from './guesses.ts';
import { findLists } from './lists.ts';
import { type Placed, placeAll } from './place.ts';
import { rowSets } from './rows.ts';
import { type Shape, shapeOf } from './shape.ts';
import { fieldsOf, settleUnits } from './units.ts';
import { wishes } from './wishes.ts';

/** Relations that hold in every value that has their figures. */
function witnesses<K extends Kind>(kind: K, values: readonly ResourceValues[K][]): Witness[] {
  return witnessesOf[kind].filter((witness) => {
    const held = values.map((value) => holds(witness, value)).filter((one) => one !== null);
    return held.length > 0 && held.every((one) => one);
  });
}

/** One run of the inference; null where no field is known. */
function infer(kind: Kind, bodies: readonly unknown[], root: Shape, guesses: Guesses): Draft | null {
  const wish = wishes[kind];
  const lists = findLists(wish, rowSets(root), guesses);
  const leaves = leavesOf(root, new Set(Object.values(lists).map(({ set }) => set.container.at)));
  const whole = placeAll(leaves, wish.whole, wish.topic, guesses);
  if (Object.keys(whole).length + Object.keys(lists).length === 0) return null;
  const plan = { kind, root, leaves, whole, lists };
  settleUnits(plan, bodies);
  for (const [name, placed] of fieldsOf(plan)) chooseUnit(name, placed, guesses);
  const recipe = check(kind, bodies, compose(plan, guesses), guesses);
  if (recipe === null) return null;
  return {
    recipe: withBaseline(kind, root, recipe, bodies),
    assumes: [...guesses.doubts, ...guesses.assumed],
  };
}

/** Per cent or a fraction, where nothing shows which. */
function chooseUnit(name: string, placed: Placed, guesses: Guesses): void {
  if (placed.sure) return;
  const place = `${name} at ${placed.leaf.at}`;
  const words = (codec: CodecName): string => (codec.endsWith('percent') ? 'in per cent' : 'a fraction of 1');
  placed.codec = guesses.choose(
    `unit ${placed.leaf.at}`,
    [placed.codec, otherUnit(placed.codec)].map((codec) => ({
      value: codec,
      assumes: `${place} is ${words(codec)}`,
    })),
  );
}

const mostDrafts = 8;

/** Inspects several bodies of one kind together. */
export function recognise(kind: Kind, bodies: readonly unknown[]): Recognition {
  const root = shapeOf(bodies);
  const guesses = new Guesses();
  const best = infer(kind, bodies, root, guesses);
  if (best === null)
    return { clear: false, drafts: [], reason: 'no figure of the bodies is known by its name' };
  const drafts = [best];
  const seen = new Set([JSON.stringify(best.recipe)]);
  for (const [key, options] of guesses.open)
    for (let option = 1; option < options && drafts.length < mostDrafts; option += 1) {
      const other = infer(kind, bodies, root, new Guesses({ [key]: option }));
      if (other === null || seen.has(JSON.stringify(other.recipe))) continue;
      seen.add(JSON.stringify(other.recipe));
      drafts.push(other);
    }
  return { clear: guesses.doubts.length === 0, drafts, reason: guesses.doubts.join('; ') };
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

/** Applies a recipe to every body: those that it does not fit are doubts, and relations that hold are kept. */
function check(kind: Kind, bodies: readonly unknown[], recipe: Recipe, guesses: Guesses): Recipe | null {
  if (!compileRecipe(recipe).ok) return null;
  const applied = bodies.map((body) => applyRecipe(kind, recipe, body));
  for (const one of applied)
    if (!one.ok)
      guesses.doubt(`${one.drift.pointer} holds ${one.drift.found}, and ${one.drift.expected} is expected`);
  const values = applied.flatMap((one) => (one.ok ? [one.value] : []));
  const held = witnesses(kind, values as never);
  if (kind === 'competitors' && recipe.own === undefined && listsOwnBrand(values as never))
    guesses.doubt(
      `no row at ${recipe.lists?.competitors?.[0]?.at} is the own brand's, although one has its share`,
    );
  if (values.some((value) => kind === 'analytics' && holds('daily', value as never) === false))
    guesses.doubt(`the rows at ${recipe.lists?.days?.[0]?.at} are days, although they are further apart`);
  const result = withWitnesses(recipe, held);
  return compileRecipe(result).ok ? result : null;
}
