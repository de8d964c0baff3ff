import type { Guard, Endpoint as Kind } from '@answershare/core';
import type { Decisions } from './decisions.ts';
import { hasOnly } from './match-field.ts';
import { readLastName, readNames } from './names.ts';
import type { StatedUnit } from './place-fields.ts';
import type { RowSet } from './row-sets.ts';
import { isScalar, type Leaf } from './shape.ts';
import { measuredWords, type Tag, unmeasuredWords } from './vocabulary.ts';

export const readLeafTags = ({ names }: Leaf): ReadonlySet<Tag> => readNames(names).tags;

/** True for a leaf with one of the tags. */
export const hasTag = (leaf: Leaf, ...tags: readonly Tag[]): boolean =>
  tags.some((tag) => readLeafTags(leaf).has(tag));

const isKnown = ({ names }: Leaf): boolean => readNames(names).isKnown;

type Word = string | boolean;
export const readWords = ({ shape }: Leaf): Word[] =>
  [...new Set(shape.values)].filter((value): value is Word => typeof value !== 'number');

const normalizeWord = (word: Word): string =>
  String(word)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const isMeta = (tags: ReadonlySet<Tag>): boolean =>
  hasOnly(tags, ['traffic', 'website', 'citation', 'status']);

const isBad = (word: Word): boolean =>
  unmeasuredWords.has(normalizeWord(word)) || /^not_/.test(normalizeWord(word));

const noticePattern = /^(warning|error|message|notice|alert)s?$/;
const measurePattern = /^(checked|measured|tracked|synced|updated|refreshed|crawled|scanned|analyzed)$/;

/** True for a status of no measurement, a warning, or a time of measurement that is null. */
function excusesZero({ names, shape, isKey }: Leaf, around: readonly string[] = []): boolean {
  const { tags, words } = readLastName(names);
  const hasWord = (pattern: RegExp): boolean => [...around, ...words].some((word) => pattern.test(word));
  if (isKey) return false;
  if (shape.values.every((value) => value === '')) return shape.seen.null > 0 && hasWord(measurePattern);
  const isOff = (value: unknown): boolean => value === false || (typeof value === 'string' && isBad(value));
  const isStatus = tags.has('status') && !tags.has('another') && shape.values.some(isOff);
  return isStatus || (shape.seen.text > 0 && hasWord(noticePattern));
}

export const isZero = ({ shape: { seen, values } }: Leaf): boolean =>
  seen.number > 0 && values.every((value) => Number(value) === 0);

/** Doubts figures that are all zero, if another place in the body may say why. */
export function doubtZeros(
  leaves: readonly Leaf[],
  sets: readonly RowSet[],
  placed: readonly Leaf[],
  guards: readonly Guard[],
  decisions: Decisions,
): void {
  const zero = placed.find(isZero);
  if (zero === undefined) return;
  const excuses = [
    ...leaves.filter((leaf) => excusesZero(leaf)),
    ...sets.flatMap(({ leaves: inRows, names, layout }) => {
      const { words } = readLastName(names);
      return layout === 'list' ? inRows.filter((leaf) => excusesZero(leaf, words)) : [];
    }),
  ];
  const excuse = excuses.find(({ at }) => guards.every((guard) => guard.at !== at));
  if (excuse) decisions.doubt(`${zero.at} is measured, although ${excuse.at} may be the reason why it is 0`);
}

const figureTags: readonly Tag[] = ['visitor', 'pageview', 'citation', 'traffic'];
const connectionPattern = /connect|measured|track|data|install|sync/;

/** Where a status is: next to figures, elsewhere in the body about a connection, or about nothing that counts here. */
function placeStatus(leaf: Leaf, words: readonly Word[], figures: readonly string[]): 'near' | 'far' | null {
  const parent = leaf.at.slice(0, leaf.at.lastIndexOf('/'));
  const around = readNames(leaf.names.slice(0, -1));
  if (figures.some((at) => at.startsWith(`${parent}/`)) || (around.isKnown && isMeta(around.tags)))
    return 'near';
  const own = readLastName(leaf.names);
  const isConnection = [...words, ...own.words].some((word) => connectionPattern.test(String(word)));
  return !leaf.at.includes('/*') && own.tags.has('status') && isConnection ? 'far' : null;
}

