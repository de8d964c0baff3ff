import { type ListRecipe, percentDecimals, type Recipe } from '@answershare/core';
import { factsOf, type Plan, totalIn } from './facts.ts';
import type { Guesses } from './guesses.ts';
import type { Fields, Placed } from './place.ts';
import { doubtsIn, guardsIn, pagesIn, unreadContainers } from './statements.ts';
import { aggregateRows } from './vocabulary.ts';
import { wishes } from './wishes.ts';

const texts = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { leaf, codec }]) => [name, `${leaf.at} ${codec}`]));

/** Keys of rows that stand for several. */
const aggregatesOf = (key: Placed | undefined): string[] =>
  Array.from(new Set((key?.leaf.shape.values ?? []).map(String))).filter((value) =>
    aggregateRows.test(value.trim()),
  );

function decimalsOf({ whole, lists }: Plan): Record<string, number> {
  const all = Object.entries(whole);
  for (const [list, { fields }] of Object.entries(lists))
    for (const [name, placed] of Object.entries(fields)) all.push([`${list}.${name}`, placed]);
  const shares = all.filter(([name, { codec }]) => codec === 'percent' && !name.endsWith('weight'));
  return Object.fromEntries(
    shares.map(([name, { leaf }]) => [
      name,
      leaf.shape.values.reduce<number>(
        (most, value) => Math.max(most, percentDecimals(Number(value) / 100)),
        0,
      ),
    ]),
  );
}

const filled = <T extends object>(name: string, value: T): Record<string, T> =>
  Object.keys(value).length === 0 ? {} : { [name]: value };

/** The recipe of a plan. What it takes for granted goes into `guesses`. */
export function compose(plan: Plan, guesses: Guesses): Recipe {
  const { kind, root, leaves, whole, lists } = plan;
  const rowLeaves = Object.values(lists).flatMap(({ set }) => set.leaves);
  const read = new Set(
    [...Object.values(whole), ...Object.values(lists).flatMap(({ fields }) => Object.values(fields))].map(
      ({ leaf }) => leaf,
    ),
  );
  for (const doubt of doubtsIn(
    kind,
    [...leaves, ...rowLeaves].filter((leaf) => !read.has(leaf)),
  ))
    guesses.doubt(doubt);
  for (const doubt of unreadContainers(kind, root, [...read], lists)) guesses.doubt(doubt);
  const listRecipes: Record<string, ListRecipe[]> = {};
  for (const [name, { set, fields }] of Object.entries(lists)) {
    const key = fields[wishes[kind].lists[name]?.key ?? ''];
    const except = aggregatesOf(key);
    const at = set.layout === 'columns' ? (key?.leaf.at ?? set.at) : set.at;
    listRecipes[name] = [{ at, fields: texts(fields), ...(except.length === 0 ? {} : { except }) }];
  }
  const guards = kind === 'websites' ? [] : guardsIn([...leaves, ...rowLeaves]);
  return {
    v: 1,
    kind,
    ...filled('whole', {
      ...texts(whole),
      ...pagesIn(leaves),
      ...totalIn(plan, guesses),
    }),
    ...filled('lists', listRecipes),
    ...factsOf[kind](plan, guesses),
    ...filled('decimals', decimalsOf(plan)),
    ...(guards.length === 0 ? {} : { guards }),
  };
}
