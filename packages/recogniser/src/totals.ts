import { isPageSize, maxOf, minOf, type Recipe, trafficFields } from '@answershare/core';
import { isDate } from './codecs.ts';
import type { Decisions, Option } from './decisions.ts';
import type { ReadingPlan } from './find-lists.ts';
import { hasOnly } from './match-field.ts';
import { readLastName, readNames } from './names.ts';
import { inferOwnRule } from './own-brand.ts';
import { decodeNumbers, type PlacedField } from './place-fields.ts';
import type { RowSet } from './row-sets.ts';
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
    const ofRows = kind === 'websites' || name.has('wrapper') || readLeafTags(leaf).has('paging');
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

interface Total extends Pick<Recipe, 'total' | 'constants'> {
  /** The stated total. */
  readonly at?: string;
  /** Fields of pagination that only the reading of the rows as a page has. */
  readonly pages?: Readonly<Record<string, string>>;
}

/** The stated rows of a full page, which may not be the last: `limit`, `per_page`, `page_size`. */
function findPageSize(leaves: readonly Leaf[]): { readonly page?: number } {
  const size = leaves.find((leaf) => {
    const { tags, isKnown, words } = readNames(leaf.names);
    const isSize = words.some((word) => /^(limit|size|per)$/.test(word)) && hasOnly(tags, ['paging', 'page']);
    return isKnown && isSize && new Set(leaf.shape.values).size === 1;
  });
  const page = Number(size?.shape.values[0]);
  return page > 1 ? { page } : {};
}

/** Tags of fields next to counted rows that may be a cursor, a count or a page. Other known names are something else. */
const openTags: readonly Tag[] = [
  ...bareTotalTags,
  'value',
  'url',
  'more',
  'cursor',
  'moment',
  'another',
  'status',
  'active',
  'feed',
];

/** Fields next to counted rows that are not shown to be something else. */
function findOpenSiblings(leaves: readonly Leaf[]): Leaf[] {
  const closed = [...findPageCounts(leaves).map(({ at }) => at), ...Object.values(findPagination(leaves))];
  return leaves.filter((leaf) => {
    const { tags, isKnown } = readNames(leaf.names);
    const { seen, values } = leaf.shape;
    const isOther = (tag: Tag): boolean => !openTags.includes(tag) || (tag === 'status' && seen.number === 0);
    const isShown = (isKnown && [...tags].some(isOther)) || values.some(isDate);
    return (
      !leaf.isKey && !leaf.isSingle && !isShown && !closed.some((text) => text.split(' ')[0] === leaf.at)
    );
  });
}

/** No page of a feed is shorter, except the last. */
const minPage = 10;

/**
 * True for a number above the rows, or any other value next to rows of a possible page. A cursor, count or page has one type,
 * and changes with the rows.
 */
function mayStateMore({ shape: { values } }: Leaf, lengths: readonly number[]): boolean {
  const isConstant = values.length > 1 && new Set(values).size === 1 && new Set(lengths).size > 1;
  const types = new Set(values.filter(Boolean).map((value) => typeof value));
  if (isConstant || types.size > 1) return false;
  const isLong = maxOf(lengths) >= minPage;
  return values.some((one) => Number(one) > minOf(lengths) || (isLong && !lengths.includes(Number(one))));
}

/** Flags and nulls next to counted rows. A later change may state more rows. */
export const findUnchanged = ({ leaves, bodies }: ReadingPlan): NonNullable<Recipe['expect']> =>
  Object.fromEntries(
    findOpenSiblings(leaves).flatMap(({ at, shape: { seen, values } }) => {
      const [first = null, ...others] = values;
      const isSame = seen.flag + seen.null === bodies.length && others.every((one) => one === first);
      return isSame && values.length === seen.flag && (first === null || seen.null === 0)
        ? [[at, first]]
        : [];
    }),
  );

