import { maxOf, minOf } from '@answershare/core';
import type { Metric } from '../digest/metric.ts';

/** Where a week's mark stands: 0 at the bottom, 1 at the top; null where the week has no value. */
export type Mark = number | null;

/** The least span of the axis, so that noise is not drawn as a mountain: 5 points, 5 units, or a tenth of a count. */
function leastSpan(metric: Metric, high: number): number {
  const unit = metric.level?.unit;
  if (unit === 'share') return 0.05;
  if (unit === 'score') return metric.level?.digits === 2 && high <= 1 ? 0.05 : 5;
  return Math.max(1, high / 10);
}

/** Marks of a series, oldest first. Position shows the value on an axis that need not begin at zero. */
export function marksOf(metric: Metric): Mark[] {
  const values = metric.series.map(({ level }) => level?.value ?? null);
  const known = values.filter((value) => value !== null);
  const low = minOf(known);
  const high = maxOf(known);
  const span = Math.max(high - low, leastSpan(metric, high));
  const bottom = (low + high - span) / 2;
  return values.map((value) => (value === null ? null : (value - bottom) / span));
}

const blocks = '▁▂▃▄▅▆▇█';

/** The series as one line of text; a week without a value is a dot. */
export function blockLine(marks: readonly Mark[]): string {
  return marks.map((mark) => (mark === null ? '·' : (blocks[Math.round(mark * 7)] ?? '·'))).join('');
}
