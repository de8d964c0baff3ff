import type { Endpoint as Kind } from '@answershare/core';
import type { Decisions } from './decisions.ts';
import { hasCountKey, hasDataKeys, hasNamedKeys } from './map-keys.ts';
import { hasOnly } from './match-field.ts';
import { readName, readNames } from './names.ts';
import { type PlacedFields, placeRow, type StatedUnit } from './place-fields.ts';
import type { RowSet } from './row-sets.ts';
import { isEmptyList, type Leaf, type Shape } from './shape.ts';
import type { TargetList, TargetResource } from './target-fields.ts';
import { neutralTags, type Tag } from './vocabulary.ts';

/** A row set as a list of a recipe. */
interface ListRows {
  readonly set: RowSet;
  /** Empty if the list was empty in every body. */
  readonly fields: PlacedFields;
  readonly decisions: Decisions;
  readonly rank: number;
}

/** The parts of each list; usually one. */
export type Lists = Readonly<Record<string, readonly ListRows[]>>;

/** The main list of each kind, which may have any name. */
const primaryLists: ReadonlySet<string> = new Set(['websites', 'days', 'items', 'competitors']);

interface Search {
  readonly kind: TargetResource;
  readonly sets: readonly RowSet[];
  readonly unit: StatedUnit;
  /** Scalars outside lists. */
  readonly around: readonly Leaf[];
  readonly decisions: Decisions;
}

/** The tags of the last name that is not an envelope. */
function readOwnTags(names: readonly string[]): ReadonlySet<Tag> {
  for (let at = names.length - 1; at >= 0; at -= 1) {
    const { tags, isKnown } = readName(names[at] ?? '');
    if (!isKnown || !hasOnly(tags)) return tags;
  }
  return new Set();
}

/** Tags of texts that make a row one source, brand or question of an engine. */
const engineParts: readonly Tag[] = [
  'domain',
  'source',
  'page',
  'query',
  'brand',
  'rival',
  'website',
  'title',
];

/** How sure rows with an engine and a count are the citations by engine; null if they are not. */
function rankEngineRows({ leaves }: RowSet): 'sure' | 'unsure' | null {
  const tagsOf = ({ names }: Leaf): ReadonlySet<Tag> => readNames(names).tags;
  const texts = leaves.filter(({ shape }) => shape.seen.text > 0).map(tagsOf);
  if (!texts.some((tags) => tags.has('engine')) || leaves.some((leaf) => tagsOf(leaf).has('url')))
    return null;
  const isPart = texts.some((tags) => engineParts.some((tag) => tags.has(tag)));
  const counts = leaves.filter((leaf) => leaf.shape.seen.number > 0 && !tagsOf(leaf).has('share'));
  if (counts.some((leaf) => tagsOf(leaf).has('citation'))) return isPart ? 'unsure' : 'sure';
  const isBare = counts.some(({ names }) => /^(count|total)s?$/i.test(names.join()));
  return isPart || !isBare ? null : leaves.length === 2 ? 'sure' : 'unsure';
}

/** Adds the engine that the body states for all rows. */
function withEngine(set: RowSet, around: readonly Leaf[]): RowSet {
  const isEngine = ({ names }: Leaf): boolean => readNames(names).tags.has('engine');
  const engines = set.leaves.some(isEngine) ? [] : around.filter(isEngine);
  return { ...set, leaves: [...set.leaves, ...engines.map((leaf) => ({ ...leaf, isOuter: true as const }))] };
}

/** What the name of a row set states about a list. */
interface NameFacts {
  /** The tags of the name without envelopes. */
  readonly own: ReadonlySet<Tag>;
  readonly tags: readonly Tag[];
  readonly isNamed: boolean;
  /** The name has a tag that the list does not explain. */
  readonly isForeign: boolean;
  /** The name excludes the list. */
  readonly isExcluded: boolean;
}