/** The readings of a feed's rows: they are all citations, or a page of them. */
function countRows(
  leaves: readonly Leaf[],
  { at, container: { lengths }, leaves: inRows }: RowSet,
  decisions: Decisions,
): Option<Total>[] {
  const most = maxOf([0, ...lengths]);
  const assumes = `the total is the number of rows at ${at}`;
  const owner = inRows.find(
    (leaf) => hasTag(leaf, 'brand', 'rival', 'own') && !hasTag(leaf, 'id', 'url', 'domain'),
  );
  if (owner) decisions.doubt(`${assumes}, although ${owner.at} may be another brand`);
  const pagination = findPagination(leaves);
  if (Object.keys(pagination).length + findPageCounts(leaves).length > 0) {
    const next = leaves.find(({ at }) => pagination.nextPage?.startsWith(`${at} `));
    const areFull = next?.shape.values.length === lengths.length && minOf(lengths) === most;
    const isPage = areFull && lengths.length > 1 && most >= minPage;
    return [{ value: { total: 'rows', ...(isPage ? { constants: { page: most } } : {}) }, assumes }];
  }
  const size = findPageSize(leaves);
  const value = { total: 'rows' as const, constants: { ...size, rows: most } };
  const isRepeated = lengths.filter((length) => length === most).length > 1;
  const options: Option<Total>[] = [];
  if (size.page === undefined && most >= minPage && (isPageSize(most) || isRepeated))
    options.push({
      value: { ...value, constants: { page: most, rows: most } },
      assumes: `the ${most} rows at ${at} are a page, and there may be more`,
    });
  options.push({ value, assumes });
  for (const { at: place, shape } of findOpenSiblings(leaves).filter((leaf) => mayStateMore(leaf, lengths))) {
    decisions.doubt(`${assumes}, although ${place} may state more of them`);
    if (shape.seen.flag > 0) continue;
    const isTotal = shape.seen.text === 0 && minOf(shape.values.map(Number)) > minOf(lengths);
    const pages = isTotal ? { rowsInAll: `${place} count?` } : { nextPage: `${place} id?` };
    options.push({ value: { ...value, pages }, assumes: `${place} states more rows than those at ${at}` });
  }
  return options;
}

/** Decides the total of citations: stated, else the rows of a complete feed, else the sum over engines. */
function decideTotal({ leaves, whole, lists }: ReadingPlan, decisions: Decisions): Total {
  if ('total' in whole) return {};
  const items = lists.items?.[0];
  const engines = lists.byEngine?.[0];
  const [stated] = findBareTotals(leaves);
  const summed: Option<Total> | undefined = engines && {
    value: { total: 'engines' },
    assumes: `the total is the sum over engines at ${engines.set.at}`,
  };
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
    if (summed === undefined ? isSingle && !isLess : isSum) options.push(option);
    else if (summed !== undefined) options.push(option, summed);
    else if (isSingle) decisions.doubt(`the total is not ${stated.at}`);
  }
  if (options.length === 0 && summed) options.push(summed);
  const isPaged = findPageCounts(leaves).some((leaf) => readNumbers(leaf).some((pages) => pages > 1));
  if (isSingle && !isPaged && (options.length === 0 || (engines && stated === undefined)))
    options.push(...countRows(leaves, items.set, decisions));
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
): { readonly facts: Partial<Recipe>; readonly totals: Readonly<Record<string, string>> } {
  const { kind, whole, lists } = plan;
  if (kind === 'citations') {
    const { at, pages, ...facts } = decideTotal(plan, decisions);
    return {
      facts,
      totals: { ...pages, ...(at ? { total: `${at.replace(/\/\*(?=\/|$)/g, '/0!')} count` } : {}) },
    };
  }
  if (kind === 'competitors') {
    const own = inferOwnRule(plan, decisions);
    return { facts: own === null ? {} : { own }, totals: {} };
  }
  if (kind === 'authority') {
    if (!('score' in whole)) decisions.doubt(noKnownFigure);
    return { facts: inferScale(plan, decisions), totals: {} };
  }
  const figures = trafficFields.filter((name) => name in whole);
  if (kind === 'analytics' && !lists.days && figures.length < 2 && !('from' in whole && 'to' in whole))
    decisions.doubt(
      `${whole[figures[0] ?? 'from']?.leaf.at ?? ''} is of the whole period, although the body has no days`,
    );
  if (kind === 'analytics' && !lists.days && figures.length === 0) decisions.doubt(noKnownFigure);
  return { facts: {}, totals: {} };
}

/** The only doubt for bodies without a known figure. */
export const noKnownFigure = 'the name of no figure in the answer is known';
