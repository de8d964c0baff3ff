import { applyRecipe, type OwnRule } from '@answershare/core';
import type { Decisions, Option } from './decisions.ts';
import type { ReadingPlan } from './find-lists.ts';
import { hasOnly } from './match-field.ts';
import { readNames } from './names.ts';
import { decodeNumbers, type PlacedField } from './place-fields.ts';
import type { Leaf } from './shape.ts';
import { hasTag, readLeafTags, readWords } from './statements.ts';
import { ownWords, type Tag } from './vocabulary.ts';

const normalize = (value: unknown): string => String(value).trim().toLowerCase();

/** A rule with the leaf that states the own brand. */
interface StatedRule {
  readonly rule: OwnRule;
  readonly leaf: Leaf;
}

function findFlagRules(rows: readonly Leaf[]): StatedRule[] {
  return rows.flatMap((leaf): StatedRule[] => {
    if (!hasTag(leaf, 'role', 'own')) return [];
    if (leaf.shape.seen.flag > 0)
      return hasTag(leaf, 'own') && !hasTag(leaf, 'rival')
        ? [{ rule: { at: leaf.at, is: [true] }, leaf }]
        : [];
    const is = readWords(leaf).filter((word) => ownWords.has(normalize(word).replace(/[\s-]+/g, '_')));
    return is.length > 0 ? [{ rule: { at: leaf.at, is }, leaf }] : [];
  });
}

const brandTags: readonly Tag[] = ['brand', 'domain', 'website'];
const ownTags: readonly Tag[] = ['own', 'name', 'key', 'url'];

/** The names, domains and websites of the own brand that bodies state. */
const findOwners = (around: readonly Leaf[]): readonly Leaf[] =>
  around.filter(
    (leaf) =>
      hasTag(leaf, ...brandTags) &&
      hasOnly(readLeafTags(leaf), [...brandTags, ...ownTags]) &&
      !leaf.isSingle &&
      leaf.shape.values.length > 0,
  );

