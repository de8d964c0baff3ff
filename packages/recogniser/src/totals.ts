import { maxOf, type Recipe, trafficFields } from '@answershare/core';
import type { Decisions, Option } from './decisions.ts';
import type { ReadingPlan } from './find-lists.ts';
import { hasOnly } from './match-field.ts';
import { readLastName, readNames } from './names.ts';
import { inferOwnRule } from './own-brand.ts';
import { decodeNumbers, type PlacedField } from './place-fields.ts';
import type { Leaf } from './shape.ts';
import { findPagination, hasTag, readLeafTags } from './statements.ts';
import type { Tag } from './vocabulary.ts';

const readNumbers = ({ shape }: Leaf): number[] => shape.values.map(Number);

/** `element` is a component elsewhere; `/page/totalElements` counts rows. */
const bareTotalTags: readonly Tag[] = [
  'neutral',
  'wrapper',
  'paging',
  'page',
  'total',
  'citation',
  'overall',
  'component',
];

/** Bare totals, which may count rows. */
export function findBareTotals(leaves: readonly Leaf[]): Leaf[] {
  return leaves.filter((leaf) => {
    if (leaf.shape.seen.number === 0 || !readNames(leaf.names).isKnown) return false;
    const rest = [...readLeafTags(leaf)].filter((tag) => !bareTotalTags.includes(tag));
    if (rest.length > 0) return false;
    const { words } = readNames(leaf.names);
    const own = readLastName(leaf.names);
    return words.some((word) => /^(totals?|counts?|overall|results)$/.test(word)) && !own.tags.has('page');
  });
}

/** Totals that count the rows of the main list, whose page the body contains. */
export function findRowTotals({ kind, leaves, lists }: ReadingPlan): Leaf[] {
  const totals = findBareTotals(leaves);
  if (kind === 'citations') return lists.items ? totals : [];
  const lengths = lists[kind === 'analytics' ? 'days' : kind]?.[0]?.set.container.lengths ?? [];
  return totals.filter((leaf) => {
    const name = readLastName(leaf.names).tags;
    const ofRows = name.has('wrapper') || readLeafTags(leaf).has('paging');
    const values = readNumbers(leaf);
    return (
      ofRows && values.length === lengths.length && values.every((value, at) => value >= (lengths[at] ?? 0))
    );
  });
}

/** The numbers of pages that the bodies state: `total_pages`, `pages`, `last_page`. */
const findPageCounts = (leaves: readonly Leaf[]): Leaf[] =>
  leaves.filter(
    ({ names, shape }) =>
      shape.seen.number > 0 &&
      /^((total|num|nb)?pages(total|count)?|pagecount|lastpage)$/.test(readLastName(names).words.join('')),
  );

/** The number of pages while there is one; more pages are drift, because rows are then no total. */
export const findOnlyPage = (leaves: readonly Leaf[]): Record<string, number> =>
  Object.fromEntries(findPageCounts(leaves).flatMap(({ at, isSingle }) => (isSingle ? [] : [[at, 1]])));

type Total = Pick<Recipe, 'total' | 'constants'> & { readonly at?: string };

/** The stated rows of a full page, which may not be the last: `limit`, `per_page`, `page_size`. */
function findPageSize(leaves: readonly Leaf[]): Pick<Recipe, 'constants'> {
  const size = leaves.find((leaf) => {
    const { tags, isKnown, words } = readNames(leaf.names);
    const isSize = words.some((word) => /^(limit|size|per)$/.test(word)) && hasOnly(tags, ['paging', 'page']);
    return isKnown && isSize && new Set(leaf.shape.values).size === 1;
  });
  const page = Number(size?.shape.values[0]);
  return page > 1 && Object.keys(findPagination(leaves)).length === 0 ? { constants: { page } } : {};
}

