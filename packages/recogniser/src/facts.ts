import { decodeValue, type Endpoint as Kind, type Recipe } from '@answershare/core';
import type { Guesses, Option } from './guesses.ts';
import type { Leaf } from './leaves.ts';
import type { Lists } from './lists.ts';
import { readNames } from './names.ts';
import { ownRule } from './own.ts';
import type { Fields, Placed } from './place.ts';
import type { RowSet } from './rows.ts';
import type { Shape } from './shape.ts';
import { has, tagsOf } from './statements.ts';

/** What was found in the bodies of one kind. */
export interface Plan {
  readonly kind: Kind;
  readonly bodies: readonly unknown[];
  readonly root: Shape;
  /** Scalars outside the lists. */
  readonly leaves: readonly Leaf[];
  readonly sets: readonly RowSet[];
  readonly whole: Fields;
  readonly lists: Lists;
}

const numbersAt = ({ shape }: Leaf): number[] => shape.values.map(Number);

/** A bare total, which may count rows. */
export function bareTotals(leaves: readonly Leaf[]): Leaf[] {
  return leaves.filter((leaf) => {
    if (leaf.shape.seen.number === 0 || !readNames(leaf.names).isKnown) return false;
    const rest = Array.from(tagsOf(leaf)).filter(
      (tag) => !['neutral', 'wrapper', 'paging', 'total', 'citation', 'overall'].includes(tag),
    );
    if (rest.length > 0) return false;
    const { words } = readNames(leaf.names);
    return words.some((word) => /^(totals?|counts?|overall|results)$/.test(word)) && !words.includes('pages');
  });
}

/** Totals that count the rows of the main list, of which the body holds one page. */
export function rowTotals({ kind, leaves, lists }: Plan): Leaf[] {
  const totals = bareTotals(leaves);
  if (kind === 'citations') return lists.items ? totals : [];
  const lengths = lists[kind === 'analytics' ? 'days' : kind]?.[0]?.set.container.lengths ?? [];
  return totals.filter((leaf) => {
    const name = readNames(leaf.names.slice(-1)).tags;
    const ofRows = name.has('wrapper') || tagsOf(leaf).has('paging');
    const values = numbersAt(leaf);
    return (
      ofRows && values.length === lengths.length && values.every((value, at) => value >= (lengths[at] ?? 0))
    );
  });
}

type Total = Pick<Recipe, 'total'> & { readonly at?: string };

/** Citations in all: stated, else counted in a complete feed, else summed over engines. */
function totalOf({ leaves, whole, lists }: Plan, guesses: Guesses): Total {
  if ('total' in whole) return {};
  const items = lists.items?.[0];
  const engines = lists.byEngine?.[0];
  const [stated] = bareTotals(leaves);
  const options: Option<Total>[] = [];
  const isSingle = items !== undefined && isRowsOfOne(items.set.leaves);
  if (stated !== undefined) {
    const values = numbersAt(stated);
    const counts = engines?.fields.count?.leaf.shape.values.map(Number) ?? [];
    const sum = counts.reduce((all, one) => all + one, 0);
    const lengths = items?.set.container.lengths ?? [];
    const isLess = lengths.length === values.length && values.some((value, at) => value < (lengths[at] ?? 0));
    const option = { value: { at: stated.at }, assumes: `the total is ${stated.at}` };
    const isSum = values.reduce((all, one) => all + one, 0) === sum;
    if (engines === undefined ? isSingle && !isLess : isSum) options.push(option);
    else if (engines !== undefined) {
      const summed: Option<Total> = {
        value: { total: 'engines' },
        assumes: `the total is the sum over engines at ${engines.set.at}`,
      };
      options.push(...((values[0] ?? 0) > sum ? [option, summed] : [summed, option]));
    } else if (isSingle) guesses.doubt(`the total is not ${stated.at}`);
  }
  if (options.length === 0 && engines)
    options.push({
      value: { total: 'engines' },
      assumes: `the total is the sum over engines at ${engines.set.at}`,
    });
  if (isSingle && (options.length === 0 || (engines && stated === undefined)))
    options.push({ value: { total: 'rows' }, assumes: `the total is the number of rows at ${items.set.at}` });
  if (options.length === 1 && options[0]) guesses.assume(options[0].assumes);
  return options.length === 0 ? {} : guesses.choose('total', options);
}

/** True where a row is one citation: no number of it counts citations. */
const isRowsOfOne = (leaves: readonly Leaf[]): boolean =>
  !leaves.some(
    (leaf) =>
      leaf.shape.seen.number > 0 &&
      !has(leaf, 'another') &&
      (has(leaf, 'citation') ||
        has(leaf, 'mention') ||
        readNames(leaf.names).words.some((word) => /^(counts?|frequency|times|total)$/.test(word))) &&
      !has(leaf, 'id'),
  );

const maximum = (placed: Placed | undefined): number =>
  (placed?.leaf.shape.values ?? []).reduce<number>(
    (most, value) => Math.max(most, Number(decodeValue(placed?.codec ?? 'number', value) ?? 0)),
    0,
  );

/** The score's maximum, as all bodies show it together. */
function scaleOf({ whole, lists }: Plan, guesses: Guesses): Partial<Recipe> {
  const score = maximum(whole.score);
  const parts = maximum(lists.components?.[0]?.fields.score);
  const stated = maximum(whole.scale);
  const place = whole.score?.leaf.at ?? '';
  if (stated > 0) {
    if (score > stated || parts > stated)
      guesses.doubt(`${stated} is the maximum of ${place}, although figures are above it`);
    return {};
  }
  if (lists.components && parts > 0 && score <= 1 !== parts <= 1 && score > 0)
    guesses.doubt(`the parts at ${lists.components[0]?.set.at} have the same maximum as ${place}`);
  const scale = score <= 10 || score > 1000 ? 0 : score <= 100 ? 100 : 1000;
  if (scale === 0) return {};
  if (parts > scale) {
    guesses.doubt(`the maximum of ${place} is unknown, because parts are above ${scale}`);
    return {};
  }
  if (scale === 1000) guesses.doubt(`the maximum of ${place} is ${scale}`);
  else guesses.assume(`the maximum of ${place} is ${scale}`);
  return { constants: { scale } };
}

/** What a recipe says about the service besides places: the total, the own brand, the score's maximum. */
export function factsOf(
  plan: Plan,
  guesses: Guesses,
): { readonly facts: Partial<Recipe>; readonly total: string | null } {
  const { kind, whole, lists } = plan;
  if (kind === 'citations') {
    const { at, ...facts } = totalOf(plan, guesses);
    return { facts, total: at ?? null };
  }
  if (kind === 'competitors') {
    const own = ownRule(plan, guesses);
    return { facts: own === null ? {} : { own }, total: null };
  }
  if (kind === 'authority') {
    if (!('score' in whole)) guesses.doubt(nothing);
    return { facts: scaleOf(plan, guesses), total: null };
  }
  const figures = ['visitors', 'pageviews', 'citations'].filter((name) => name in whole);
  if (kind === 'analytics' && !lists.days && figures.length < 2 && !('from' in whole && 'to' in whole))
    guesses.doubt(
      `${whole[figures[0] ?? 'from']?.leaf.at ?? ''} is of the whole period, although the body has no days`,
    );
  if (kind === 'analytics' && !lists.days && figures.length === 0) guesses.doubt(nothing);
  return { facts: {}, total: null };
}

/** Said of a body without any figure of its kind: there is no draft. */
export const nothing = 'no figure of the bodies is known by its name';
