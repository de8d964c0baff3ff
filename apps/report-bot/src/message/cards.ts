import { type JudgedFigure, maxOf, minOf } from '@answershare/core';
import { type Direction, excludesZero } from '@answershare/core/statistics';
import type { DigestFigure } from '../digest/figures.ts';
import type { DigestMetric } from '../digest/metric.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import { listWeekDates } from '../schedule/iso-week.ts';
import { eventTexts } from '../settings/events-and-goals.ts';
import { arrows } from './arrows.ts';
import type { ChartPrinter, ChartSeries, MailImage } from './body.ts';
import type { Phrases } from './phrases.ts';
import { appendWindow, formatMetricChange, formatSince } from './sentences.ts';
import { toPlainName } from './text-layout.ts';

export interface ChartView {
  readonly alt: string;
  /** Null with fewer than two values; the sentence remains. */
  readonly image: MailImage | null;
  /** The series as one line of text; a week without a value is a dot. */
  readonly blocks: string;
}

/** The look of a change: only a clear one has a colour and an arrow. */
export interface ChangeView {
  readonly words: string;
  readonly arrow: `${(typeof arrows)[Direction]} ` | '';
  /** Class name in the style sheet for dark screens. */
  readonly tone: 'up' | 'down' | 'm';
  /** The same as a colour, for clients that drop style sheets. */
  readonly colour: string;
  readonly weight: '600' | '400';
}

/** One of the four figures. */
export interface CardView {
  readonly name: string;
  readonly level: string;
  /** After the level, smaller: `of 100`. */
  readonly unit: string;
  readonly change: ChangeView;
  /** What the change is measured by; empty if `change` suffices. */
  readonly why: string;
  readonly chart: ChartView;
  /** Reproduces the figure in a spreadsheet; empty without one. */
  readonly formula: string;
}

/** What a view of a website needs apart from the website. */
export interface RenderContext {
  readonly phrases: Phrases;
  readonly charts: ChartPrinter;
  /** The address of a website's dashboard; empty without one. */
  readonly link: (site: SiteDigest) => string;
  /** Where a website's numbers lead: its dashboard, else the sheet, else the page; empty without all of them. */
  readonly linkFigures: (site: SiteDigest) => string;
  /** The formula of a card's figure; empty without one. */
  readonly formula: (site: SiteDigest, measure: DigestFigure['measure']) => string;
}

/** At least 4.5:1 on white and on the page's grey (WCAG 2.2, 1.4.3). */
const changeColours = { up: '#176b35', down: '#a8261b', m: '#59626e' } as const;

export function createChangeView(direction: 'up' | 'down' | null, words: string): ChangeView {
  const tone = direction ?? 'm';
  return {
    words,
    arrow: direction === null ? '' : `${arrows[direction]} `,
    tone,
    colour: changeColours[tone],
    weight: direction === null ? '400' : '600',
  };
}

export function createCard(
  site: SiteDigest,
  measure: JudgedFigure,
  unit: string,
  context: RenderContext,
): CardView {
  const { phrases } = context;
  const metric: DigestMetric = site[measure];
  return {
    name: appendWindow(phrases.text(measure), metric.window, phrases),
    level: metric.level === null ? '–' : phrases.of(metric.level),
    unit: metric.level === null ? '' : unit,
    change: createChangeView(metric.direction, formatMetricChange(metric, phrases)),
    why: explainChange(metric, phrases),
    chart: createChartView(measure, metric, context),
    formula: context.formula(site, measure),
  };
}

export function createRankCard(site: SiteDigest, context: RenderContext): CardView {
  const { share } = site;
  const { phrases } = context;
  const { rank, ranks, overtook, overtakenBy } = share;
  const [before, now] = [ranks.at(-2) ?? null, ranks.at(-1) ?? null];
  const name = toPlainName(overtakenBy[0] ?? overtook[0] ?? '');
  const direction = overtakenBy.length > 0 ? 'down' : overtook.length > 0 ? 'up' : null;
  const earlier =
    before === null || now === null
      ? ''
      : before.value === now.value
        ? phrases.text('rankSame')
        : phrases.text('rankBefore', { rank: phrases.of(before) });
  const isMoved = before !== null && now !== null && before.value !== now.value;
  const moved =
    direction === null
      ? phrases.text(isMoved ? 'unclear' : share.verdict)
      : phrases.text(direction === 'up' ? 'passed' : 'passedBy', { name });
  const values = ranks.map((fact) => fact?.value ?? null);
  return {
    name: phrases.text('rank'),
    level:
      rank === null
        ? '–'
        : phrases.text(rank.tied ? 'rankTied' : 'rankOf', {
            rank: phrases.of(rank.now),
            of: phrases.of(rank.of),
          }),
    unit: '',
    change: createChangeView(
      direction,
      direction === null && (share.verdict === 'clear' || earlier !== '') ? earlier : moved,
    ),
    why: direction !== null ? earlier : isMoved && share.verdict !== 'clear' ? moved : '',
    chart: {
      ...describeSeries(phrases.text('rank'), ranks, share, phrases, true),
      image: context.charts.print({
        values,
        band: null,
        minSpan: 2,
        inverted: true,
        direction,
        mirrored: phrases.direction === 'rtl',
      }),
    },
    formula: context.formula(site, 'rank'),
  };
}

/** The least span of the axis: 5 points, 5 units, or a tenth of a count. */
function computeMinSpan({ level, series }: DigestMetric): number {
  const high = maxOf(series.map((week) => week.level?.value ?? 0));
  if (level?.unit === 'share') return 0.05;
  if (level?.unit === 'score') return level.digits === 2 && high <= 1 ? 0.05 : 5;
  return Math.max(1, high / 10);
}