function findGuard(kind: Kind, leaf: Leaf, figures: readonly string[], decisions: Decisions): Guard | null {
  if (leaf.isKey || leaf.isSingle || hasTag(leaf, 'another')) return null;
  if (!hasTag(leaf, 'status', 'unsettled')) return null;
  const words = readWords(leaf);
  const place = words.length === 0 ? null : placeStatus(leaf, words, figures);
  if (place === null) return null;
  const { at } = leaf;
  const isFlag = typeof words[0] === 'boolean';
  if (isFlag && hasTag(leaf, 'unsettled')) return { at, measured: [false], unmeasured: [true] };
  if (!hasTag(leaf, 'status') || hasTag(leaf, 'from', 'moment', 'date')) return null;
  const own = readLastName(leaf.names);
  const isOfOne = kind === 'analytics' && figureTags.some((tag) => own.tags.has(tag));
  const zeros = place === 'far' || isOfOne ? { zeros: true } : {};
  if (isFlag) {
    const { isKnown: isKnownFlag } = place === 'far' ? own : readNames(leaf.names);
    return isKnownFlag ? { at, measured: [true], unmeasured: [false], ...zeros } : null;
  }
  const odd = words.find((word) => !isBad(word) && !measuredWords.has(normalizeWord(word)));
  if (odd === undefined)
    return { at, measured: words.filter((word) => !isBad(word)), unmeasured: words.filter(isBad), ...zeros };
  if (place === 'near' && isKnown(leaf))
    decisions.doubt(`figures count although ${at} is ${JSON.stringify(String(odd).slice(0, 60))}`);
  return null;
}

/** Fields that state whether the figures next to them were measured; those about one figure concern zeros alone. */
export function findGuards(
  kind: Kind,
  leaves: readonly Leaf[],
  figures: readonly string[],
  decisions: Decisions,
): Guard[] {
  return leaves.flatMap((leaf) => findGuard(kind, leaf, figures, decisions) ?? []);
}

const unitsByWord: Readonly<Record<string, 'percent' | 'fraction'>> = {
  '%': 'percent',
  percent: 'percent',
  percentage: 'percent',
  pct: 'percent',
  fraction: 'fraction',
  ratio: 'fraction',
};

/** The unit of shares that a text outside lists states. */
export function findStatedUnit(leaves: readonly Leaf[]): { readonly unit: StatedUnit; readonly at: string } {
  for (const leaf of leaves) {
    if (!hasTag(leaf, 'unit') || !isKnown(leaf) || leaf.names.length > 3) continue;
    if (!hasOnly(readNames(leaf.names.slice(0, -1)).tags, ['total'])) continue;
    const words = readWords(leaf);
    const unit = words.length === 1 ? unitsByWord[normalizeWord(words[0] as Word)] : undefined;
    if (unit !== undefined) return { unit, at: leaf.at };
  }
  return { unit: null, at: '' };
}

/** True for component scores with the maximum 100. */
const isHundred = ({ at, shape }: Leaf): boolean =>
  at.includes('/*') && shape.values.every((value) => value === 100);

const dayPattern = /^(\d+\s?d(ays?)?|days?|daily|date|p1d|24h|1d|last.*|time:day|total|all)$/i;
const longPeriodPattern =
  /^(per[_ -])?(\d+[_\s]?)?(bi|every[_ ])?-?(hour|week|month|quarter|year|h|w|hr|mo)s?(ly)?$/i;
const wholePattern = /^(all|total|any|everything|)$/i;

const breakdownTags: readonly Tag[] = ['engine', 'page', 'source', 'place', 'query', 'filter', 'rival'];

