import type { Draft, Endpoint as Kind, Recognition } from '@answershare/core';
import { withBaseline } from './baseline.ts';
import { checkDraft } from './check-draft.ts';
import { composeRecipe } from './compose-recipe.ts';
import { Decisions } from './decisions.ts';
import { findLists } from './find-lists.ts';
import { decodeNumbers, placeWhole } from './place-fields.ts';
import { findCutReason, findHeaders, findRowSets, type RowSet } from './row-sets.ts';
import { chooseUnits, listPlacedFields, settleDays, settleUnits } from './settle-units.ts';
import { isEmptyList, listLeaves, mergeShapes, type Shape } from './shape.ts';
import { findStatedUnit } from './statements.ts';
import { targets } from './target-fields.ts';
import { noKnownFigure } from './totals.ts';

/** The input, equal in all runs. */
interface RecogniserSample {
  readonly kind: Kind;
  readonly bodies: readonly unknown[];
  readonly root: Shape;
  readonly sets: readonly RowSet[];
  /** The inspected part of large bodies; null for all. */
  readonly cut: string | null;
}

/** Runs one inference; null if no field is known. */
function infer({ kind, bodies, root, sets, cut }: RecogniserSample, decisions: Decisions): Draft | null {
  const wish = targets[kind];
  const around = listLeaves(root);
  const { unit, at } = findStatedUnit(around);
  if (unit !== null) decisions.assume(`shares are in the unit that ${at} states`);
  if (cut !== null) decisions.doubt(`${cut} hold all figures`);
  const lists = findLists({ kind: wish, sets, unit, around, decisions });
  const listContainers = Object.values(lists).flatMap((parts) => parts.map(({ set }) => set.container.at));
  const leaves = listLeaves(root, new Set(listContainers), true);
  const whole = placeWhole(leaves, wish, unit, decisions);
  if (Object.keys(whole).length + Object.keys(lists).length === 0) decisions.doubt(noKnownFigure);
  if (decisions.doubts.includes(noKnownFigure)) return null;
  const plan = { kind, bodies, root, leaves, sets, whole, lists };
  const parts = Object.values(lists).flat();
  const hasFigure = Object.values(whole).some((placed) => decodeNumbers(placed).some((figure) => figure > 0));
  if (
    kind !== 'websites' &&
    !hasFigure &&
    parts.length > 0 &&
    parts.every(({ set }) => isEmptyList(set.container))
  )
    decisions.doubt(
      `${parts[0]?.set.container.at || 'the body'} is empty in every body, which shows no figure`,
    );
  settleDays(plan, decisions);
  settleUnits(plan);
  for (const [name, { leaf, codec }] of listPlacedFields(plan))
    if (unit !== null && name !== 'weight' && /percent|fraction/.test(codec) && !codec.endsWith(unit))
      decisions.doubt(`${leaf.at} has another unit than ${at} states`);
  chooseUnits(plan, decisions);
  const composed = composeRecipe(plan, decisions);
  if (decisions.doubts.includes(noKnownFigure)) return null;
  const recipe = checkDraft(kind, bodies, composed, whole.mentions?.isVague ?? false, decisions);
  if (recipe === null) return null;
  return {
    recipe: withBaseline(kind, root, recipe, bodies),
    assumes: [...decisions.doubts, ...decisions.assumed],
  };
}

const maxDrafts = 8;

/** Most doubts in a reason. */
const maxReasons = 3;

function formatReason(doubts: readonly string[]): string {
  const more = doubts.length - maxReasons;
  return [...doubts.slice(0, maxReasons), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** The first list, or the numbers, of bodies without a known figure. */
function describeFirst({ root, sets }: RecogniserSample): string {
  const list = sets.find(({ layout, container }) => layout === 'list' && !isEmptyList(container));
  const numbers = listLeaves(root)
    .filter(({ shape }) => shape.seen.number > 0)
    .reverse();
  const places = numbers.slice(0, maxReasons).map(({ at, shape }) => `${at} (${shape.values[0]})`);
  if (list === undefined) return places.length === 0 ? '' : `; it has ${places.join(', ')}`;
  const names = [...(list.container.entry?.fields.keys() ?? [])]
    .reverse()
    .slice(0, maxReasons)
    .map((name) => JSON.stringify(name));
  const fields = names.length === 0 ? 'without names' : `with ${names.join(', ')}`;
  return `; it has a list of ${list.container.lengths[0]} rows at ${list.container.at || 'the top'} ${fields}`;
}

/** Infers recipes for one endpoint from several bodies; `clear` if the first draft needs no confirmation. */
export function recognise(kind: Kind, bodies: readonly unknown[]): Recognition {
  const { root, cut } = mergeShapes(bodies);
  const sets = findRowSets(root, findHeaders(root));
  const sample: RecogniserSample = { kind, bodies, root, sets, cut: cut ?? findCutReason(sets) };
  const decisions = new Decisions();
  const best = infer(sample, decisions);
  if (best === null) {
    const isUnknown = decisions.doubts.includes(noKnownFigure);
    const last = isUnknown ? [`${noKnownFigure}${describeFirst(sample)}`] : [...decisions.doubts].reverse();
    return { clear: false, drafts: [], reason: formatReason(last) };
  }
  const drafts = [best];
  const seen = new Set([JSON.stringify(best.recipe)]);
  for (const [key, options] of decisions.open)
    for (let option = 1; option < options && drafts.length < maxDrafts; option += 1) {
      const other = infer(sample, new Decisions({ [key]: option }));
      if (other === null || seen.has(JSON.stringify(other.recipe))) continue;
      seen.add(JSON.stringify(other.recipe));
      drafts.push(other);
    }
  return { clear: decisions.doubts.length === 0, drafts, reason: formatReason(decisions.doubts) };
}
