import { readLastName, readName, readNames } from './names.ts';
import type { Leaf } from './shape.ts';
import type { Meaning, TargetField } from './target-fields.ts';
import { neutralTags, type Tag } from './vocabulary.ts';

export type Tags = ReadonlySet<Tag>;

/** The context of leaves that may be a field. */
export interface MatchScope {
  readonly topic: readonly Tag[];
  readonly parts: readonly Tag[];
  /** Tags of the list around rows. */
  readonly context: Tags;
}

/** The index of the first meaning that covers the tags; null if none does. */
export function matchMeaning(
  tags: Tags,
  meanings: readonly Meaning[],
  ignored: readonly Tag[],
): number | null {
  const rest = [...tags].filter((tag) => !neutralTags.has(tag));
  const place = meanings.findIndex(
    ({ needs, allows }) =>
      needs.every((tag) => tags.has(tag)) &&
      rest.every((tag) => needs.includes(tag) || allows.includes(tag) || ignored.includes(tag)),
  );
  return place < 0 ? null : place;
}

/** True if all tags are neutral or allowed. */
export const hasOnly = (tags: Tags, allowed: readonly Tag[] = []): boolean =>
  [...tags].every((tag) => neutralTags.has(tag) || allowed.includes(tag));

export const isBareTotal = (tags: Tags): boolean => hasOnly(tags, ['total']);

/** A leaf that may be a field. Grade 0: by its name; 1: with unknown context; 2: with additional words. */
export interface FieldMatch {
  readonly leaf: Leaf;
  readonly grade: 0 | 1 | 2;
  readonly place: number;
  readonly meaning: Meaning;
  readonly isKnown: boolean;
}

/** True for a number with the name of a container, such as `responses`, which may count these. */
const isContainer = ({ names }: Leaf): boolean => {
  const { tags } = readLastName(names);
  return tags.size > 0 && [...tags].every((tag) => tag === 'wrapper');
};

/** Matches by the leaf's own words and its context. */
function matchExactly(leaf: Leaf, wish: TargetField, { topic, context }: MatchScope): FieldMatch | null {
  const { isKnown, tags: all } = readNames(leaf.names);
  if (!isKnown) return null;
  const own = readLastName(leaf.names);
  const around = readNames(leaf.names.slice(0, -1));
  const of = (place: number | null, meanings: readonly Meaning[], isDoubtful = false): FieldMatch | null =>
    place === null
      ? null
      : {
          leaf,
          grade: leaf.isSingle || isDoubtful ? 1 : 0,
          place: meanings === wish.means ? place : wish.means.length + place,
          meaning: meanings[place] as Meaning,
          isKnown: true,
        };
  if (!isBareTotal(own.tags)) {
    const place = matchMeaning(all, wish.means, topic);
    const allows = wish.means[place ?? 0]?.allows ?? [];
    const isSide = hasOnly(own.tags, [...topic, ...allows]);
    const needs = isSide ? (wish.means[place ?? 0]?.needs ?? []) : [];
    const isUnique = wish.means[place ?? 0]?.needs[0] === 'unique' && !context.has('visitor');
    return hasOnly(around.tags, [...topic, ...allows, ...needs]) ? of(place, wish.means, isUnique) : null;
  }
  if (!hasOnly(around.tags))
    return of(matchMeaning(all, wish.means, topic), wish.means, wish.isLoose && own.tags.has('total'));
  const place = matchMeaning(new Set([...context, ...own.tags]), wish.bare, topic);
  const isNamed = wish.means.some(({ needs }) => needs.some((tag) => context.has(tag)));
  const isUnnamed = own.tags.has('value') || own.tags.has('total') || leaf.names.length === 0;
  const isDoubtful = !isNamed && isUnnamed && wish.family !== 'text' && !context.has('engine');
  const isTotal = !isNamed && (own.tags.has('value') || own.tags.has('total')) && wish.counts;
  return of(place, wish.bare, isDoubtful || isTotal || (wish.counts && isContainer(leaf)));
}