/** Doubts statements that contradict the plain reading of figures. */
export function doubtStatements(
  kind: Kind,
  leaves: readonly Leaf[],
  stated: string,
  decisions: Decisions,
): void {
  const isDaily = kind === 'analytics';
  const isOddUnit = (word: Word): boolean =>
    kind === 'competitors' ||
    (unitsByWord[normalizeWord(word)] === undefined && !/^(count|number|days?)$/i.test(String(word)));
  for (const leaf of leaves) {
    const [first] = leaf.shape.values;
    if (leaf.isKey || first === undefined) continue;
    const words = readWords(leaf);
    const long = words.find((word) => longPeriodPattern.test(normalizeWord(word)));
    const isOther = (usual: RegExp): boolean =>
      isKnown(leaf) && words.some((word) => typeof word === 'string' && !usual.test(word));
    const isPart = !hasTag(leaf, 'id') && isOther(wholePattern);
    const doubt = (applies: boolean, reading: string, value: unknown = first, verb = ' is'): void => {
      if (applies)
        decisions.doubt(`${reading} ${leaf.at}${verb} ${JSON.stringify(String(value).slice(0, 60))}`);
    };
    const isScale = typeof first === 'string' || (kind === 'authority' && !isHundred(leaf));
    const isOne = isPart && !leaf.at.includes('/*') && hasTag(leaf, 'engine', 'place', 'query');
    doubt(
      leaf.at !== stated && hasTag(leaf, 'unit') && words.some(isOddUnit),
      'figures are plain numbers although',
    );
    doubt(
      isScale && hasTag(leaf, 'scale') && !hasTag(leaf, 'another'),
      'no figure hangs on',
      first,
      ', which is',
    );
    doubt(isOne && !isDaily && kind !== 'websites', 'figures are of all engines although');
    doubt(
      isDaily && (long !== undefined || (hasTag(leaf, 'grain') && isOther(dayPattern))),
      'rows are single days although',
      long,
    );
    doubt(isDaily && isPart && hasTag(leaf, ...breakdownTags), 'figures are of the whole website although');
  }
}

/** Settings that the meaning of figures depends on: granularity and unit, with current values. */
export function findExpectations(kind: Kind, leaves: readonly Leaf[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const leaf of leaves) {
    const [only, ...others] = readWords(leaf);
    const isMeaning = hasTag(leaf, 'unit') || (kind === 'analytics' && hasTag(leaf, 'grain'));
    if (!isMeaning || leaf.isSingle || typeof only !== 'string' || others.length > 0) continue;
    if (unitsByWord[normalizeWord(only)] !== undefined || /^(day|daily|date|p1d|1d)$/i.test(only))
      found[leaf.at] = only;
  }
  return found;
}

const ignoredTags: ReadonlySet<string> = new Set(['neutral', 'wrapper', 'paging', 'page', 'url']);

/** Fields that state whether more pages follow. */
export function findPagination(leaves: readonly Leaf[]): Record<string, string> {
  const pages: Record<string, string> = {};
  for (const leaf of leaves) {
    if (leaf.isSingle) continue;
    const { seen } = leaf.shape;
    const rest = [...readLeafTags(leaf)].filter((tag) => !ignoredTags.has(tag));
    const isMore = rest.includes('more') && rest.every((tag) => tag === 'more' || tag === 'cursor');
    if (!isMore || !readNames(leaf.names).isKnown) continue;
    if (seen.flag > 0 && rest.length === 1) pages.morePages = pages.morePages ?? `${leaf.at} flag?`;
    else if (seen.flag === 0) pages.nextPage = pages.nextPage ?? `${leaf.at} id?`;
  }
  return pages;
}

/** The requested website's id, if the bodies repeat it. */
export function findWebsitePointer(leaves: readonly Leaf[]): Record<string, string> {
  const found = leaves.find((leaf) => {
    const { tags, isKnown } = readNames(leaf.names);
    const rest = [...tags].filter((tag) => tag !== 'wrapper');
    const isId = isKnown && rest.length === 2 && tags.has('website') && tags.has('id');
    return isId && !leaf.isSingle && isScalar(leaf.shape) && leaf.shape.seen.flag === 0;
  });
  return found === undefined ? {} : { website: `${found.at} id` };
}
