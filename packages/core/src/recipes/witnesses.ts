import { dayNumber } from '../calendar/calendar.ts';
import { maxOf } from '../resources/min-max.ts';
import { type ResourceValues, trafficFields } from '../resources/resources.ts';
import type { CompiledRecipe } from './compiled-recipe.ts';
import type { Drift } from './drift.ts';
import type { RawFigures } from './raw-figures.ts';
import { hasMorePages } from './raw-figures.ts';
import type { Recipe, Witness } from './recipe.ts';
import { formatPointer } from './recipe-pointer.ts';

/** True or false if the relation holds; null if the figures do not show it. */
type Relation<K extends keyof ResourceValues> = (
  value: ResourceValues[K],
  decimals: number,
) => boolean | null;
type Relations<K extends keyof ResourceValues> = Readonly<Partial<Record<Witness, Relation<K>>>>;

/** Shares are rounded to whole per cent at most. */
const shareRounding = 0.0051;
/** Rounded shares of ten brands deviate by at most five times 0.5 per cent in sum. */
const sumTolerance = 0.026;

const isClose = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance;

/** The sum of a figure; null if any is unknown. */
export function sumKnown<T>(rows: readonly T[], figure: (row: T) => number | null): number | null {
  let all: number | null = 0;
  for (const row of rows) {
    const one = figure(row);
    all = all === null || one === null ? null : all + one;
  }
  return all;
}

/** As many figures without a fall, and half as many rises, are not chance: in one column, or in every one of several. */
const minRunningRows = { one: 13, all: 7 };

/**
 * True for a cumulative column, which never falls and often rises; null for too few rows.
 * @internal
 */
export function isRunningTotal<T>(
  rows: readonly T[],
  figure: (row: T) => number | null,
  least: number,
): boolean | null {
  let last = Number.NEGATIVE_INFINITY;
  let rises = 0;
  let known = 0;
  for (const row of rows) {
    const one = figure(row);
    if (one === null) continue;
    if (one < last) return false;
    if (one > last) rises += 1;
    known += 1;
    last = one;
  }
  return known < least ? null : rises * 2 >= known;
}

const minTiedMentions = 200;

const listShares = ({ shareOfVoice, competitors }: ResourceValues['competitors']): readonly number[] =>
  [shareOfVoice, ...competitors.map(({ share }) => share)].filter((share): share is number => Boolean(share));

const competitorRelations: Relations<'competitors'> = {
  /** Shares in per cent are not all below one, as fractions are. */
  percent: (value) =>
    listShares(value).some((share) => share > 0.01) || (listShares(value)[0] ? false : null),
  /** All shares together are not above the whole. */
  limit: (value) => listShares(value).reduce((sum, share) => sum + share, 0) <= 1 + sumTolerance,
  /** Each share is its mentions divided by all mentions. */
  mentions: (value) => {
    const { totalMentions: total } = value;
    if (total === null || total === 0) return null;
    const own = { share: value.shareOfVoice, mentions: value.mentions };
    const pairs = [own, ...value.competitors].filter((row) => row.share !== null && row.mentions !== null);
    if (pairs.length === 0) return null;
    return pairs.every((row) => isClose(row.share || 0, (row.mentions || 0) / total, shareRounding));
  },
  /** No other brand has the own share and the own mentions, which are too many for chance. */
  rivals: ({ shareOfVoice, mentions, competitors: others }) =>
    (mentions || 0) >= minTiedMentions
      ? !others.some((row) => row.mentions === mentions && row.share === shareOfVoice)
      : null,
  /** No first or last row is the sum of the others. Whole per cents show it by chance too often. */
  sums: ({ shareOfVoice: own, competitors: rows }, decimals) => {
    const shares = rows.flatMap(({ share }) => share || []);
    const step = 10 ** (-2 - maxOf([decimals, ...shares.map(countPercentDecimals)]));
    if (shares.length < 3 || step > 0.001) return null;
    const all = sumKnown(rows, ({ share }) => share || 0) || 0;
    const allMentions = sumKnown(rows, ({ mentions }) => mentions);
    return ![rows[0], rows[rows.length - 1]].some((row) => {
      const twice = 2 * (row?.share || 0);
      const isSum = [all, all + (own || 0)].some((sum) =>
        isClose(twice, sum, 0.6 * step * (rows.length - 1)),
      );
      return isSum && (allMentions === null || 2 * (row?.mentions || 0) === allMentions);
    });
  },
  /** The own share and the others sum to one. */
  whole: ({ shareOfVoice, competitors: others }) => {
    const all = sumKnown(others, ({ share }) => share);
    if (shareOfVoice === null || all === null || shareOfVoice + all === 0 || others.length === 0) return null;
    return isClose(shareOfVoice + all, 1, sumTolerance);
  },
  /** All mentions are the sum over brands. */
  brands: ({ mentions, totalMentions, competitors: others }) => {
    const all = sumKnown(others, (row) => row.mentions);
    return mentions === null || all === null || totalMentions === null || others.length === 0
      ? null
      : totalMentions === mentions + all;
  },
};