/** Matches by the leaf's own words alone. */
function matchLoosely(leaf: Leaf, wish: TargetField, { topic, parts }: MatchScope): FieldMatch | null {
  const names = leaf.names.map(readName);
  const isPart = (tag: Tag): boolean => parts.includes(tag) && !topic.includes(tag);
  let last = names.length - 1;
  while (last >= 0 && names[last]?.isKnown && isBareTotal(names[last]?.tags ?? new Set())) last -= 1;
  const own = names[last];
  if (own === undefined || names.slice(last + 1).some(({ tags }) => tags.has('total'))) return null;
  if (names.some((one) => one.tags.has('another'))) return null;
  if (names.slice(0, last).some(({ tags }) => [...tags].some(isPart))) return null;
  if (wish.family === 'text' && !names.every(({ isKnown }) => isKnown)) return null;
  const exact = own.isKnown ? matchMeaning(own.tags, wish.means, topic) : null;
  const near = wish.means.findIndex(({ needs }) => needs.every((tag) => own.tags.has(tag)));
  const needed = wish.means[near]?.needs ?? [];
  const isNear =
    wish.isLoose && near >= 0 && ![...own.tags].some((tag) => isPart(tag) && !needed.includes(tag));
  if (exact === null && !isNear) return null;
  const place = exact ?? near;
  return {
    leaf,
    grade: exact === null ? 2 : 1,
    place,
    meaning: wish.means[place] as Meaning,
    isKnown: own.isKnown,
  };
}

/** True for a percentage, which is not a count. */
function isShare({ names }: Leaf): boolean {
  const { tags } = readLastName(names);
  return tags.has('percent') || tags.has('fraction');
}

/** The leaves that may be a field, best first; further ones have other values and an equal claim. */
export function matchField(
  leaves: readonly Leaf[],
  wish: TargetField,
  scope: MatchScope,
): readonly FieldMatch[] {
  const fits = leaves.flatMap((leaf) => {
    const found =
      leaf.isKey || (wish.counts && isShare(leaf))
        ? null
        : (matchExactly(leaf, wish, scope) ?? matchLoosely(leaf, wish, scope));
    return found === null ? [] : [found];
  });
  const depth = ({ leaf }: FieldMatch): number => leaf.names.length;
  fits.sort(
    (a, b) =>
      Math.min(a.grade, 1) - Math.min(b.grade, 1) ||
      (a.grade === 0 ? 0 : depth(a) - depth(b)) ||
      a.grade - b.grade ||
      Number(b.isKnown) - Number(a.isKnown) ||
      a.place - b.place ||
      depth(a) - depth(b),
  );
  const isCounted = wish.counts && fits.some(({ leaf }) => !isContainer(leaf));
  const [best, ...further] = fits.filter(({ leaf }) => !isCounted || !isContainer(leaf));
  if (!best) return [];
  const isFigure = wish.family === 'number' || wish.family === 'share';
  const isCertain = best.meaning.needs.includes('entity');
  const hasClaim = ({ grade, place, meaning }: FieldMatch): boolean => {
    if (!isFigure) return grade === best.grade && place === best.place;
    const isSame = meaning.needs[0] === best.meaning.needs[0] && !isCertain;
    const isOpen =
      best.meaning.isVague && (best.meaning.needs[0] !== 'score' || !meaning.needs.includes('rating'));
    return grade <= 1 || best.grade === 2 || isOpen || isSame;
  };
  const seen = new Set([JSON.stringify(best.leaf.shape.values)]);
  const others = further.filter((one) => {
    const values = JSON.stringify(one.leaf.shape.values);
    if (one.leaf.shape.values.length === 0 || seen.has(values) || !hasClaim(one)) return false;
    seen.add(values);
    return true;
  });
  return [best, ...others];
}
