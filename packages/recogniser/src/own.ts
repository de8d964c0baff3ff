import { decodeValue, type OwnRule } from '@answershare/core';
import type { Plan } from './facts.ts';
import type { Guesses, Option } from './guesses.ts';
import type { Leaf } from './leaves.ts';
import { readNames } from './names.ts';
import type { Placed } from './place.ts';
import { has, wordsAt } from './statements.ts';
import { ownWords } from './vocabulary.ts';

const plain = (value: unknown): string => String(value).trim().toLowerCase();

/** A flag or a role in the rows that marks the own brand's. */
function flagRule(rows: readonly Leaf[], guesses: Guesses): OwnRule | null {
  const flag = rows.find((leaf) => has(leaf, 'own') && leaf.shape.seen.flag > 0 && !has(leaf, 'rival'));
  if (flag) {
    if (!readNames(flag.names).isKnown) guesses.doubt(`the own brand is the row where ${flag.at} is true`);
    return { at: flag.at, is: [true] };
  }
  for (const leaf of rows.filter((one) => has(one, 'role') || has(one, 'own'))) {
    const is = wordsAt(leaf).filter((word) => ownWords.has(plain(word).replace(/[\s-]+/g, '_')));
    if (is.length > 0) return { at: leaf.at, is };
  }
  return null;
}

/** A name elsewhere in the body that one row has. */
function nameRule(names: Leaf, rows: readonly Leaf[], around: readonly Leaf[]): OwnRule | null {
  const fields = [names, ...rows.filter((leaf) => has(leaf, 'domain') && leaf.shape.seen.text > 0)];
  for (const field of fields) {
    const listed = new Set(field.shape.values.map(plain));
    if (listed.has('you')) return { at: field.at, is: ['you'] };
    const same = around.find((leaf) => {
      const isOwner =
        (has(leaf, 'brand') || has(leaf, 'domain') || has(leaf, 'website')) && !has(leaf, 'rival');
      const { values } = leaf.shape;
      return (
        isOwner && !leaf.isSingle && values.length > 0 && values.every((value) => listed.has(plain(value)))
      );
    });
    if (same !== undefined) return { at: field.at, same: same.at };
  }
  return null;
}

const sumOf = (placed: Placed | undefined): number =>
  (placed?.leaf.shape.values ?? []).reduce<number>(
    (sum, value) => sum + Number(decodeValue(placed?.codec ?? 'percent', value) ?? 0),
    0,
  );

/** The one name whose row has the own share in every body. */
function sameShare(own: Placed | undefined, share: Placed | undefined, names: Leaf): string | null {
  const values = names.shape.values;
  const shares = share?.leaf.shape.values ?? [];
  if (own === undefined || shares.length !== values.length) return null;
  const equal = values.filter((_, at) => own.leaf.shape.values.includes(shares[at] as number));
  const [first] = equal;
  const isOne = equal.length === own.leaf.shape.values.length && equal.every((value) => value === first);
  return isOne && typeof first === 'string' ? first : null;
}

/** The rule by which a row of the competitors is the own brand's. */
export function ownRule({ leaves, whole, lists }: Plan, guesses: Guesses): OwnRule | null {
  const [rows] = lists.competitors ?? [];
  const names = rows?.fields.name?.leaf;
  if (rows === undefined || names === undefined) return null;
  const rule = flagRule(rows.set.leaves, guesses) ?? nameRule(names, rows.set.leaves, leaves);
  const place = `the own brand's row at ${rows.set.at}`;
  if (rule !== null) {
    guesses.assume(`${place} is found by ${rule.same ?? rule.at}`);
    return rule;
  }
  if ('shareOfVoice' in whole) {
    const same = sameShare(whole.shareOfVoice, rows.fields.share, names);
    if (same === null) return null;
    const options: Option<OwnRule | null>[] = [
      { value: null, assumes: `${place} is none` },
      {
        value: { at: names.at, is: [same] },
        assumes: `${place} is that of ${JSON.stringify(same)}, which has its share`,
      },
    ];
    const all = sumOf(whole.shareOfVoice) + sumOf(rows.fields.share);
    const exceeds = all > 1.03 * (whole.shareOfVoice?.leaf.shape.values.length ?? 1);
    return guesses.choose('own brand', exceeds ? options.reverse() : options);
  }
  const options: Option<OwnRule | null>[] = [{ value: null, assumes: `${place} is none` }];
  for (const value of Array.from(new Set(names.shape.values)).slice(0, 3))
    options.push({
      value: { at: names.at, is: [value as string] },
      assumes: `${place} is that of ${JSON.stringify(value)}`,
    });
  return guesses.choose('own brand', options);
}
