import { maxOf, minOf } from '@answershare/core';
import { excludesZero } from '@answershare/core/statistics';
import type { DigestMetric } from '../digest/metric.ts';
import type { Measure } from '../digest/notes.ts';
import type { ShareRow } from '../digest/share.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import { type Formatter, nbsp } from './formatter.ts';
import { formatMetricChange, formatNote, measureNames } from './sentences.ts';
import { toPlainName } from './text-layout.ts';

/** Vertical position of a week: 0 at the bottom, 1 at the top; null without a value. */
export type SparklineMark = number | null;

/** The least span of the axis, so that noise looks small: 5 points, 5 units, or a tenth of a count. */
function computeMinSpan(metric: DigestMetric, high: number): number {
  const unit = metric.level?.unit;
  if (unit === 'share') return 0.05;
  if (unit === 'score') return metric.level?.digits === 2 && high <= 1 ? 0.05 : 5;
  return Math.max(1, high / 10);
}

/** Positions of a series, oldest first. The axis need not begin at zero. */
function computeMarks(metric: DigestMetric): SparklineMark[] {
  const values = metric.series.map(({ level }) => level?.value ?? null);
  const known = values.filter((value) => value !== null);
  const low = minOf(known);
  const high = maxOf(known);
  const span = Math.max(high - low, computeMinSpan(metric, high));
  const bottom = (low + high - span) / 2;
  return values.map((value) => (value === null ? null : (value - bottom) / span));
}

const blockCharacters = '▁▂▃▄▅▆▇█';

/** The series as one line of text; a week without a value is a dot. */
export function formatSparkline(marks: readonly SparklineMark[]): string {
  return marks.map((mark) => (mark === null ? '·' : (blockCharacters[Math.round(mark * 7)] ?? '·'))).join('');
}

/** The look of a change: only a clear one has a colour and an arrow. */
export interface ChangeView {
  readonly words: string;
  readonly arrow: '▲ ' | '▼ ' | '';
  /** Class name in the style sheet for dark screens. */
  readonly tone: 'up' | 'down' | 'm';
  /** The same as a colour, for clients that drop style sheets. */
  readonly colour: string;
  readonly weight: '600' | '400';
}

export interface MetricView {
  readonly name: string;
  readonly level: string;
  readonly scale: string;
  readonly change: ChangeView;
  /** The reason and its certainty; empty if `change` suffices. */
  readonly why: string;
  readonly marks: readonly SparklineMark[];
  /** `8 weeks: 30.0 % to 34.2 %`; empty with fewer than two weeks. */
  readonly span: string;
}

function createMetricView(
  measure: Measure,
  metric: DigestMetric,
  scale: string,
  numbers: Formatter,
): MetricView {
  return {
    name: measureNames[measure],
    level: metric.level === null ? '–' : numbers.of(metric.level),
    scale,
    change: createChangeView(metric, numbers),
    why: explainChange(metric, numbers),
    marks: computeMarks(metric),
    span: formatSeriesRange(metric, numbers),
  };
}

/** At least 4.5:1 on white and on the page's grey (WCAG 2.2, 1.4.3). */
const changeColours = { up: '#176b35', down: '#a8261b', m: '#59626e' } as const;

export function createChangeView(
  metric: DigestMetric,
  numbers: Formatter,
  words = formatMetricChange,
): ChangeView {
  const { direction } = metric;
  return {
    words: words(metric, numbers),
    arrow: direction === 'up' ? '▲ ' : direction === 'down' ? '▼ ' : '',
    tone: direction ?? 'm',
    colour: changeColours[direction ?? 'm'],
    weight: direction === null ? '400' : '600',
  };
}

function explainChange(metric: DigestMetric, numbers: Formatter): string {
  const { verdict, before, apart, delta, interval, usual, reason, lastWeek } = metric;
  if (verdict === 'too-early') return reason;
  if (before === null || delta === null) return '';
  const earlier =
    lastWeek === null
      ? `${numbers.of(before)} the week before`
      : `${numbers.of(lastWeek.level)} the week before, ${numbers.of(before)} ${numbers.of(apart)} weeks before`;
  if (verdict === 'clear') return `${earlier}.${formatRun(metric, numbers)}`;
  if (verdict !== 'unclear' && verdict !== 'steady') return `${earlier}.`;
  if (usual !== null && Math.abs(delta.value) <= usual.value) {
    return `${earlier}, within the usual variation of ±${numbers.change(usual)}.`;
  }
  if (usual !== null) return `${earlier}. ${reason}`;
  if (interval === null) return `${earlier}.`;
  if (excludesZero({ low: interval.low.value, high: interval.high.value })) return `${earlier}. ${reason}`;
  const range = `${numbers.signed(interval.low)} to ${numbers.signed(interval.high)}${nbsp}points`;
  return `${earlier}; sampling allows a change of ${range}.`;
}

