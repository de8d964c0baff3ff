import type { Draft, Endpoint as Kind, Recognition } from '@answershare/core';
import { withBaseline } from './baseline.ts';
import { check } from './check.ts';
import { compose } from './compose.ts';
import { nothing } from './facts.ts';
import { Guesses } from './guesses.ts';
import { headersIn } from './headers.ts';
import { leavesOf } from './leaves.ts';
import { findLists } from './lists.ts';
import { placeWhole } from './place.ts';
import { cutOf, type RowSet, rowSets } from './rows.ts';
import { type Shape, shapeOf } from './shape.ts';
import { statedUnit } from './statements.ts';
import { chooseUnits, fieldsOf, settleUnits } from './units.ts';
import { wishes } from './wishes.ts';

/** What is inspected: the same in every run. */
interface Sample {
  readonly kind: Kind;
  readonly bodies: readonly unknown[];
  readonly root: Shape;
  readonly sets: readonly RowSet[];
  /** The part of the bodies that is inspected; null for all. */
  readonly cut: string | null;
}

/** One run of the inference; null where no field is known. */
function infer({ kind, bodies, root, sets, cut }: Sample, guesses: Guesses): Draft | null {
  const wish = wishes[kind];
  const around = leavesOf(root);
  const { unit, at } = statedUnit(around);
  if (unit !== null) guesses.assume(`shares are in the unit that ${at} states`);
  if (cut !== null) guesses.doubt(`${cut} hold all figures`);
  const lists = findLists({ kind: wish, sets, unit, around, guesses });
  const taken = Object.values(lists).flatMap((parts) => parts.map(({ set }) => set.container.at));
  const leaves = leavesOf(root, new Set(taken), true);
  const whole = placeWhole(leaves, wish, unit, guesses);
  if (Object.keys(whole).length + Object.keys(lists).length === 0) guesses.doubt(nothing);
  if (guesses.doubts.includes(nothing)) return null;
  const plan = { kind, bodies, root, leaves, sets, whole, lists };
  settleUnits(plan);
  for (const [name, { leaf, codec }] of fieldsOf(plan))
    if (unit !== null && name !== 'weight' && /percent|fraction/.test(codec) && !codec.endsWith(unit))
      guesses.doubt(`${leaf.at} has another unit than ${at} states`);
  chooseUnits(plan, guesses);
  const composed = compose(plan, guesses);
  if (guesses.doubts.includes(nothing)) return null;
  const recipe = check(kind, bodies, composed, whole.mentions?.isVague ?? false, guesses);
  if (recipe === null) return null;
  return {
    recipe: withBaseline(kind, root, recipe, bodies),
    assumes: [...guesses.doubts, ...guesses.assumed],
  };
}

const mostDrafts = 8;

/** So many doubts are in a reason; a person decides about these first. */
const mostReasons = 3;

function reasonOf(doubts: readonly string[]): string {
  const more = doubts.length - mostReasons;
  return [...doubts.slice(0, mostReasons), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Inspects several bodies of one kind together. */
export function recognise(kind: Kind, bodies: readonly unknown[]): Recognition {
  const { root, cut } = shapeOf(bodies);
  const sets = rowSets(root, headersIn(root));
  const sample: Sample = { kind, bodies, root, sets, cut: cut ?? cutOf(sets) };
  const guesses = new Guesses();
  const best = infer(sample, guesses);
  if (best === null) {
    const last = guesses.doubts.includes(nothing) ? [nothing] : Array.from(guesses.doubts).reverse();
    return { clear: false, drafts: [], reason: reasonOf(last) };
  }
  const drafts = [best];
  const seen = new Set([JSON.stringify(best.recipe)]);
  for (const [key, options] of guesses.open)
    for (let option = 1; option < options && drafts.length < mostDrafts; option += 1) {
      const other = infer(sample, new Guesses({ [key]: option }));
      if (other === null || seen.has(JSON.stringify(other.recipe))) continue;
      seen.add(JSON.stringify(other.recipe));
      drafts.push(other);
    }
  return { clear: guesses.doubts.length === 0, drafts, reason: reasonOf(guesses.doubts) };
}