function readNameFacts(list: string, wish: TargetList, set: RowSet, kind: TargetResource): NameFacts {
  const around = [...wish.holds, ...wish.also, ...kind.topic];
  const own = readOwnTags(set.layout === 'map' ? set.names.slice(-1) : set.names);
  const isNamed = wish.holds.some((tag) => own.has(tag));
  const tags = [...set.name.tags].filter((tag) => !neutralTags.has(tag));
  const foreign = tags.filter((tag) => !around.includes(tag));
  const isForeign = foreign.length > 0;
  const isExcluded =
    set.name.tags.has('another') ||
    (isForeign && set.name.isKnown && !set.name.tags.has('grain') && !isNamed) ||
    (list === 'days' && own.has('ai') && !own.has('citation')) ||
    foreign.some((tag) => kind.parts.includes(tag));
  return { own, tags, isNamed, isForeign, isExcluded };
}

/** `null`: the rows are not the list. */
type Verdict = 'sure' | 'unsure' | null;

/** The verdict of the first row that applies, with its reason; `sure` if none does. */
const decide = (rows: readonly (readonly [boolean, Verdict, string])[]): Verdict =>
  (rows.find(([applies]) => applies) ?? (['', 'sure'] as const))[1];

/** Whether rows can be the list, by their layout, keys and engines. */
function judgeLayout(
  list: string,
  wish: TargetList,
  set: RowSet,
  { own, tags, isNamed, isForeign }: NameFacts,
): Verdict {
  const isMap = set.layout === 'map';
  const isShares = list === 'competitors' && (own.has('voice') || own.has('sov'));
  const isScores = list === 'components' && own.has('score') && isMap;
  const hasKeys = isMap && hasDataKeys(list, set);
  const mayHaveNames = isNamed || isShares || isScores || list === 'websites';
  const isKeyed = hasKeys || (mayHaveNames && hasNamedKeys(list, wish, set));
  const hasRows = !isMap || isKeyed;
  const engines = hasRows && list === 'byEngine' ? rankEngineRows(set) : null;
  const isIdentified = isNamed || isScores || engines !== null || hasKeys;
  return decide([
    [isMap && list === 'items', null, 'a feed has no keys'],
    [isMap && !isKeyed, null, 'the keys are names of fields'],
    [wish.named && !isIdentified, null, 'nothing names the list'],
    [!set.name.isKnown, 'unsure', 'the name has an unknown word'],
    [isForeign, 'unsure', 'the name has a word that the list does not explain'],
    [isMap && list === 'websites', 'unsure', 'the keys may be other than websites'],
    [
      isMap && hasRows && list === 'components' && hasCountKey(set.container),
      'unsure',
      'a key may be a count',
    ],
    [isNamed, 'sure', 'the name states the list'],
    [isShares, 'unsure', 'shares of voice may be of others'],
    [isScores, 'unsure', 'scores may be of others'],
    [engines === 'unsure', 'unsure', 'engines and counts may be a part of the citations'],
    [engines === 'sure' && tags.length > 0, 'unsure', 'the name limits the citations'],
    [
      hasKeys && list === 'byEngine' && own.size > 0 && !own.has('citation'),
      'unsure',
      'counts by engine may be of others',
    ],
  ]);
}

/** Whether the fields of rows prove the list. */
function judgeFields(
  list: string,
  wish: TargetList,
  set: RowSet,
  { own, isNamed }: NameFacts,
  fields: PlacedFields,
): Verdict {
  const isProven = wish.proof.some((field) => field in fields) || (list === 'websites' && 'name' in fields);
  const isListed = list === 'websites' && own.has('website');
  const isOnlyIds = isListed && set.container.entry?.fields.size === 1;
  const isNames = list === 'competitors' && isNamed && 'name' in fields && set.layout === 'list';
  const isKeyed = wish.key === null ? isProven : wish.key in fields;
  return decide([
    [!isKeyed, null, 'the key is missing'],
    [!isProven && !isNames && !isListed, null, 'no field proves the list'],
    [!isProven && !isOnlyIds, 'unsure', 'only the name states the list'],
    [list === 'websites' && !isNamed && !('domain' in fields), 'unsure', 'neither name nor domain'],
    [list === 'items' && !('url' in fields), 'unsure', 'cited pages have no address'],
    [list === 'items' && fields.url?.leaf.at === set.at, 'unsure', 'the rows are addresses alone'],
    [list === 'items' && own.has('top'), 'unsure', 'the name limits the pages'],
  ]);
}

