import { excludesZero } from '@answershare/core/statistics';
import type { Fact } from '../digest/fact.ts';
import type { Metric } from '../digest/metric.ts';
import type { Measured } from '../digest/notes.ts';
import { type Numbers, nbsp } from './numbers.ts';
import { changeText, measureName } from './sentences.ts';
import { type Mark, marksOf } from './sparkline.ts';

/** How a change looks: only a clear one has a colour and an arrow. */
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
  /** Why, and how sure; empty where the change says it all. */
  readonly why: string;
  readonly marks: readonly Mark[];
  /** `8 weeks: 30.0 % to 34.2 %`; empty with fewer than two weeks. */
  readonly span: string;
}

export function metricView(measure: Measured, metric: Metric, scale: string, numbers: Numbers): MetricView {
  return {
    name: measureName[measure],
    level: metric.level === null ? '–' : numbers.of(metric.level),
    scale,
    change: changeView(metric, numbers),
    why: whyText(metric, numbers),
    marks: marksOf(metric),
    span: spanText(metric, numbers),
  };
}

/** At least 4.5:1 on white and on the page's grey (WCAG 2.2, 1.4.3). */
const colours = { up: '#176b35', down: '#a8261b', m: '#59626e' } as const;

export function changeView(metric: Metric, numbers: Numbers, words = changeText): ChangeView {
  const { direction } = metric;
  return {
    words: words(metric, numbers),
    arrow: direction === 'up' ? '▲ ' : direction === 'down' ? '▼ ' : '',
    tone: direction ?? 'm',
    colour: colours[direction ?? 'm'],
    weight: direction === null ? '400' : '600',
  };
}

function whyText(metric: Metric, numbers: Numbers): string {
  const { verdict, before, delta, interval, usual, reason } = metric;
  if (verdict === 'too-early') return reason;
  if (before === null || delta === null) return '';
  const earlier = `${numbers.of(before)} the week before`;
  if (verdict !== 'steady') return `${earlier}.`;
  if (usual !== null && Math.abs(delta.value) <= usual.value) {
    return `${earlier}, within the usual variation of ±${numbers.change(usual)}.`;
  }
  if (usual !== null) return `${earlier}. ${reason}`;
  if (interval === null) return `${earlier}.`;
  if (excludesZero({ low: interval.low.value, high: interval.high.value })) return `${earlier}. ${reason}`;
  const range = `${numbers.signed(interval.low)} to ${numbers.signed(interval.high)}${nbsp}points`;
  return `${earlier}; sampling allows a change of ${range}.`;
}

function spanText(metric: Metric, numbers: Numbers): string {
  const known = metric.series.flatMap(({ level }) => level ?? []);
  const low = known.reduce<Fact | null>(
    (least, next) => (least === null || next.value < least.value ? next : least),
    null,
  );
  const high = known.reduce<Fact | null>(
    (most, next) => (most === null || next.value > most.value ? next : most),
    null,
  );
  if (known.length < 2 || low === null || high === null) return '';
  const range =
    numbers.of(low) === numbers.of(high)
      ? `always ${numbers.of(low)}`
      : `${numbers.of(low)} to ${numbers.of(high)}`;
  return `${numbers.of(metric.weeks)} weeks: ${range}`;
}
