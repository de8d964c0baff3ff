import type { Endpoint as Kind } from '@answershare/core';
import { isDate } from './codecs.ts';
import type { Decisions } from './decisions.ts';
import type { Lists } from './find-lists.ts';
import { readName } from './names.ts';
import type { RowSet } from './row-sets.ts';
import { isEmptyList, isScalar, type Leaf, type Shape } from './shape.ts';
import { hasTag, isZero, readWords } from './statements.ts';
import type { Tag } from './vocabulary.ts';

/** Tags of figures of other endpoints. */
const foreignTags: Readonly<Record<Kind, readonly Tag[]>> = {
  websites: [],
  analytics: ['sov', 'voice', 'authority'],
  citations: ['visitor', 'pageview', 'sov', 'voice'],
  competitors: [],
  authority: ['sov', 'voice', 'visitor', 'pageview'],
};

/** Tags that narrow citations and traffic to the own brand. */
const narrowingTags: readonly Tag[] = ['own', 'brand'];

export function doubtForeign(kind: Kind, unread: readonly Leaf[], decisions: Decisions): void {
  for (const leaf of unread) {
    if (leaf.shape.seen.number === 0 || leaf.isKey) continue;
    const isForeign = foreignTags[kind].some((tag) => hasTag(leaf, tag)) && !hasTag(leaf, 'another');
    const isNarrowed =
      (kind === 'citations' || kind === 'analytics') && hasTag(leaf, ...narrowingTags) && !hasTag(leaf, 'id');
    if (isForeign || isNarrowed) decisions.doubt(`${leaf.at} is not read, and figures may be about it`);
  }
}

/** Tags of objects and lists with figures of the kind. */
const headTags: Readonly<Record<Kind, readonly Tag[]>> = {
  websites: ['website'],
  analytics: ['visitor', 'pageview', 'citation'],
  citations: ['citation', 'engine'],
  competitors: ['rival', 'share', 'voice', 'sov'],
  authority: ['component', 'authority'],
};

const partTags: readonly Tag[] = ['another', 'page', 'source', 'place', 'query'];

/** Doubts unread objects and lists with the name of a figure. */
export function doubtContainers(
  kind: Kind,
  root: Shape,
  read: ReadonlySet<string>,
  decisions: Decisions,
): void {
  const isUsed = (at: string): boolean => read.has(at) || [...read].some((one) => one.startsWith(`${at}/`));
  const hasContent = (shape: Shape): boolean =>
    shape.lengths.some((length) => length > 0) || (shape.fields.size > 0 && shape.seen.list === 0);
  const walk = (shape: Shape, depth: number): void => {
    const { tags } = shape.name === '' ? { tags: new Set<Tag>() } : readName(shape.name);
    if (partTags.some((tag) => tags.has(tag)) || depth > 12) return;
    if (kind !== 'analytics' && tags.has('daily')) return;
    const isHead = headTags[kind].some((tag) => tags.has(tag)) && !isScalar(shape) && hasContent(shape);
    if (isHead && !isUsed(shape.at)) {
      decisions.doubt(`${shape.at} holds no figure that is wanted`);
      return;
    }
    for (const field of shape.fields.values()) walk(field, depth + 1);
    if (shape.entry) for (const field of shape.entry.fields.values()) walk(field, depth + 1);
  };
  walk(root, 0);
}

/** Adds a doubt for unread rows with dates and numbers: they may be the list of days. */
export function doubtDated(sets: readonly RowSet[], read: ReadonlySet<string>, decisions: Decisions): void {
  for (const { at, leaves, container, layout, name } of sets) {
    const isRead = [...read].some((one) => one === container.at || one.startsWith(`${at}/`));
    if (isRead || name.tags.has('another') || isEmptyList(container)) continue;
    const hasDates = leaves.some(
      ({ shape, isKey }) =>
        (isKey || layout !== 'map') &&
        shape.seen.text > 0 &&
        shape.values.length > 0 &&
        shape.values.every(isDate),
    );
    const hasNumbers = leaves.some(({ shape, isKey }) => !isKey && shape.seen.number > 0);
    if (hasDates && hasNumbers) decisions.doubt(`the rows at ${at} have dates and are not read`);
  }
}

