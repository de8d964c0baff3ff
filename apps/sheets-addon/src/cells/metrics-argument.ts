import type { AnalyticsDay } from '@answershare/core';
import { isBlank, rangeOf } from './cell.ts';
import { Refusal } from './refusal.ts';

/** Figures of a day, or of a whole window. */
export type Figured = Pick<AnalyticsDay, 'visitors' | 'pageviews' | 'citations' | 'metrics'>;

/** A column of daily figures. */
export interface Metric {
  readonly label: string;
  of(figures: Figured): number | null;
}

const standard: readonly Metric[] = [
  { label: 'Visitors', of: (day) => day.visitors },
  { label: 'Pageviews', of: (day) => day.pageviews },
  { label: 'Citations', of: (day) => day.citations },
];

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Every metric of an answer: the three that the specification names, then the others under their own names. */
export function metricsOf(days: readonly AnalyticsDay[]): readonly Metric[] {
  const names: string[] = [];
  for (const day of days) {
    for (const name of Object.keys(day.metrics)) if (names.indexOf(name) < 0) names.push(name);
  }
  return standard.concat(
    names.map((name) => ({ label: name, of: (figures: Figured) => figures.metrics[name] ?? null })),
  );
}

/** The metrics named in `visitors, citations` or in the cells of a range; all of them for a blank. @throws Refusal */
export function chooseMetrics(argument: unknown, days: readonly AnalyticsDay[]): readonly Metric[] {
  const known = metricsOf(days);
  const cells = rangeOf(argument)?.reduce<unknown[]>((all, row) => all.concat(row.slice()), []) ?? [argument];
  const names = cells
    .filter((cell) => !isBlank(cell))
    .reduce<string[]>((all, cell) => all.concat(String(cell).split(/[,;]/)), [])
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return known;
  return names.map((name) => {
    const metric = known.find(({ label }) => plain(label) === plain(name));
    if (metric) return metric;
    if (days.length === 0) return { label: name, of: () => null };
    const labels = known.map(({ label }) => label.toLowerCase());
    throw new Refusal('bad_request', `There is no metric "${name}". There is ${labels.join(', ')}.`);
  });
}
