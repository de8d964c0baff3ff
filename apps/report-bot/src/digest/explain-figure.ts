import { type Endpoint, figureOf } from '@answershare/core';
import { daysToCompare, estimateNoise, minDeviation, roundTo } from '@answershare/core/statistics';
import { type IsoWeek, isWeekOrAlert, listWeekDates } from '../schedule/iso-week.ts';
import type { CountedDay } from './citations.ts';
import type { Digest } from './digest.ts';
import { createPageReport, type DigestFigure, type Figure, type PageReport } from './figures.ts';
import type { ChangeBasis } from './metric.ts';
import { toShareDay } from './share-weeks.ts';
import { createSheetFormula, type SheetFormula } from './sheet-formula.ts';
import { readFigure, type SiteDay, type SiteWeek } from './site-days.ts';

/** One day's stored answer behind a figure. */
interface SnapshotValue {
  /** `YYYY-MM-DD` in the schedule's zone. */
  readonly day: string;
  /** ISO 8601. */
  readonly takenAt: string;
  /** In the unit of the level; null without an answer. */
  readonly value: number | null;
  /** The counts of a share, where the answer states them. */
  readonly mentions: number | null;
  readonly totalMentions: number | null;
  /** Why there is no answer. */
  readonly failure: string | null;
}

/** A figure with its inputs, its formula and the snapshots behind it. */
export interface FigureExplanation extends Figure {
  /** The week that was compared; null if none was. */
  readonly baseline: IsoWeek | null;
  readonly endpoint: Endpoint;
  readonly inputs: ChangeBasis & {
    /** Figures that are judged together, and the largest p-value that is clear among them. */
    readonly comparisons: number;
    readonly limit: number;
    /** How often an alert judges a change; the p-value of one look is multiplied by it. */
    readonly looks: number;
    /** The brands of a rank. */
    readonly brands: readonly { readonly name: string; readonly share: number | null }[];
  };
  /** Each step as a sentence with its numbers. */
  readonly formula: readonly string[];
  /** The formula of the Google Sheets add-on for this figure; null without one. */
  readonly sheetFormula: SheetFormula | null;
  /** The compared week first. */
  readonly snapshots: readonly { readonly week: IsoWeek; readonly days: readonly SnapshotValue[] }[];
  /** Of citations; null for other figures, and if no answer shows the pages. */
  readonly pages: PageReport | null;
  /** True if the figure rests on an unconfirmed recipe. */
  readonly assumed: boolean;
}

/** What the store has of a website, from the compared week on. */
export interface SiteHistory {
  readonly weeks: readonly SiteWeek[];
  /** Citations by day, of analytics. */
  readonly counts: ReadonlyMap<string, CountedDay>;
}

/** Explains one figure of a digest. Sends nothing. */
export function explainFigure(
  digest: Digest,
  of: DigestFigure,
  { weeks, counts }: SiteHistory,
): FigureExplanation {
  const { figure, site, measure, competitor, metric } = of;
  const isCounted = measure === 'citations' && site.citations.source === 'analytics';
  const endpoint = isCounted ? 'analytics' : figureOf(measure).endpoint;
  const isRank = measure === 'rank';
  const baseline = isRank || figure.before === null ? null : metric.baseline;
  const snapshots = weeks
    .filter(({ week }) => week === baseline || week === figure.week)
    .map(({ week, days }) => ({
      week,
      days: isCounted ? listCountedDays(week, counts) : days.map((day) => readDay(day, of)),
    }));
  const brands = isRank
    ? site.share.rows.map(({ name, metric: { level } }) => ({ name, share: level?.value ?? null }))
    : [];
  const { families, looks } = digest;
  const inputs = { ...metric.basis, ...families[competitor === null ? 'own' : 'competitor'], looks, brands };
  const reported = snapshots.find(({ week }) => week === figure.week)?.days ?? [];
  return {
    ...figure,
    baseline,
    endpoint,
    inputs,
    formula: isRank
      ? describeRanking(brands)
      : [...describeFormula(figure, inputs, baseline, reported, isCounted), ...describeEventsAndGoal(of)],
    sheetFormula: figure.level === null ? null : createSheetFormula(digest, of),
    snapshots,
    pages: measure === 'citations' ? createPageReport(site) : null,
    assumed: digest.notes.some(
      (note) => note.kind === 'assumed' && note.figures.some((one) => one.endpoint === endpoint),
    ),
  };
}