/** A row set as a list of the kind; null if it is something else. */
function toListRows(
  list: string,
  wish: TargetList,
  set: RowSet,
  { kind, unit, around: outer, decisions }: Search,
): ListRows | null {
  const name = readNameFacts(list, wish, set, kind);
  const layout = name.isExcluded ? null : judgeLayout(list, wish, set, name);
  if (layout === null) return null;
  const { own, tags, isNamed } = name;
  const branch = decisions.branch();
  if (isEmptyList(set.container)) {
    if (layout === 'unsure' || set.nested || !(isNamed || (primaryLists.has(list) && tags.length === 0)))
      return null;
    branch.assume(`${list} is ${set.container.at || 'the body'}, which is empty in every body`);
    return { set, fields: {}, decisions: branch, rank: isNamed ? 20 : 10 };
  }
  const fields = placeRow(list, list === 'items' ? withEngine(set, outer) : set, wish, kind, unit, branch);
  const judged = judgeFields(list, wish, set, name, fields);
  if (judged === null) return null;
  const place = `the rows at ${set.at}`;
  const isUnsure = layout === 'unsure' || judged === 'unsure';
  if (isUnsure || (list === 'competitors' && !isNamed && own.size > 0 && tags.length > 0))
    branch.doubt(`${list} are ${place}, although the name may mean others`);
  const engine = fields.engine?.leaf.at ?? '/*';
  if (!engine.includes('/*')) branch.doubt(`${place} are of all engines, although ${engine} is one`);
  if (set.nested) branch.doubt(`${list} are ${place}, which are inside other rows`);
  const rank = (isUnsure ? 0 : 100) + (isNamed ? 10 : 0) + Object.keys(fields).length - (set.nested ? 8 : 0);
  return { set, fields, decisions: branch, rank };
}

/** Series of the same days with additional figures. */
function findFurtherDays(best: ListRows, others: readonly ListRows[]): ListRows[] {
  const taken = new Set(Object.keys(best.fields));
  return others.filter(({ fields, set, rank }) => {
    const figures = Object.keys(fields).filter((name) => name !== 'date');
    const isFurther =
      rank >= 100 && !set.nested && figures.length > 0 && figures.every((name) => !taken.has(name));
    if (isFurther) for (const name of figures) taken.add(name);
    return isFurther;
  });
}

/** The best row set for each list, by name and fields. */
export function findLists(search: Search): Lists {
  const found: Record<string, readonly ListRows[]> = {};
  const { decisions } = search;
  for (const [list, wish] of Object.entries(search.kind.lists)) {
    const all = search.sets
      .flatMap((set) => toListRows(list, wish, set, search) ?? [])
      .sort((a, b) => b.rank - a.rank);
    const [best] = all;
    if (!best) continue;
    const further = list === 'days' && best.rank >= 100 ? findFurtherDays(best, all.slice(1)) : [];
    const equal = all.filter((one) => one.rank === best.rank && !further.includes(one)).slice(0, 4);
    const chosen = decisions.choose(
      `rows of ${list}`,
      equal.map((one) => ({
        value: one,
        assumes: `${list} are the rows at ${one.set.at}, and others could be`,
      })),
    );
    const isUnnamed = best.rank >= 100 && best.rank < 110;
    const empty = all.find(({ set, rank }) => isEmptyList(set.container) && rank >= 20);
    if (isUnnamed && empty && empty !== best)
      decisions.doubt(`${list} are the rows at ${best.set.at}, although ${empty.set.container.at} is empty`);
    const parts = [chosen, ...(chosen === best ? further : [])];
    for (const part of parts) decisions.merge(part.decisions);
    found[list] = parts;
  }
  return found;
}

/** What was found in the bodies of one kind. */
export interface ReadingPlan {
  readonly kind: Kind;
  readonly bodies: readonly unknown[];
  readonly root: Shape;
  /** Scalars outside lists. */
  readonly leaves: readonly Leaf[];
  readonly sets: readonly RowSet[];
  readonly whole: PlacedFields;
  readonly lists: Lists;
}
