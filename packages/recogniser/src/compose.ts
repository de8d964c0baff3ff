import { type ListRecipe, percentDecimals, type Recipe } from '@answershare/core';
import { doubtContainers, doubtDated, doubtEmpty, doubtForeign, doubtRows, doubtTraffic } from './doubts.ts';
import { bareTotals, factsOf, type Plan, rowTotals } from './facts.ts';
import type { Guesses } from './guesses.ts';
import { filtersIn } from './headers.ts';
import type { Leaf } from './leaves.ts';
import { readName } from './names.ts';
import { pagesIn, websiteIn } from './pages.ts';
import type { Fields, Placed } from './place.ts';
import { doubtStatements, expectationsIn, guardsIn, statedUnit } from './statements.ts';
import { aggregateRows, type Tag } from './vocabulary.ts';
import { wishes } from './wishes.ts';

const texts = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { leaf, codec }]) => [name, `${leaf.at} ${codec}`]));

/** Outside of lists, an entry of a list is the only one. */
const wholeTexts = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts(fields)).map(([name, text]) => [name, text.replace(/\/\*(?=[/ ])/g, '/0!')]),
  );

const sums: ReadonlySet<Tag> = new Set<Tag>(['total', 'overall', 'score', 'neutral']);

/** Keys of rows that are sums or averages of others. */
const aggregatesOf = (key: Placed | undefined): string[] =>
  Array.from(new Set((key?.leaf.shape.values ?? []).map(String))).filter((value) => {
    const { tags, isKnown } = readName(value);
    const isTotal = isKnown && (tags.has('total') || tags.has('overall'));
    return aggregateRows.test(value.trim()) || (isTotal && Array.from(tags).every((tag) => sums.has(tag)));
  });

function decimalsOf({ whole, lists }: Plan): Record<string, number> {
  const all = Object.entries(whole);
  for (const [list, rows] of Object.entries(lists))
    for (const { fields } of rows)
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

function listRecipes({ kind, lists }: Plan): Record<string, ListRecipe[]> {
  const recipes: Record<string, ListRecipe[]> = {};
  for (const [name, parts] of Object.entries(lists))
    recipes[name] = parts.map(({ set, fields }) => {
      const key = fields[wishes[kind].lists[name]?.key ?? ''];
      const except = aggregatesOf(key);
      const at = set.layout === 'columns' ? (key?.leaf.at ?? set.at) : set.at;
      return { at, fields: texts(fields), ...(except.length === 0 ? {} : { except }) };
    });
  return recipes;
}

/** Doubts about what is not read. */
function doubtUnread(plan: Plan, read: ReadonlySet<Leaf>, guesses: Guesses): void {
  const { kind, root, leaves, lists, sets } = plan;
  const rowLeaves = Object.values(lists).flatMap((parts) => parts.flatMap(({ set }) => set.leaves));
  const unread = [...leaves, ...rowLeaves].filter((leaf) => !read.has(leaf));
  const places = new Set(Array.from(read, ({ at }) => at));
  for (const parts of Object.values(lists)) for (const { set } of parts) places.add(set.container.at);
  doubtStatements(kind, unread, statedUnit(leaves).at, guesses);
  doubtForeign(kind, unread, guesses);
  doubtContainers(kind, root, places, guesses);
  doubtRows(kind, lists, read, guesses);
  if (kind === 'analytics') {
    doubtDated(sets, places, guesses);
    doubtTraffic(
      lists,
      leaves.filter((leaf) => !read.has(leaf)),
      guesses,
    );
    for (const at of filtersIn(root))
      guesses.doubt(`figures are of the whole website although ${at} is a filter`);
  }
  const totals = bareTotals(leaves);
  doubtEmpty(
    lists,
    unread.filter((leaf) => !totals.includes(leaf)),
    guesses,
  );
}

/** The recipe of a plan. What it takes for granted goes into `guesses`. */
export function compose(plan: Plan, guesses: Guesses): Recipe {
  const { kind, leaves, whole, lists } = plan;
  const placed = [
    ...Object.values(whole),
    ...Object.values(lists).flatMap((parts) => parts.flatMap(({ fields }) => Object.values(fields))),
  ];
  doubtUnread(plan, new Set(placed.map(({ leaf }) => leaf)), guesses);
  const { facts, total } = factsOf(plan, guesses);
  const rowLeaves = Object.values(lists).flatMap((parts) => parts.flatMap(({ set }) => set.leaves));
  const guards =
    kind === 'websites'
      ? []
      : guardsIn(
          [...leaves, ...rowLeaves],
          placed.map(({ leaf }) => leaf.at),
          guesses,
        );
  const expect = expectationsIn(kind, leaves);
  for (const { leaf } of placed) if (leaf.header) expect[leaf.header[0]] = leaf.header[1];
  const [rowsInAll] = rowTotals(plan);
  return {
    v: 1,
    kind,
    ...filled('whole', {
      ...wholeTexts(whole),
      ...(kind === 'authority' ? {} : pagesIn(leaves)),
      ...(kind === 'websites' ? {} : websiteIn(leaves)),
      ...(total === null ? {} : { total: `${total.replace(/\/\*(?=\/|$)/g, '/0!')} count` }),
      ...(rowsInAll && !rowsInAll.isSingle ? { rowsInAll: `${rowsInAll.at} count?` } : {}),
    }),
    ...filled('lists', listRecipes(plan)),
    ...facts,
    ...filled('expect', expect),
    ...filled('decimals', decimalsOf(plan)),
    ...(guards.length === 0 ? {} : { guards }),
  };
}