/** The events that a change follows, and the goal of a figure. */
function describeEventsAndGoal({ metric, competitor }: DigestFigure): string[] {
  const { events = [], goal } = competitor === null ? metric : {};
  const unit = metric.level?.unit === 'share' ? 'share' : 'count';
  return [
    ...events.map(({ on, text }) => `Event: ${on}, ${text}.`),
    ...(goal === undefined
      ? []
      : [
          `Goal: ${formatLevel(goal.target.value, unit)} by ${goal.by}, ${goal.state}${goal.short === null ? '' : `: ${roundTo(goal.short.value, goal.short.digits)} from a straight line to it`}.`,
        ]),
  ];
}

function listCountedDays(week: IsoWeek, counts: SiteHistory['counts']): SnapshotValue[] {
  return listWeekDates(week).flatMap((day) => {
    const { takenAt, value } = counts.get(day) ?? { takenAt: null, value: null };
    if (takenAt === null) return [];
    const taken = new Date(takenAt).toISOString();
    return [{ day, takenAt: taken, value, mentions: null, totalMentions: null, failure: null }];
  });
}

function readDay(day: SiteDay, { measure, competitor }: DigestFigure): SnapshotValue {
  const { endpoint } = figureOf(measure);
  const known = {
    day: day.day,
    takenAt: new Date(day.takenAt).toISOString(),
    mentions: null,
    totalMentions: null,
    failure: day.failures.find((one) => one.endpoint === endpoint)?.reason ?? null,
  };
  if (measure !== 'share' && measure !== 'rank') return { ...known, value: readFigure(day, measure) };
  const { share, mentions, totalMentions } = toShareDay(day, competitor);
  const counted = mentions !== null && totalMentions ? mentions / totalMentions : null;
  return { ...known, value: share ?? counted, mentions, totalMentions };
}

function describeRanking(brands: FigureExplanation['inputs']['brands']): string[] {
  const shares = brands.map(({ name, share }) => `${name} ${formatLevel(share, 'share')}`);
  return [
    `Rank: 1 + the number of brands with a larger share; shares closer than 0.05 points are equal: ${shares.join(', ')}.`,
  ];
}

function describeFormula(
  { unit, level, before, change, low, high, weeksApart, days, of }: Figure,
  inputs: FigureExplanation['inputs'],
  baseline: IsoWeek | null,
  reported: readonly SnapshotValue[],
  isCounted: boolean,
): string[] {
  if (level === null) return [];
  const show = (value: number | null): string => formatLevel(value, unit);
  const describe = isCounted ? describeSum : describeLevel;
  const values = reported.flatMap(({ value }) => (value === null ? [] : [value]));
  const lines = [describe(show, { level, days, of }, values)];
  if (change === null || baseline === null) return lines;
  const common = inputs.sampling?.common;
  const changeUnit = unit === 'share' ? ' points' : '';
  const signed = (value: number | null): string => formatSigned(value ?? 0);
  const noun = baseline === null || isWeekOrAlert(baseline) ? 'week' : 'period';
  const distance = weeksApart === 1 ? `the ${noun} before` : `${weeksApart} ${noun}s before`;
  lines.push(
    `Change: ${show(common?.after ?? level)} - ${show(common?.before ?? before)} = ${signed(change)}${changeUnit}, against ${baseline}, ${distance}.`,
  );
  if (low === null || high === null) return lines;
  const range = `${signed(low)} to ${signed(high)}${changeUnit}`;
  lines.push(
    ...(inputs.method === 'newcombe'
      ? describeNewcombe(inputs, show(level), show(before), range)
      : describeHistory(inputs, range, unit)),
  );
  if (inputs.chance !== null)
    lines.push(
      `Test: p ${formatChance(inputs.chance)}${inputs.looks === 1 ? '' : `, ${inputs.looks} times that of one look`}; clear below 0.05 and up to ${formatLimit(inputs.limit)} among ${inputs.comparisons} figures of the digest (Benjamini and Hochberg), from a change of ${formatChange(inputs.smallest, unit)} on.`,
    );
  return lines;
}

