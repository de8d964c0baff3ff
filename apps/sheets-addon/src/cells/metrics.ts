import { type AnalyticsDay, foldName, trafficFields } from '@answershare/core';
import { assertNoErrorValue, CellError, isBlank, listCells } from '../ports/cell.ts';
import { choiceError } from './choice-error.ts';
import { parseNames } from './option-arguments.ts';
import { isDateArgument, isPeriod, joinDateArguments, type PeriodCalendar } from './window-argument.ts';

/** Figures of a day, or of a whole window. */
type DailyFigures = Omit<AnalyticsDay, 'date'>;

/** A column of daily figures. */
export interface DailyMetric {
  readonly label: string;
  /** True for a rate, a score or an average: several days have a mean, not a sum. */
  readonly isMean: boolean;
  of(figures: DailyFigures): number | null;
}

const standard: readonly DailyMetric[] = trafficFields.map((name) => ({
  label: name.charAt(0).toUpperCase() + name.slice(1),
  isMean: false,
  of: (day) => day[name],
}));

/** Words in the names of metrics that are means of their day. */
const meanWords =
  /(^|[^a-z])(avg|average|mean|median|rate|ratio|share|percent|pct|score|rank|position|per)($|[^a-z])/;

/** `bounce_rate` and `avgDuration` name means. */
const namesMean = (name: string): boolean =>
  meanWords.test(name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());

/** `Page views`, `pageview` and `pageviews` are one metric. */
const normalizeMetric = (name: string): string =>
  foldName(name)
    .replace(/[^a-z0-9]/g, '')
    .replace(/s$/, '');

/** Names of other tools for the specification's metrics; a metric that the service itself gives comes first. */
const metricAliases: Readonly<Record<string, string>> = {
  user: 'visitor',
  uniquevisitor: 'visitor',
  view: 'pageview',
};

const isStandardMetric = (name: string): boolean => {
  const key = normalizeMetric(name);
  return standard.some(({ label }) => normalizeMetric(label) === (metricAliases[key] ?? key));
};

/** The column of a table that marks partial rows, named like a metric. */
const partialKey = 'partial';

export const isPartialColumn = (name: string): boolean => normalizeMetric(name) === partialKey;

export const isEveryMetric = (name: string): boolean =>
  /^(\*|all|all metrics|everything)$/.test(foldName(name));

/** The names, with the specification's metrics in place of `all`. */
export const expandMetrics = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => (isEveryMetric(name) ? standard.map(({ label }) => label) : [name]));

/** True for names of the specification's metrics alone, in a text or in cells. */
export function areMetricNames(argument: unknown): boolean {
  const names = parseNames(argument);
  return names.length > 0 && names.every((name) => isStandardMetric(name) || isPartialColumn(name));
}

/**
 * Like {@link joinDateArguments} for a call with metrics. A date and a blank before a metric's name are joined too: the
 * blank is a date that is missing, and the period's message says so.
 */
export function joinMetricDates(
  args: readonly unknown[],
  at: number,
  calendar: PeriodCalendar,
): readonly unknown[] {
  const ends = args.slice(at, at + 2).map(listCells);
  const blanks = ends.filter((cells) => cells.length === 1 && isBlank(cells[0]));
  const dates = ends.filter((cells) => !blanks.includes(cells) && isDateArgument(cells, calendar));
  return blanks.length === 1 && dates.length === 1 && areMetricNames(args[at + 2])
    ? [...args.slice(0, at), [ends.flat()], ...args.slice(at + 2)]
    : joinDateArguments(args, at, calendar);
}

/**
 * The window and the metrics of a call, which may be exchanged: a metric's name is no window.
 * @throws CellError for the error value of another cell
 */
export function orderArguments(
  window: unknown,
  metrics: unknown,
  calendar: PeriodCalendar,
): { readonly window: unknown; readonly metrics: unknown } {
  for (const argument of [window, metrics]) assertNoErrorValue(argument, 'window or metric');
  const isExchangedBy = (hasWords: boolean): boolean =>
    !isPeriod(window, calendar, hasWords) && isPeriod(metrics, calendar, hasWords);
  const isExchanged =
    areMetricNames(window) || isExchangedBy(false) || (!areMetricNames(metrics) && isExchangedBy(true));
  return isExchanged ? { window: metrics, metrics: window } : { window, metrics };
}

/** Every metric of an answer: the specification's three, then others by their own names. */
function listMetrics(days: readonly AnalyticsDay[]): readonly DailyMetric[] {
  const names: string[] = [];
  for (const day of days) {
    for (const name of Object.keys(day.metrics)) if (!names.includes(name)) names.push(name);
  }
  return standard.concat(
    names.map((name) => ({
      label: name,
      isMean: namesMean(name),
      of: (figures: DailyFigures) => figures.metrics[name] ?? null,
    })),
  );
}

/** Websites' scores and shares are no daily metrics: the function that gives them. */
const metricFunctions: Readonly<Record<string, string>> = {
  authority: 'AUTHORITY',
  score: 'AUTHORITY',
  shareofvoice: 'SHARE_OF_VOICE',
  sov: 'SHARE_OF_VOICE',
};

/** The metrics named in `visitors, citations` or in a range's cells; all for a blank. @throws CellError */
export function chooseMetrics(
  argument: unknown,
  days: readonly AnalyticsDay[],
  { words }: Pick<PeriodCalendar, 'words'>,
): readonly DailyMetric[] {
  const known = listMetrics(days);
  const names = parseNames(argument);
  if (names.length === 0) return known;
  return names.map((name) => {
    const key = normalizeMetric(name);
    const metric = [key, metricAliases[key]]
      .map((one) => known.find(({ label }) => normalizeMetric(label) === one))
      .find((one) => one !== undefined);
    if (metric) return metric;
    const better = metricFunctions[key];
    if (better !== undefined)
      throw new CellError(
        'bad_request',
        `"${name}" is not counted by day. Use ${better}, ${better}_CHANGE or ${better}_HISTORY.`,
      );
    if (days.length === 0) return { label: name, isMean: false, of: () => null };
    const labels = known.map(({ label }) => label.toLowerCase());
    const near = words().translateWord('metric', name) ?? undefined;
    throw choiceError('bad_request', name, labels, (quoted) => `There is no metric ${quoted}.`, near);
  });
}
