import type { Guard, Endpoint as Kind, OwnRule } from '@answershare/core';
import { type Leaf, tagsOfPath } from './claims.ts';
import { tagsOf } from './names.ts';
import type { RowSet } from './rows.ts';
import { places, type Shape } from './shape.ts';
import { ownWords, type Tag, unmeasuredWords } from './vocabulary.ts';

const tagsOfLeaf = ({ names }: Leaf): ReadonlySet<Tag> => tagsOfPath(names) ?? new Set();

const has = (leaf: Leaf, tag: Tag): boolean => tagsOfLeaf(leaf).has(tag);

type Word = string | boolean;
const wordsAt = ({ shape }: Leaf): Word[] =>
  Array.from(new Set(shape.values)).filter((value): value is Word => typeof value !== 'number');

/** Fields that say whether the figures next to them were measured. */
export function guardsIn(leaves: readonly Leaf[]): Guard[] {
  return leaves.flatMap((leaf) => {
    const words = wordsAt(leaf);
    const isFlag = typeof words[0] === 'boolean';
    if (leaf.isKey || words.length === 0) return [];
    if (isFlag && has(leaf, 'unsettled')) return [{ at: leaf.at, measured: [false], unmeasured: [true] }];
    if (!has(leaf, 'status')) return [];
    if (isFlag) return [{ at: leaf.at, measured: [true], unmeasured: [false] }];
    const isBad = (word: Word): boolean =>
      unmeasuredWords.has(String(word).toLowerCase().replace(/[\s-]/g, '_'));
    return [{ at: leaf.at, measured: words.filter((word) => !isBad(word)), unmeasured: words.filter(isBad) }];
  });
}

const dayWords = /^(\d+\s?d(ays?)?|days?|daily|date|p1d|24h|last.*|time:day)$/i;

/** Tags of another kind's figures: the body may be of another endpoint. */
const foreign: Readonly<Record<Kind, readonly Tag[]>> = {
  websites: ['visitor', 'pageview', 'citation', 'sov', 'voice', 'score'],
  analytics: ['sov', 'voice', 'authority'],
  citations: ['visitor', 'pageview', 'sov', 'voice'],
  competitors: [],
  authority: [],
};

/** Statements on which the meaning of figures hangs, and that are not what a plain reading assumes. */
export function doubtsIn(kind: Kind, leaves: readonly Leaf[]): string[] {
  return leaves.flatMap((leaf) => {
    const { seen, values } = leaf.shape;
    const words = wordsAt(leaf);
    if (leaf.isKey || values.length === 0) return [];
    const quoted = [`${leaf.at} is ${JSON.stringify(values[0])}`];
    const known = (text: unknown): boolean => typeof text !== 'string' || dayWords.test(text);
    if (
      has(leaf, 'unit') &&
      !values.every((value) => /^(%|percent|pct|percentage|count|number)$/i.test(String(value)))
    )
      return quoted;
    if (has(leaf, 'scale') && seen.text > 0) return quoted;
    if (kind === 'analytics' && has(leaf, 'grain') && !words.every(known)) return quoted;
    const isPart = ['engine', 'page', 'source', 'place', 'url', 'brand', 'rival'].some((tag) =>
      has(leaf, tag as Tag),
    );
    if (kind === 'analytics' && isPart && seen.text > 0 && !/^(all|total)$/i.test(String(values[0])))
      return quoted;
    if (seen.number === 0) return [];
    if (foreign[kind].some((tag) => has(leaf, tag))) return quoted;
    const isOwn = (has(leaf, 'own') || has(leaf, 'brand')) && (kind === 'citations' || kind === 'analytics');
    return isOwn ? quoted : [];
  });
}

/** Objects and lists with the name of a figure that was not found: its parts, of which no sum is made. */
export function unreadContainers(
  kind: Kind,
  root: Shape,
  read: readonly Leaf[],
  lists: Readonly<Record<string, { readonly set: RowSet }>>,
): string[] {
  const heads: Readonly<Record<Kind, readonly Tag[]>> = {
    websites: [],
    analytics: ['visitor', 'pageview', 'citation'],
    citations: [],
    competitors: [],
    authority: [],
  };
  const sets = Object.values(lists).map(({ set }) => set.container.at);
  return places(root).flatMap((shape) => {
    const tags = shape.name === '' ? null : tagsOf(shape.name);
    const isHead =
      tags !== null && heads[kind].some((tag) => tags.has(tag)) && shape.seen.object + shape.seen.list > 0;
    const used = read.some((leaf) => leaf.at.startsWith(`${shape.at}/`)) || sets.includes(shape.at);
    return isHead && !used
      ? [`${shape.at} is ${shape.seen.list > 0 ? 'a list' : 'an object'} that is not understood`]
      : [];
  });
}

/** The rule by which a row is the own brand's; null where nothing says so. */
export function ownRuleIn(
  rows: readonly Leaf[],
  names: Leaf | undefined,
  around: readonly Leaf[],
): OwnRule | null {
  const flag = rows.find((leaf) => has(leaf, 'own') && leaf.shape.seen.flag > 0);
  if (flag) return { at: flag.at, is: [true] };
  for (const leaf of rows.filter((one) => has(one, 'role') || has(one, 'own'))) {
    const is = wordsAt(leaf).filter((word) => ownWords.has(String(word).toLowerCase()));
    if (is.length > 0) return { at: leaf.at, is };
  }
  if (names === undefined) return null;
  const listed = new Set(names.shape.values.map((value) => String(value).toLowerCase()));
  if (listed.has('you')) return { at: names.at, is: ['you'] };
  const same = around.find((leaf) => {
    const tags = tagsOfLeaf(leaf);
    const isOwner = tags.has('brand') || tags.has('domain') || tags.has('website');
    const { values } = leaf.shape;
    return isOwner && values.length > 0 && values.every((value) => listed.has(String(value).toLowerCase()));
  });
  return same === undefined ? null : { at: names.at, same: same.at };
}

/** Fields that say whether more pages follow. */
export function pagesIn(leaves: readonly Leaf[]): Record<string, string> {
  const pages: Record<string, string> = {};
  for (const leaf of leaves) {
    const tags = tagsOfLeaf(leaf);
    const rest = Array.from(tags).filter(
      (tag) => !['neutral', 'wrapper', 'paging', 'page', 'url'].includes(tag),
    );
    const { seen } = leaf.shape;
    if (rest.join() === 'more' && seen.flag > 0) pages.morePages = pages.morePages ?? `${leaf.at} flag?`;
    else if (
      rest.length > 0 &&
      rest.every((tag) => tag === 'more' || tag === 'cursor') &&
      rest.includes('more') &&
      seen.number === 0 &&
      seen.flag === 0
    )
      pages.nextPage = pages.nextPage ?? `${leaf.at} text?`;
  }
  return pages;
}

/** A bare total, which may count rows. */
export function bareTotals(leaves: readonly Leaf[]): Leaf[] {
  return leaves.filter((leaf) => {
    const tags = tagsOfLeaf(leaf);
    const others = Array.from(tags).filter((tag) => !['neutral', 'wrapper', 'paging', 'total'].includes(tag));
    return (
      leaf.shape.seen.number > 0 &&
      others.length === 0 &&
      (tags.has('total') || tags.has('neutral')) &&
      leaf.names.some((name) => /total|count/i.test(name))
    );
  });
}
