import { type CodecName, decodeValue } from '@answershare/core';
import { isDate, listCodecs } from './codecs.ts';
import type { Decisions } from './decisions.ts';
import { inferUnit, toOtherUnit } from './infer-unit.ts';
import { type FieldMatch, isBareTotal, type MatchScope, matchField } from './match-field.ts';
import { readLastName, readNames } from './names.ts';
import type { RowSet } from './row-sets.ts';
import type { Leaf } from './shape.ts';
import type { TargetField, TargetList, TargetResource } from './target-fields.ts';
import { neutralTags } from './vocabulary.ts';

/** A leaf assigned to a field of a recipe. */
export interface PlacedField {
  readonly leaf: Leaf;
  codec: CodecName;
  /** False for a share of unknown unit. */
  sure: boolean;
  /** False for a share whose unit only its values show. */
  readonly isStated: boolean;
  /** True if other figures have such a name too. */
  readonly isVague: boolean;
}

export type PlacedFields = Record<string, PlacedField>;

/** The values of a field, decoded; unknown ones are 0. */
export const decodeNumbers = (placed: PlacedField | undefined): number[] =>
  (placed?.leaf.shape.values ?? []).map((value) =>
    Number(decodeValue(placed?.codec ?? 'number', value) ?? 0),
  );

/** The unit that the body states for all shares. */
export type StatedUnit = 'percent' | 'fraction' | null;

interface FieldScope {
  readonly scope: MatchScope;
  readonly names: readonly string[];
  readonly unit: StatedUnit;
  readonly decisions: Decisions;
}

/** The codec of a leaf as a field; null if its values do not fit. */
function decodeMatch(
  field: string,
  wish: TargetField,
  { leaf, meaning }: FieldMatch,
  { names, unit, decisions }: FieldScope,
): PlacedField | null {
  const { isVague } = meaning;
  if (wish.family !== 'share') {
    const codec = listCodecs(leaf, field, wish)[0];
    if (codec === 'dotted-count' && !leaf.shape.values.some((value) => /\.(?!000)\d/.test(String(value))))
      decisions.doubt(`points at ${leaf.at} are between thousands`);
    if (
      codec === 'comma-number' &&
      leaf.shape.values.every((value) => /^(\d+|[^.]*,\d{3})$/.test(String(value)))
    )
      decisions.doubt(`commas at ${leaf.at} are before decimals`);
    return codec === undefined ? null : { leaf, codec, sure: true, isStated: true, isVague };
  }
  const found = inferUnit(leaf, names, field === 'weight' ? null : unit);
  if (found === null || field !== 'weight') return found && { leaf, ...found, isVague };
  const isFraction = leaf.shape.values.every((value) => Number(value) <= 1);
  const codec = isFraction === found.codec.endsWith('fraction') ? found.codec : toOtherUnit(found.codec);
  return { leaf, codec, sure: true, isStated: true, isVague };
}

const isNamedAs = (field: string, { names }: Leaf): boolean =>
  [...readNames(names).tags].some((tag) => field.startsWith(tag));

/** Ranks ids with the word `id` above a `uuid`, and those with more words above others: `website_id`, `id`, `uuid`. */
const rankId = ({ names }: Leaf): number => {
  const { words } = readLastName(names);
  return words.includes('id') ? words.length : 0;
};

/** Assigns a field to the first matching leaf; several matches are a doubt. */
function placeField(
  field: string,
  wish: TargetField,
  fits: readonly FieldMatch[],
  around: FieldScope,
  label: string,
): PlacedField | null {
  const { decisions } = around;
  const placed = fits.flatMap((fit) => {
    const one = decodeMatch(field, wish, fit, around);
    return one === null ? [] : [{ ...one, grade: fit.grade }];
  });
  if (field === 'id') placed.sort((a, b) => rankId(b.leaf) - rankId(a.leaf));
  const [first] = fits;
  const isOdd =
    first?.grade === 0 && !first.meaning.isVague && placed.every(({ leaf }) => leaf !== first.leaf);
  const isFigure = wish.family === 'number' || wish.family === 'share';
  if (isOdd && isFigure && !isBareTotal(readLastName(first.leaf.names).tags)) {
    const odd = first.leaf.shape.values.find((value) => typeof value !== 'boolean');
    if (odd !== undefined)
      decisions.doubt(`${label} is unknown, although ${first.leaf.at} holds ${JSON.stringify(odd)}`);
  }
  if (placed.length === 0) return null;
  const chosen = decisions.choose(
    label,
    placed.slice(0, 4).map((one) => {
      const others = placed.filter((other) => other !== one).map(({ leaf }) => leaf.at);
      return { value: one, assumes: `${label} is ${one.leaf.at}, not ${others.slice(0, 3).join(' or ')}` };
    }),
  );
  if (chosen.grade > 0 || (chosen.isVague && wish.family === 'share'))
    decisions.doubt(`${label} is ${chosen.leaf.at}, although its name or its place may mean another figure`);
  else if (placed.length === 1 && chosen.isVague && !isNamedAs(field, chosen.leaf))
    decisions.assume(`${label} is ${chosen.leaf.at}`);
  return chosen;
}