/** A name without address parts and signs: `acme` of `https://www.acme.example` and `Acme, Inc.` begins with it. */
const foldBrand = (value: unknown): string =>
  normalize(value)
    .replace(/^\w+:\/\/|^www\.|\.\S+$/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The name of a row that is another spelling of the own brand's. */
function findOwnSpelling(names: Leaf, around: readonly Leaf[]): string | null {
  const owners = findOwners(around).flatMap(({ shape }) => shape.values.map(foldBrand));
  const isSpelling = (name: string): boolean =>
    owners.some(
      (owner) => owner.length > 2 && name.length > 2 && (name.startsWith(owner) || owner.startsWith(name)),
    );
  const found = names.shape.values.find((value) => isSpelling(foldBrand(value)));
  return found === undefined ? null : String(found);
}

/** Rules by names elsewhere in the body that occur in rows. */
function findNameRules(names: Leaf, rows: readonly Leaf[], around: readonly Leaf[]): StatedRule[] {
  const owners = findOwners(around);
  const fields = [names, ...rows.filter((leaf) => hasTag(leaf, 'domain') && leaf.shape.seen.text > 0)];
  return fields.flatMap((field): StatedRule[] => {
    const listed = new Set(field.shape.values.map(normalize));
    const same = owners.filter(({ shape }) => shape.values.every((value) => listed.has(normalize(value))));
    return [
      ...(listed.has('you') ? [{ rule: { at: field.at, is: ['you'] }, leaf: field }] : []),
      ...same.map((leaf) => ({ rule: { at: field.at, same: leaf.at }, leaf })),
    ];
  });
}

/** The competitors of each body under a rule; null if it marks two rows, or rows lack unique names. */
function listCompetitors(
  own: OwnRule | null,
  at: string,
  name: string,
  bodies: readonly unknown[],
): string | null {
  const lists = { competitors: [{ at, fields: { name: `${name} text` } }] };
  const recipe = { v: 1, kind: 'competitors', lists, ...(own && { own }) } as const;
  const competitors = bodies.map((body) => {
    const applied = applyRecipe('competitors', recipe, body);
    return applied.ok ? applied.value.competitors : null;
  });
  return competitors.includes(null) ? null : JSON.stringify(competitors);
}

const sumShares = (placed: PlacedField | undefined): number =>
  decodeNumbers(placed).reduce((sum, share) => sum + share, 0);

/** The only name whose row has the own share in every body. */
function findNameWithShare(
  own: PlacedField | undefined,
  share: PlacedField | undefined,
  names: Leaf,
): string | null {
  const values = names.shape.values;
  const shares = share?.leaf.shape.values ?? [];
  if (own === undefined || shares.length !== values.length) return null;
  const equal = values.filter((_, at) => own.leaf.shape.values.includes(shares[at] as number));
  const [first] = equal;
  const isOne = equal.length === own.leaf.shape.values.length && equal.every((value) => value === first);
  return isOne && typeof first === 'string' ? first : null;
}

/** Infers the rule for the own brand's row among the competitors. */
export function inferOwnRule(
  { bodies, leaves, whole, lists }: ReadingPlan,
  decisions: Decisions,
): OwnRule | null {
  const [rows] = lists.competitors ?? [];
  const names = rows?.fields.name?.leaf;
  if (rows === undefined || names === undefined) return null;
  const place = `the own brand's row at ${rows.set.at}`;
  const competitorsBy = ({ rule }: StatedRule): string | null =>
    listCompetitors(rule, rows.set.at, names.at, bodies);
  const stated = [...findFlagRules(rows.set.leaves), ...findNameRules(names, rows.set.leaves, leaves)];
  const isReadable = listCompetitors(null, rows.set.at, names.at, bodies) !== null;
  const twice = isReadable ? stated.find((one) => competitorsBy(one) === null) : undefined;
  if (twice) decisions.doubt(`${place} is one, although ${twice.rule.at} marks two`);
  const usable = isReadable ? stated.filter((one) => competitorsBy(one) !== null) : stated.slice(0, 1);
  const rules = usable.filter(
    (one, at) => usable.findIndex((other) => competitorsBy(other) === competitorsBy(one)) === at,
  );
  const byRule = rules.map(({ rule }) => ({
    value: rule,
    assumes: `${place} is found by ${rule.same ?? rule.at}`,
  }));
  const [only, ...others] = byRule;
  if (only) {
    const isKnown = rules.every(({ leaf }) => readNames(leaf.names).isKnown);
    if (!isKnown) decisions.doubt(only.assumes);
    else if (others.length === 0) decisions.assume(only.assumes);
    return decisions.choose('own brand', byRule);
  }
  if ('shareOfVoice' in whole) {
    const spelling = findOwnSpelling(names, leaves);
    const same = spelling ?? findNameWithShare(whole.shareOfVoice, rows.fields.share, names);
    if (same === null) return null;
    const options: Option<OwnRule | null>[] = [
      { value: null, assumes: `${place} is none` },
      {
        value: { at: names.at, is: [same] },
        assumes: `${place} is that of ${JSON.stringify(same)}, which has its ${spelling === null ? 'share' : 'name'}`,
      },
    ];
    const all = sumShares(whole.shareOfVoice) + sumShares(rows.fields.share);
    const exceeds = all > 1.03 * (whole.shareOfVoice?.leaf.shape.values.length ?? 1);
    return decisions.choose('own brand', exceeds || spelling !== null ? options.reverse() : options);
  }
  const options: Option<OwnRule | null>[] = [{ value: null, assumes: `${place} is none` }];
  for (const value of [...new Set(names.shape.values)].slice(0, 3))
    options.push({
      value: { at: names.at, is: [value as string] },
      assumes: `${place} is that of ${JSON.stringify(value)}`,
    });
  return decisions.choose('own brand', options);
}