/** Decides the total of citations: stated, else the rows of a complete feed, else the sum over engines. */
function decideTotal({ leaves, whole, lists }: ReadingPlan, decisions: Decisions): Total {
  if ('total' in whole) return {};
  const items = lists.items?.[0];
  const engines = lists.byEngine?.[0];
  const [stated] = findBareTotals(leaves);
  const options: Option<Total>[] = [];
  const isSingle = items !== undefined && hasSingleRows(items.set.leaves);
  if (stated !== undefined) {
    const values = readNumbers(stated);
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
    } else if (isSingle) decisions.doubt(`the total is not ${stated.at}`);
  }
  if (options.length === 0 && engines)
    options.push({
      value: { total: 'engines' },
      assumes: `the total is the sum over engines at ${engines.set.at}`,
    });
  const isPaged = findPageCounts(leaves).some((leaf) => readNumbers(leaf).some((pages) => pages > 1));
  if (isSingle && !isPaged && (options.length === 0 || (engines && stated === undefined)))
    options.push({
      value: { total: 'rows', ...findPageSize(leaves) },
      assumes: `the total is the number of rows at ${items.set.at}`,
    });
  if (options.length === 1 && options[0]) decisions.assume(options[0].assumes);
  return options.length === 0 ? {} : decisions.choose('total', options);
}

/** True if each row is one citation, without a count. */
const hasSingleRows = (leaves: readonly Leaf[]): boolean =>
  !leaves.some(
    (leaf) =>
      leaf.shape.seen.number > 0 &&
      !hasTag(leaf, 'another') &&
      (hasTag(leaf, 'citation', 'mention') ||
        readNames(leaf.names).words.some((word) => /^(counts?|frequency|times|total)$/.test(word))) &&
      !hasTag(leaf, 'id'),
  );

const readMaximum = (placed: PlacedField | undefined): number => maxOf([0, ...decodeNumbers(placed)]);

/** Infers the scale (100 or 1000) from the largest score in all bodies, unless the bodies state it. */
function inferScale({ whole, lists }: ReadingPlan, decisions: Decisions): Partial<Recipe> {
  const score = readMaximum(whole.score);
  const parts = readMaximum(lists.components?.[0]?.fields.score);
  const stated = readMaximum(whole.scale);
  const place = whole.score?.leaf.at ?? '';
  if (stated > 0) {
    if (score > stated || parts > stated)
      decisions.doubt(`${stated} is the maximum of ${place}, although figures are above it`);
    return {};
  }
  if (lists.components && parts > 0 && score <= 1 !== parts <= 1 && score > 0)
    decisions.doubt(`the parts at ${lists.components[0]?.set.at} have the same maximum as ${place}`);
  const scale = score <= 10 || score > 1000 ? 0 : score <= 100 ? 100 : 1000;
  if (scale === 0) return {};
  if (parts > scale) {
    decisions.doubt(`the maximum of ${place} is unknown, because parts are above ${scale}`);
    return {};
  }
  if (scale === 1000) decisions.doubt(`the maximum of ${place} is ${scale}`);
  else decisions.assume(`the maximum of ${place} is ${scale}`);
  return { constants: { scale } };
}

/** Infers, by kind, what no pointer states: the citations' total, the own brand's rule, or the score's maximum. */
export function inferFacts(
  plan: ReadingPlan,
  decisions: Decisions,
): { readonly facts: Partial<Recipe>; readonly total: string | null } {
  const { kind, whole, lists } = plan;
  if (kind === 'citations') {
    const { at, ...facts } = decideTotal(plan, decisions);
    return { facts, total: at ?? null };
  }
  if (kind === 'competitors') {
    const own = inferOwnRule(plan, decisions);
    return { facts: own === null ? {} : { own }, total: null };
  }
  if (kind === 'authority') {
    if (!('score' in whole)) decisions.doubt(noKnownFigure);
    return { facts: inferScale(plan, decisions), total: null };
  }
  const figures = trafficFields.filter((name) => name in whole);
  if (kind === 'analytics' && !lists.days && figures.length < 2 && !('from' in whole && 'to' in whole))
    decisions.doubt(
      `${whole[figures[0] ?? 'from']?.leaf.at ?? ''} is of the whole period, although the body has no days`,
    );
  if (kind === 'analytics' && !lists.days && figures.length === 0) decisions.doubt(noKnownFigure);
  return { facts: {}, total: null };
}

/** The only doubt for bodies without a known figure. */
export const noKnownFigure = 'no figure of the bodies is known by its name';