/** Assigns fields to leaves outside lists. */
export function placeWhole(
  leaves: readonly Leaf[],
  { whole, topic, parts }: TargetResource,
  unit: StatedUnit,
  decisions: Decisions,
): PlacedFields {
  const scope = { topic, parts, context: new Set<never>() };
  const placed: PlacedFields = {};
  const used = new Set<Leaf>();
  for (const [field, wish] of Object.entries(whole)) {
    const fits = matchField(
      leaves.filter((leaf) => !used.has(leaf)),
      wish,
      scope,
    );
    const found = placeField(field, wish, fits, { scope, names: [], unit, decisions }, field);
    if (found === null) continue;
    placed[field] = found;
    used.add(found.leaf);
  }
  return placed;
}

const matchUnnamed = (leaf: Leaf, grade: 0 | 1): FieldMatch => {
  const meaning = { needs: [], allows: [], isVague: false };
  return { leaf, grade, place: 0, meaning, isKnown: true };
};

/** The only date in a row. */
function findDateLeaf({ leaves }: RowSet): Leaf | undefined {
  const dated = leaves.filter(
    ({ shape, isOuter, isKey }) =>
      !isOuter && !isKey && shape.seen.text > 0 && shape.seen.number === 0 && shape.values.every(isDate),
  );
  return dated.length === 1 ? dated[0] : undefined;
}

/** Assigns the fields of a row. Its key may be a key of an object. */
export function placeRow(
  list: string,
  set: RowSet,
  wish: TargetList,
  { topic, parts }: TargetResource,
  unit: StatedUnit,
  decisions: Decisions,
): PlacedFields {
  const context = new Set([...set.name.tags].filter((tag) => !neutralTags.has(tag)));
  if (list === 'byEngine') context.add('engine');
  const scope = { topic, parts, context };
  const key = set.leaves.find(({ isKey }) => isKey);
  const fields: PlacedFields = {};
  const used = new Set<Leaf>();
  for (const [field, one] of Object.entries(wish.fields)) {
    const isText = one.family === 'text';
    const wanted = set.leaves.filter((leaf) =>
      leaf.isOuter && field !== 'engine' && field !== 'date'
        ? false
        : isText
          ? field === 'id' || leaf.shape.seen.number === 0
          : !used.has(leaf),
    );
    const fits = matchField(wanted, one, scope);
    const dated = field === 'date' && list === 'days' ? findDateLeaf(set) : undefined;
    const byKey = key && field === wish.key ? [matchUnnamed(key, 0)] : [];
    const byDate = dated ? [matchUnnamed(dated, 1)] : [];
    const found = [fits, byKey, byDate].find((matches) => matches.length > 0) ?? [];
    const around = { scope, names: set.names, unit, decisions };
    const placed = placeField(field, one, found, around, `${list}.${field} in ${set.at}`);
    if (placed === null) continue;
    fields[field] = placed;
    used.add(placed.leaf);
  }
  const host = [fields.url, fields.name, key && { leaf: key }].find((one) => one && hasHosts(one.leaf));
  if ('domain' in wish.fields && !('domain' in fields) && host)
    fields.domain = { leaf: host.leaf, codec: 'host', sure: true, isStated: true, isVague: false };
  return fields;
}

const hasHosts = ({ shape: { values } }: Leaf): boolean =>
  values.length > 0 && values.every((value) => typeof decodeValue('host', value) === 'string');
