import type { Guard, Endpoint as Kind } from '@answershare/core';
import { isBare } from './claims.ts';
import type { Guesses } from './guesses.ts';
import type { Leaf } from './leaves.ts';
import { readNames } from './names.ts';
import type { StatedUnit } from './place.ts';
import { free, measuredWords, type Tag, unmeasuredWords } from './vocabulary.ts';

export const tagsOf = ({ names }: Leaf): ReadonlySet<Tag> => readNames(names).tags;

export const has = (leaf: Leaf, tag: Tag): boolean => tagsOf(leaf).has(tag);

const isKnown = ({ names }: Leaf): boolean => readNames(names).isKnown;

type Word = string | boolean;
export const wordsAt = ({ shape }: Leaf): Word[] =>
  Array.from(new Set(shape.values)).filter((value): value is Word => typeof value !== 'number');

const normal = (word: Word): string =>
  String(word)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const isMeta = (tags: ReadonlySet<Tag>): boolean =>
  Array.from(tags).every(
    (tag) => free.has(tag) || ['traffic', 'website', 'citation', 'status'].includes(tag),
  );

/** Fields that say whether the figures next to them were measured. */
export function guardsIn(leaves: readonly Leaf[], figures: readonly string[], guesses: Guesses): Guard[] {
  return leaves.flatMap((leaf) => {
    if (leaf.isKey || leaf.isSingle || has(leaf, 'another')) return [];
    if (!has(leaf, 'status') && !has(leaf, 'unsettled')) return [];
    const words = wordsAt(leaf);
    const isFlag = typeof words[0] === 'boolean';
    const parent = leaf.at.slice(0, leaf.at.lastIndexOf('/'));
    const around = readNames(leaf.names.slice(0, -1));
    const isNear =
      figures.some((at) => at.startsWith(`${parent}/`)) || (around.isKnown && isMeta(around.tags));
    if (words.length === 0 || !isNear) return [];
    if (isFlag && has(leaf, 'unsettled')) return [{ at: leaf.at, measured: [false], unmeasured: [true] }];
    if (!has(leaf, 'status') || has(leaf, 'from') || has(leaf, 'moment') || has(leaf, 'date')) return [];
    if (isFlag) return isKnown(leaf) ? [{ at: leaf.at, measured: [true], unmeasured: [false] }] : [];
    const isBad = (word: Word): boolean => unmeasuredWords.has(normal(word));
    const odd = words.find((word) => !isBad(word) && !measuredWords.has(normal(word)));
    if (odd !== undefined) {
      if (isKnown(leaf))
        guesses.doubt(`figures count although ${leaf.at} is ${JSON.stringify(String(odd).slice(0, 60))}`);
      return [];
    }
    return [{ at: leaf.at, measured: words.filter((word) => !isBad(word)), unmeasured: words.filter(isBad) }];
  });
}

const units: Readonly<Record<string, 'percent' | 'fraction'>> = {
  '%': 'percent',
  percent: 'percent',
  percentage: 'percent',
  pct: 'percent',
  fraction: 'fraction',
  ratio: 'fraction',
};

/** The unit of shares that a text outside the lists states. */
export function statedUnit(leaves: readonly Leaf[]): { readonly unit: StatedUnit; readonly at: string } {
  for (const leaf of leaves) {
    if (!has(leaf, 'unit') || !isKnown(leaf) || leaf.names.length > 3) continue;
    if (!isBare(readNames(leaf.names.slice(0, -1)).tags)) continue;
    const words = wordsAt(leaf);
    const unit = words.length === 1 ? units[normal(words[0] as Word)] : undefined;
    if (unit !== undefined) return { unit, at: leaf.at };
  }
  return { unit: null, at: '' };
}

/** Parts of a score with the common maximum. */
const isHundred = ({ at, shape }: Leaf): boolean =>
  at.includes('/*') && shape.values.every((value) => value === 100);

const dayWords = /^(\d+\s?d(ays?)?|days?|daily|date|p1d|24h|1d|last.*|time:day|total|all)$/i;
const longWords =
  /^(per[_ -])?(\d+[_\s]?)?(bi|every[_ ])?-?(hour|week|month|quarter|year|h|w|hr|mo)s?(ly)?$/i;
const wholeWords = /^(all|total|any|everything|)$/i;

const breakdowns: readonly Tag[] = ['engine', 'page', 'source', 'place', 'filter'];

const quote = (leaf: Leaf, value: unknown): string =>
  `${leaf.at} is ${JSON.stringify(String(value).slice(0, 60))}`;

/** Statements on which the meaning of figures hangs, and that are not what a plain reading assumes. */
export function doubtStatements(kind: Kind, leaves: readonly Leaf[], stated: string, guesses: Guesses): void {
  for (const leaf of leaves) {
    const [first] = leaf.shape.values;
    if (leaf.isKey || first === undefined) continue;
    const words = wordsAt(leaf);
    const isOddUnit = (word: string | boolean): boolean =>
      kind === 'competitors' ||
      (units[normal(word)] === undefined && !/^(count|number|days?)$/i.test(String(word)));
    if (has(leaf, 'unit') && leaf.at !== stated && words.some(isOddUnit))
      guesses.doubt(`figures are plain numbers although ${quote(leaf, first)}`);
    if (
      has(leaf, 'scale') &&
      (typeof first === 'string' || (kind === 'authority' && !isHundred(leaf))) &&
      !has(leaf, 'another')
    )
      guesses.doubt(`no figure hangs on ${quote(leaf, first).replace(' is ', ', which is ')}`);
    const isOneEngine =
      (kind === 'citations' || kind === 'competitors') &&
      !leaf.at.includes('/*') &&
      (has(leaf, 'engine') || has(leaf, 'place'));
    if (
      isOneEngine &&
      isKnown(leaf) &&
      !has(leaf, 'id') &&
      words.some((word) => typeof word === 'string' && !wholeWords.test(word))
    )
      guesses.doubt(`figures are of all engines although ${quote(leaf, first)}`);
    if (kind !== 'analytics') continue;
    const odd = words.find((word) => longWords.test(normal(word)));
    const isGrain =
      has(leaf, 'grain') &&
      isKnown(leaf) &&
      words.some((word) => typeof word === 'string' && !dayWords.test(word));
    if (odd !== undefined || isGrain)
      guesses.doubt(`rows are single days although ${quote(leaf, odd ?? first)}`);
    const isPart = breakdowns.some((tag) => has(leaf, tag)) && isKnown(leaf) && !has(leaf, 'id');
    if (isPart && words.some((word) => typeof word === 'string' && !wholeWords.test(word)))
      guesses.doubt(`figures are of the whole website although ${quote(leaf, first)}`);
  }
}

/** Settings that the meaning of figures hangs on: the granularity and the unit, as they are now. */
export function expectationsIn(kind: Kind, leaves: readonly Leaf[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const leaf of leaves) {
    const [only, ...others] = wordsAt(leaf);
    const isMeaning = has(leaf, 'unit') || (kind === 'analytics' && has(leaf, 'grain'));
    if (!isMeaning || leaf.isSingle || typeof only !== 'string' || others.length > 0) continue;
    if (units[normal(only)] !== undefined || /^(day|daily|date|p1d|1d)$/i.test(only)) found[leaf.at] = only;
  }
  return found;
}
