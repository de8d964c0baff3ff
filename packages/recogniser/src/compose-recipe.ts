import {
  countPercentDecimals,
  isAggregateName,
  type ListRecipe,
  maxOf,
  type Recipe,
} from '@answershare/core';
import type { Decisions } from './decisions.ts';
import { doubtContainers, doubtDated, doubtEmpty, doubtForeign, doubtRows, doubtTraffic } from './doubts.ts';
import type { ReadingPlan } from './find-lists.ts';
import { readName } from './names.ts';
import type { PlacedField, PlacedFields } from './place-fields.ts';
import { findFilters } from './row-sets.ts';
import type { Leaf } from './shape.ts';
import {
  doubtStatements,
  doubtZeros,
  findExpectations,
  findGuards,
  findPagination,
  findStatedUnit,
  findWebsitePointer,
} from './statements.ts';
import { targets } from './target-fields.ts';
import { findBareTotals, findOnlyPage, findRowTotals, findUnchanged, inferFacts } from './totals.ts';
import type { Tag } from './vocabulary.ts';

const formatFields = (fields: PlacedFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { leaf, codec }]) => [name, `${leaf.at} ${codec}`]));

/** Outside lists, `*` is the only entry of a list. */
const formatWholeFields = (fields: PlacedFields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(formatFields(fields)).map(([name, text]) => [name, text.replace(/\/\*(?=[/ ])/g, '/0!')]),
  );

const sumTags: ReadonlySet<Tag> = new Set<Tag>(['total', 'overall', 'score', 'neutral']);

/** Keys of aggregate rows by the words of fields. */
const findAggregates = (key: PlacedField | undefined): string[] =>
  [...new Set((key?.leaf.shape.values ?? []).map(String))].filter((value) => {
    const { tags, isKnown } = readName(value);
    const isTotal = isKnown && (tags.has('total') || tags.has('overall'));
    return isTotal && !isAggregateName(value) && [...tags].every((tag) => sumTags.has(tag));
  });

function countShareDecimals({ whole, lists }: ReadingPlan): Record<string, number> {
  const all = Object.entries(whole);
  for (const [list, rows] of Object.entries(lists))
    for (const { fields } of rows)
      for (const [name, placed] of Object.entries(fields)) all.push([`${list}.${name}`, placed]);
  const shares = all.filter(([name, { codec }]) => codec === 'percent' && !name.endsWith('weight'));
  return Object.fromEntries(
    shares.map(([name, { leaf }]) => [
      name,
      maxOf([0, ...leaf.shape.values.map((value) => countPercentDecimals(Number(value) / 100))]),
    ]),
  );
}

const unlessEmpty = <T extends object>(name: string, value: T): Record<string, T> =>
  Object.keys(value).length === 0 ? {} : { [name]: value };

function composeLists({ kind, lists }: ReadingPlan): Record<string, ListRecipe[]> {
  const recipes: Record<string, ListRecipe[]> = {};
  for (const [name, parts] of Object.entries(lists))
    recipes[name] = parts.map(({ set, fields }) => {
      const key = fields[targets[kind].lists[name]?.key ?? ''];
      const isNamed = name !== 'websites' && name !== 'days' && key !== undefined;
      const keys = (key?.leaf.shape.values ?? []).map(String);
      const isSure = name !== 'competitors' || keys.every((value) => isAggregateName(value) !== null);
      const usual = isSure ? ['*'] : keys.filter(isAggregateName);
      const except = isNamed ? [...usual, ...findAggregates(key)] : [];
      const at = set.layout === 'columns' ? (key?.leaf.at ?? set.at) : set.at;
      return { at, fields: formatFields(fields), ...(except.length === 0 ? {} : { except }) };
    });
  return recipes;
}

/** Adds doubts about unread places. */
function doubtUnread(
  { kind, root, leaves, lists, sets }: ReadingPlan,
  all: readonly Leaf[],
  read: ReadonlySet<Leaf>,
  decisions: Decisions,
): void {
  const unread = all.filter((leaf) => !read.has(leaf));
  const places = new Set(Array.from(read, ({ at }) => at));
  for (const parts of Object.values(lists)) for (const { set } of parts) places.add(set.container.at);
  doubtStatements(kind, unread, findStatedUnit(leaves).at, decisions);
  doubtForeign(kind, unread, decisions);
  doubtContainers(kind, root, places, decisions);
  doubtRows(kind, lists, read, decisions);
  if (kind === 'analytics') {
    doubtDated(sets, places, decisions);
    doubtTraffic(
      lists,
      leaves.filter((leaf) => !read.has(leaf)),
      decisions,
    );
    for (const at of findFilters(root))
      decisions.doubt(`figures are of the whole website although ${at} is a filter`);
  }
  const totals = findBareTotals(leaves);
  doubtEmpty(
    lists,
    unread.filter((leaf) => !totals.includes(leaf)),
    decisions,
  );
}

/** Composes the recipe of a plan and adds its assumptions to `decisions`. */
export function composeRecipe(plan: ReadingPlan, decisions: Decisions): Recipe {
  const { kind, leaves, whole, lists } = plan;
  const placed = [
    ...Object.values(whole),
    ...Object.values(lists).flatMap((parts) => parts.flatMap(({ fields }) => Object.values(fields))),
  ];
  const read = placed.map(({ leaf }) => leaf);
  const rows = Object.values(lists).flat();
  const all = [...leaves, ...rows.flatMap(({ set }) => set.leaves)];
  doubtUnread(plan, all, new Set(read), decisions);
  const { facts, totals } = inferFacts(plan, decisions);
  const places = read.map(({ at }) => at);
  const guards = kind === 'websites' ? [] : findGuards(kind, all, places, decisions);
  doubtZeros(leaves, plan.sets, read, guards, decisions);
  const expect: Record<string, string | number | boolean | null> = {
    ...findExpectations(kind, leaves),
    ...(facts.total === 'rows' ? { ...findOnlyPage(leaves), ...findUnchanged(plan) } : {}),
  };
  for (const { leaf } of placed) if (leaf.header) expect[leaf.header[0]] = leaf.header[1];
  const [rowsInAll] = findRowTotals(plan);
  return {
    v: 1,
    kind,
    ...unlessEmpty('whole', {
      ...formatWholeFields(whole),
      ...(kind === 'authority' ? {} : findPagination(leaves)),
      ...(kind === 'websites' ? {} : findWebsitePointer(leaves)),
      ...totals,
      ...(rowsInAll && !rowsInAll.isSingle ? { rowsInAll: `${rowsInAll.at} count?` } : {}),
    }),
    ...unlessEmpty('lists', composeLists(plan)),
    ...facts,
    ...unlessEmpty('expect', expect),
    ...unlessEmpty('decimals', countShareDecimals(plan)),
    ...(guards.length === 0 ? {} : { guards }),
  };
}