function describeLevel(
  show: (value: number) => string,
  { level, days, of }: { readonly level: number; readonly days: number; readonly of: number },
  values: readonly number[],
): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const sum = values.map(show).join(' + ');
  // Readings by another method and impossible ones are left out of the mean.
  const isWhole = values.length === days && Math.abs(mean - level) < 1e-9 * Math.max(1, Math.abs(level));
  const how = isWhole
    ? `: (${sum}) / ${days}`
    : `; ${values.length - days} of ${values.length} readings are left out`;
  return `Level: ${show(level)}, the mean of ${days} of ${of} days${how}.`;
}

/** Citations of a week: the sum of its days, or of as many mean days. */
function describeSum(
  show: (value: number) => string,
  { level, days, of }: { readonly level: number; readonly days: number; readonly of: number },
  values: readonly number[],
): string {
  const total = values.reduce((sum, value) => sum + value, 0);
  const sum = values.map(show).join(' + ');
  const isScaled = Math.abs(total - level) > 1e-9 * Math.max(1, level);
  const how = isScaled
    ? `${show(total)} / ${days} x ${of}, because each missing day counts as the mean of the others`
    : `the sum of ${days} of ${of} days`;
  return `Level: ${show(level)}, ${how}: ${sum}.`;
}

function describeNewcombe({ sampling }: ChangeBasis, level: string, before: string, range: string): string[] {
  if (sampling === null || sampling.after === null || sampling.before === null) return [];
  const { window, variance, dispersion, common } = sampling;
  const of = (value: number | null | undefined, listed: string): string =>
    value == null ? listed : formatLevel(value, 'share');
  const [now, then] = [of(common?.after, level), of(common?.before, before)];
  const factor = 2 / (variance * dispersion);
  const count = (mean: number): string => formatDecimal(mean * factor);
  return [
    ...(common === null
      ? []
      : [`Competitors: only those of both weeks count, so ${then} are compared with ${now}.`]),
    `Interval: ${range}, Newcombe's 95 % interval for ${now} of ${count(sampling.after)} and ${then} of ${count(sampling.before)} mentions.`,
    `Mentions: ${formatDecimal(sampling.after)} and ${formatDecimal(sampling.before)} a reading, times 2 / (variance ${formatDecimal(variance)} x dispersion ${formatDecimal(dispersion)}); a reading covers ${window.days} days (${window.source}).`,
  ];
}

function describeHistory(
  { differences, spread, smallest }: ChangeBasis,
  range: string,
  unit: Figure['unit'],
): string[] {
  const noise = estimateNoise(differences, smallest);
  if (noise === null) return [];
  const { deviation, count, freedom } = noise;
  const scale = unit === 'share' ? 100 : 1;
  const changes = differences.map((one) => formatSigned(one * scale)).join(', ');
  return [
    `Interval: ${range}, the change plus and minus Student's t (95 %, ${freedom} degrees of freedom) x ${formatChange(deviation, unit)} x sqrt(1 + 1/${count})${spread === null ? '' : ` x ${formatDecimal(spread)} for weeks farther apart`}.`,
    `Deviation: ${count < differences.length ? `the figure mostly stays equal, so that of its ${count} moves among` : 'that of'} ${differences.length} earlier weekly changes between weeks of ${daysToCompare} days or more, at least ${formatChange(minDeviation * smallest, unit)}: ${changes}.`,
  ];
}

/** At most four decimals, without trailing zeros. */
export const formatDecimal = (value: number): string => String(Number(value.toFixed(4)));

const formatSigned = (value: number): string => `${value > 0 ? '+' : ''}${formatDecimal(value)}`;

function formatChange(value: number, unit: Figure['unit']): string {
  const points = formatDecimal(value * 100);
  return unit === 'share' ? `${points} ${points === '1' ? 'point' : 'points'}` : formatDecimal(value);
}

/** A limit below four decimals is not 0. */
const formatLimit = (limit: number): string => (limit < 0.0001 ? limit.toPrecision(2) : formatDecimal(limit));

const formatChance = (chance: number): string =>
  chance < 0.0001 ? 'below 0.0001' : `= ${formatDecimal(chance)}`;

/** `42.3%` for a share; `none` without a value. */
export function formatLevel(value: number | null, unit: Figure['unit']): string {
  if (value === null) return 'none';
  return unit === 'share' ? `${formatDecimal(value * 100)}%` : formatDecimal(value);
}