const rowPartTags: readonly Tag[] = ['date', 'engine', 'place', 'query', 'grain', 'longer', 'source', 'page'];
const dayPartTags: readonly Tag[] = ['url', 'brand', 'rival', 'domain', 'title'];

/** True if a field that is not read may split each row into parts: by day, engine or topic. */
function splitsRows(kind: Kind, leaf: Leaf): boolean {
  const isText = readWords(leaf).some((word) => typeof word === 'string');
  if (kind !== 'analytics')
    return isText && hasTag(leaf, ...rowPartTags) && !hasTag(leaf, 'moment', 'another');
  const isGrain = hasTag(leaf, 'grain', 'longer', 'unique', 'to');
  const isOther = hasTag(leaf, 'another') && leaf.shape.values.includes(true);
  const differs = new Set(leaf.shape.values).size > 1 || hasTag(leaf, 'url');
  const isDayPart = hasTag(leaf, ...dayPartTags) && differs && !hasTag(leaf, 'id');
  return isGrain || isOther || (isText && isDayPart);
}

/** Doubts rows that may be parts: by day, by engine, by topic. */
export function doubtRows(kind: Kind, lists: Lists, read: ReadonlySet<Leaf>, decisions: Decisions): void {
  for (const [list, rows] of Object.entries(lists)) {
    const isUnique = list === 'items' || list === 'websites';
    for (const { set } of rows)
      for (const leaf of set.leaves) {
        if (read.has(leaf) || leaf.isKey || leaf.shape.values.length === 0) continue;
        if (list === 'items' && leaf.shape.seen.flag > 0 && hasTag(leaf, 'citation'))
          decisions.doubt(`each row at ${set.at} is a citation, although ${leaf.at} may be false`);
        if (!isUnique && splitsRows(kind, leaf))
          decisions.doubt(`each row at ${set.at} is a whole, although ${leaf.at} differs`);
      }
  }
}

/** Doubts an empty list next to unknown figures, which may be another list. */
export function doubtEmpty(lists: Lists, unread: readonly Leaf[], decisions: Decisions): void {
  const empty = Object.values(lists)
    .flat()
    .find(({ set }) => isEmptyList(set.container));
  if (empty === undefined) return;
  const paging: readonly Tag[] = ['paging', 'page', 'more', 'id', 'date', 'moment', 'from', 'to', 'another'];
  const other = unread.find(
    (leaf) =>
      leaf.shape.values.some((value) => typeof value === 'number' && value !== 0) && !hasTag(leaf, ...paging),
  );
  if (other)
    decisions.doubt(
      `${empty.set.container.at} is empty because there is nothing, although ${other.at} is not read`,
    );
}

/** Doubts vague figures that are all zero, and a date outside rows. */
export function doubtTraffic(lists: Lists, leaves: readonly Leaf[], decisions: Decisions): void {
  for (const { set, fields } of lists.days ?? []) {
    const read = new Set(Object.values(fields).map(({ leaf }) => leaf));
    const other = set.leaves.find((leaf) => !read.has(leaf) && leaf.shape.seen.number > 0 && !isZero(leaf));
    for (const { leaf, isVague } of Object.values(fields))
      if (isVague && isZero(leaf) && other) decisions.doubt(`${leaf.at} is 0, although ${other.at} is not`);
  }
  if (lists.days) return;
  const date = leaves.find(
    (leaf) =>
      hasTag(leaf, 'date') &&
      !hasTag(leaf, 'moment') &&
      leaf.shape.values.length > 0 &&
      leaf.shape.values.every(isDate),
  );
  if (date) decisions.doubt(`figures are of the whole period, although ${date.at} is a date`);
}