/** ` Down 10 weeks in a row.`; empty without a run in the direction of the change. */
function formatRun({ direction, run }: DigestMetric, numbers: Formatter): string {
  if (run === null || run.direction !== direction) return '';
  const words = direction === 'up' ? 'Up' : 'Down';
  return ` ${words} ${numbers.of(run.weeks)} weeks in a row: ${numbers.change(run.delta)} since ${numbers.dates(run.since, run.since, false)}.`;
}

function formatSeriesRange(metric: DigestMetric, numbers: Formatter): string {
  const known = metric.series.flatMap(({ level }) => level ?? []);
  const sorted = [...known].sort((a, b) => a.value - b.value);
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (known.length < 2 || low === undefined || high === undefined) return '';
  const range =
    numbers.of(low) === numbers.of(high)
      ? `always ${numbers.of(low)}`
      : `${numbers.of(low)} to ${numbers.of(high)}`;
  return `${numbers.of(metric.weeks)} weeks: ${range}`;
}

interface CompetitorView {
  readonly rank: string;
  readonly name: string;
  readonly own: boolean;
  readonly share: string;
  /** Bar length in per cent of the row, 0..100, whole. */
  readonly bar: number;
  readonly change: ChangeView;
}

export interface SiteView {
  readonly name: string;
  readonly metrics: readonly MetricView[];
  readonly place: string;
  readonly competitors: readonly CompetitorView[];
  readonly moreCompetitors: string;
  readonly engines: readonly { readonly name: string; readonly count: string }[];
  readonly moreEngines: string;
  readonly notes: readonly string[];
}

/** The most rows of each table. */
export interface RowLimits {
  readonly competitors: number;
  readonly engines: number;
  readonly notes: number;
}

export function createSiteView(site: SiteDigest, numbers: Formatter, rows: RowLimits): SiteView {
  const { share, authority, citations } = site;
  const scale = authority.scale === null ? '' : ` of ${numbers.of(authority.scale)}`;
  const shown = selectRows(share.rows, rows.competitors);
  const widest = maxOf(share.rows.map(({ metric }) => metric.level?.value ?? 0));
  const more = share.rows.length - shown.length;
  const engines = citations.engines.slice(0, rows.engines);
  const moreEngines = citations.engines.length - engines.length;
  return {
    name: toPlainName(site.name),
    metrics: [
      createMetricView('share', share, '', numbers),
      createMetricView('authority', authority, authority.level === null ? '' : scale, numbers),
      createMetricView('citations', citations, formatTotalDays(citations, numbers), numbers),
    ],
    place: formatRank(site, numbers),
    competitors: shown.length < 2 ? [] : shown.map((row) => createCompetitorView(row, widest, numbers)),
    moreCompetitors: more > 0 ? `and ${more} more` : '',
    engines: engines.map(({ label, count }) => ({ name: toPlainName(label), count: numbers.of(count) })),
    moreEngines: moreEngines > 0 ? `and ${moreEngines} more` : '',
    notes: site.notes.slice(0, rows.notes).map((note) => formatNote(note, numbers)),
  };
}

/** ` in 30 days`; empty for the week's own count, an unstated window and one day. */
function formatTotalDays({ level, source, window }: SiteDigest['citations'], numbers: Formatter): string {
  return source === 'analytics' || level === null || window === null || window.value === 1
    ? ''
    : ` in ${numbers.of(window)} days`;
}

/** The first rows by rank, plus the own row. */
function selectRows(all: readonly ShareRow[], count: number): readonly ShareRow[] {
  const own = all.findIndex((row) => row.own);
  return own < count ? all.slice(0, count) : [...all.slice(0, count - 1), ...all.slice(own, own + 1)];
}

function formatRank({ share }: SiteDigest, numbers: Formatter): string {
  if (share.rank === null) return '';
  const { now, of, tied } = share.rank;
  const names = (label: string, of: readonly string[]) =>
    of.slice(0, 3).map((name) => `${label} ${toPlainName(name)}`);
  return [
    `${tied ? 'Joint number' : 'Number'} ${numbers.of(now)} of ${numbers.of(of)}`,
    ...names('overtook', share.overtook),
    ...names('overtaken by', share.overtakenBy),
    ...names('level with', share.levelWith),
  ].join(', ');
}

function createCompetitorView(
  { name, own, rank, tied, metric }: ShareRow,
  widest: number,
  numbers: Formatter,
): CompetitorView {
  const change = createChangeView(metric, numbers);
  return {
    rank: rank === null ? '–' : `${numbers.of(rank)}${tied ? '=' : ''}`,
    name: toPlainName(name),
    own,
    share: metric.level === null ? 'no data' : numbers.of(metric.level),
    bar: metric.level === null || widest === 0 ? 0 : Math.round((100 * metric.level.value) / widest),
    change: metric.direction === null ? { ...change, words: '' } : change,
  };
}