export function createChartView(
  measure: JudgedFigure,
  metric: DigestMetric,
  context: RenderContext,
): ChartView {
  const { phrases, charts } = context;
  const levels = metric.series.map(({ level }) => level);
  const chart: ChartSeries = {
    values: levels.map((level) => level?.value ?? null),
    band: metric.band === null ? null : { low: metric.band.low.value, high: metric.band.high.value },
    minSpan: computeMinSpan(metric),
    inverted: false,
    direction: metric.direction,
    mirrored: phrases.direction === 'rtl',
    marks: findMarks(metric),
  };
  const { alt, blocks } = describeSeries(phrases.text(measure), levels, metric, phrases);
  const range =
    metric.band === null
      ? ''
      : phrases.text('chartBand', { low: phrases.of(metric.band.low), high: phrases.of(metric.band.high) });
  return { alt: alt === '' ? '' : phrases.clauses([alt, range]), blocks, image: charts.print(chart) };
}

/** The weeks of a series with an event that the text names. */
const findMarks = ({ events = [], series }: DigestMetric): readonly number[] => [
  ...new Set(
    events.flatMap(({ on }) => {
      const at = series.findIndex(({ week }) => listWeekDates(week).includes(on));
      return at < 0 ? [] : [at];
    }),
  ),
];

const blockCharacters = '▁▂▃▄▅▆▇█';

/** The range of a series as a sentence, and its course as blocks; empty with fewer than two values. */
function describeSeries(
  measure: string,
  levels: readonly DigestMetric['level'][],
  { weeks: count }: DigestMetric,
  phrases: Phrases,
  isRank = false,
): { readonly alt: string; readonly blocks: string } {
  const known = levels.filter((level) => level !== null);
  const [low, high] = [
    known.find(({ value }) => value === minOf(known.map((level) => level.value))),
    known.find(({ value }) => value === maxOf(known.map((level) => level.value))),
  ];
  if (known.length < 2 || low === undefined || high === undefined) return { alt: '', blocks: '' };
  const [bottom, top] = isRank ? [high, low] : [low, high];
  const weeks = phrases.count('weeks', count);
  const same = phrases.of(low) === phrases.of(high);
  return {
    alt: same
      ? phrases.text('chartSame', { measure, weeks, level: phrases.of(low) })
      : phrases.text('chartRange', { measure, weeks, low: phrases.of(low), high: phrases.of(high) }),
    blocks: levels.map((level) => toBlock(level?.value ?? null, bottom.value, top.value)).join(''),
  };
}

function toBlock(value: number | null, bottom: number, top: number): string {
  if (value === null) return '·';
  return blockCharacters[top === bottom ? 3 : Math.round((7 * (value - bottom)) / (top - bottom))] ?? '·';
}

function explainChange(metric: DigestMetric, phrases: Phrases): string {
  const { verdict, basis, before, apart, delta, interval, usual, lastWeek, direction, run, step, slow } =
    metric;
  const known = listEventsAndGoal(metric, phrases);
  if (before === null || delta === null) return phrases.clauses(known);
  const weekBefore = phrases.text('weekBefore', { level: phrases.of(lastWeek?.level ?? before) });
  const parts =
    lastWeek === null
      ? [weekBefore]
      : [
          weekBefore,
          phrases.text('weeksBefore', { level: phrases.of(before), weeks: phrases.count('weeks', apart) }),
        ];
  if (metric.yearBefore !== undefined)
    parts.push(phrases.text('yearBefore', { level: phrases.of(metric.yearBefore) }));
  if (direction !== null && step !== null) parts.push(formatSince({ ...step, direction }, phrases));
  else if (direction !== null && run !== null && run.direction === direction)
    parts.push(
      phrases.text(direction === 'up' ? 'runUp' : 'runDown', {
        weeks: phrases.count('weeks', run.weeks),
        change: phrases.change(run.delta),
        date: phrases.day(run.since),
      }),
    );
  if (slow !== null) parts.push(formatSince(slow, phrases));
  else if (verdict === 'unclear' && usual !== null)
    parts.push(phrases.text('usualMove', { change: phrases.change(usual) }));
  else if (
    verdict === 'unclear' &&
    basis.method === 'newcombe' &&
    interval !== null &&
    !excludesZero(toRange(interval))
  )
    parts.push(
      phrases.text('likelyMove', { low: phrases.signed(interval.low), high: phrases.signed(interval.high) }),
    );
  return phrases.clauses([...parts, ...known]);
}

/** The events that a change follows, and the course to a goal. */
function listEventsAndGoal({ events = [], goal }: DigestMetric, phrases: Phrases): readonly string[] {
  const dated = events.map(({ on, text, kind }) =>
    phrases.text('eventOn', {
      text: kind === undefined ? toPlainName(text) : phrases.text(eventTexts[kind]),
      date: phrases.day(on),
    }),
  );
  if (goal === undefined) return dated;
  const target = phrases.of(goal.target);
  const date = phrases.period(goal.by, goal.by);
  const change = goal.short === null ? '' : phrases.change(goal.short);
  if (goal.state === 'reached') return [...dated, phrases.text('goalReached', { target })];
  if (goal.state === 'on-course') return [...dated, phrases.text('goalOnCourse', { target, date })];
  const key = goal.state === 'short' ? 'goalShort' : 'goalMissed';
  return [...dated, phrases.text(key, { target, date, change })];
}

const toRange = ({ low, high }: NonNullable<DigestMetric['interval']>) => ({
  low: low.value,
  high: high.value,
});