const citationRelations: Relations<'citations'> = {
  /** The total is the sum over engines. */
  engines: ({ total, byEngine }) =>
    total === null || byEngine.length === 0 ? null : total === sumKnown(byEngine, ({ count }) => count),
  /** The feed has at most as many rows as the total. */
  rows: ({ total, items }) => (total === null || items.length === 0 ? null : total >= items.length),
};

const authorityRelations: Relations<'authority'> = {
  /** No part is above the maximum, as a sum of parts would be. */
  parts: ({ scale, components }) =>
    scale === null || components.length === 0 ? null : components.every((part) => (part.score || 0) <= scale),
  /** The score is the weighted sum of its parts, within one step. */
  weights: ({ score, scale, components }) => {
    const all = sumKnown(components, (part) =>
      part.score === null || part.weight === null ? null : part.score * part.weight,
    );
    const step = scale !== null && scale <= 1 ? 0.011 : 1.01;
    return score === null || all === null || components.length === 0 ? null : isClose(score, all, step);
  },
};

const analyticsRelations: Relations<'analytics'> = {
  /** Most rows are one day apart; false for weekly or longer steps. */
  daily: ({ days }) => {
    if (days.length < 3) return null;
    const numbers = days.map(({ date }) => dayNumber(date) || 0);
    const gaps = numbers.slice(1).map((number, index) => number - (numbers[index] || 0));
    if (gaps.filter((gap) => gap === 1).length * 2 >= gaps.length) return true;
    const isCoarse = gaps.every((gap) => gap % 7 === 0) || gaps.every((gap) => gap >= 28 && gap % 365 <= 92);
    return isCoarse ? false : null;
  },
  /** No column is cumulative. */
  increments: ({ days }) => {
    const areRunning = (least: number): readonly boolean[] =>
      trafficFields.flatMap((name) => isRunningTotal(days, (day) => day[name], least) ?? []);
    const one = areRunning(minRunningRows.one);
    const all = areRunning(minRunningRows.all);
    if (one.includes(true) || (all.length > 1 && !all.includes(false))) return false;
    return one.length > 0 || null;
  },
  /** Visitors do not exceed pageviews. A few exceptions are allowed; nearly all days mean exchanged columns. */
  views: ({ days }) => {
    const known = days.filter(({ visitors, pageviews }) => visitors !== null && pageviews !== null);
    const odd = known.filter(({ visitors, pageviews }) => (visitors || 0) > (pageviews || 0)).length;
    if (odd * 2 <= known.length) return known.length > 0 || null;
    return known.length > 2 && odd >= 0.9 * known.length ? false : null;
  },
  /** The totals of the period are the sums of its days. */
  period: ({ days, period }) => {
    if (period === null || days.length === 0) return null;
    const pairs = trafficFields.map((name) => [period[name], sumKnown(days, (day) => day[name])]);
    const known = pairs.filter(([stated, all]) => stated !== null && all !== null);
    return known.length === 0 ? null : known.every(([stated, all]) => stated === all);
  },
};

const listNames = (relations: object): readonly Witness[] => Object.keys(relations) as Witness[];

/** The witnesses of each endpoint. */
export const knownWitnesses: { readonly [K in keyof ResourceValues]: readonly Witness[] } = {
  websites: [],
  analytics: listNames(analyticsRelations),
  citations: listNames(citationRelations),
  competitors: listNames(competitorRelations),
  authority: listNames(authorityRelations),
};

const relations = {
  ...analyticsRelations,
  ...citationRelations,
  ...competitorRelations,
  ...authorityRelations,
} as {
  readonly [W in Witness]: (value: never, decimals: number) => boolean | null;
};

/** Whether a relation holds in a value; null if its figures are incomplete. @param decimals of shares in per cent */
export const checkWitness = (
  witness: Witness,
  value: ResourceValues[keyof ResourceValues],
  decimals = 0,
): boolean | null => relations[witness](value as never, decimals);

const countDecimals = (value: number): number => (String(value).split('.')[1] || '').length;

/** The decimals of a fraction when written in per cent. */
export const countPercentDecimals = (fraction: number): number =>
  countDecimals(Number((fraction * 100).toPrecision(12)));

/** A field with another unit than its recipe's, and one value in the old unit. */
interface ChangedUnit {
  readonly field: string;
  readonly value: number;
}

/** Figures with as many decimals are not rounded. */
const maxDecimals = 6;

/**
 * The field whose unit has changed. Shares below 1 per cent with more decimals than ever are fractions, unless larger ones
 * have more as well; such scores below a tenth of the maximum are on a smaller scale.
 */
function findChangedUnit(recipe: Recipe, { whole: figures, lists }: RawFigures): ChangedUnit | null {
  const scale = Number(figures.scale ?? recipe.constants?.scale ?? 0);
  const fields = Object.entries(recipe.decimals || {}).map(([name, most]) => {
    const [list = '', field] = name.split('.');
    const values =
      field === undefined
        ? [figures[name]]
        : [...(lists[list]?.lines.values() || [])].map((line) => line[field]);
    const known = values.filter((value): value is number => typeof value === 'number' && value !== 0);
    const isFiner = (value: number): boolean =>
      most < maxDecimals && (name === 'score' ? countDecimals(value) : countPercentDecimals(value)) > most;
    const isSmall = (value: number): boolean => value <= (name === 'score' ? scale / 10 : 0.01);
    return { name, known, isFiner, isSmall };
  });
  if (fields.some(({ known, isFiner, isSmall }) => known.some((one) => !isSmall(one) && isFiner(one))))
    return null;
  for (const { name, known, isFiner, isSmall } of fields) {
    const [value] = known;
    if (value !== undefined && known.every((one) => isSmall(one) && isFiner(one)))
      return { field: name, value };
  }
  return null;
}

/** A changed unit in words: what was read so far, and what it looks like now. */
function describeChangedUnit({ field, value }: ChangedUnit): readonly [expected: string, found: string] {
  if (field === 'score') return ['the score was on its scale', `it looks like a smaller scale (${value})`];
  const written = Number((value * 100).toPrecision(12));
  return ['shares were read as per cent', `they look like fractions (${written})`];
}

const relationTexts: Readonly<Record<Witness, readonly [field: string, words: string]>> = {
  mentions: ['totalMentions', 'shares are mentions over all mentions'],
  percent: ['shareOfVoice', 'shares were in per cent, some above 1'],
  limit: ['competitors.share', 'the shares were parts of one whole'],
  sums: ['competitors', 'no first or last row was the sum of the others'],
  rivals: ['competitors', 'no other brand had the own share and mentions'],
  whole: ['shareOfVoice', 'the shares make the whole'],
  brands: ['totalMentions', 'all mentions are the sum over the brands'],
  engines: ['total', 'the total is the sum over the engines'],
  rows: ['total', 'the total is not below the number of rows'],
  parts: ['components', 'no part was above the maximum'],
  weights: ['score', 'the score is the weighted sum of its parts'],
  daily: ['days', 'the rows are a day apart'],
  increments: ['days', 'no column is a running total'],
  views: ['days', 'visitors do not exceed pageviews'],
  period: ['days', 'the period is the sum of its days'],
};

/** Relations over whole lists, which one page cannot show. */
const wholeListWitnesses: readonly Witness[] = ['whole', 'brands', 'period'];

/** The pointer of a field, up to the deepest existing place. */
function findPointer({ whole, lists }: CompiledRecipe, name: string, body: unknown): string {
  const [list, field] = name.split('.');
  const inList = lists.find((one) => one.name === list);
  const place = whole.fields.find((one) => one.name === name);
  return formatPointer(
    body,
    (place ?? inList?.fields.find((one) => one.name === field) ?? inList)?.path || [],
  );
}

/** The first range, unit or relation that does not hold, as drift; null if all hold. */
export function findBrokenWitness(
  recipe: Recipe,
  compiled: CompiledRecipe,
  figures: RawFigures,
  value: ResourceValues[keyof ResourceValues],
  body: unknown,
): Drift | null {
  const drift = (field: string, problem: Drift['problem'], expected: string, found: string): Drift => ({
    pointer: findPointer(compiled, field, body),
    problem,
    expected,
    found,
  });
  const { score } = figures.whole;
  const scale = figures.whole.scale ?? recipe.constants?.scale ?? Number.POSITIVE_INFINITY;
  if (typeof score === 'number' && !(score >= 0 && score <= Number(scale)))
    return drift('score', 'value', `a score from 0 to ${scale}`, String(score));
  const unit = findChangedUnit(recipe, figures);
  if (unit !== null) return drift(unit.field, 'relation', ...describeChangedUnit(unit));
  const isPage = hasMorePages(figures);
  const engines = [...(figures.lists.byEngine?.lines.values() || [])];
  const hasGap = engines.some(({ count }) => count === null);
  const isOpen = (witness: Witness): boolean =>
    witness === 'engines' ? hasGap : isPage && wholeListWitnesses.includes(witness);
  const failed = (recipe.witnesses || []).find(
    (witness) =>
      !isOpen(witness) && checkWitness(witness, value, recipe.decimals?.['competitors.share']) === false,
  );
  return failed === undefined
    ? null
    : drift(relationTexts[failed][0], 'relation', relationTexts[failed][1], 'this does not hold');
}
