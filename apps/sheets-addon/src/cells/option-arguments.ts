import type { AnalyticsDay, AnalyticsWindow, Endpoint } from '@answershare/core';
import { CellError, isBlank, listCells, toRange } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { readWindowArgument } from './window-argument.ts';

/** The text of an argument of one cell; null for a blank. @throws CellError for a range of several cells */
export function readTextArgument(argument: unknown, name: string): string | null {
  const range = toRange(argument);
  if (range !== null && (range.length !== 1 || range[0]?.length !== 1)) {
    throw new CellError('bad_request', `The ${name} is a range here. Give one cell or a text.`);
  }
  const value: unknown = range === null ? argument : range[0]?.[0];
  return isBlank(value) ? null : String(value).trim();
}

/** The choices of each option, the default first. */
export type OptionChoices = Readonly<Record<string, readonly [string, ...string[]]>>;

/**
 * Options in one text, `headers=no; order=desc`: Sheets shows every parameter as required (Google:
 * guides/sheets/functions).
 * @throws CellError that lists the options
 */
export function readOptions<T extends OptionChoices>(argument: unknown, choices: T): Record<keyof T, string> {
  const chosen: Record<string, string> = {};
  for (const name of Object.keys(choices)) chosen[name] = choices[name]?.[0] ?? '';
  for (const part of (readTextArgument(argument, 'options') ?? '').split(';')) {
    if (part.trim() === '') continue;
    const [name = '', value = ''] = part.split('=').map((side) => side.trim().toLowerCase());
    const allowed = Object.keys(choices).includes(name) ? choices[name] : undefined;
    if (allowed === undefined || !allowed.includes(value)) {
      const known = Object.keys(choices).map((option) => `${option}=${choices[option]?.join('|')}`);
      throw new CellError('bad_request', `"${part.trim()}" is no option here. There is ${known.join('; ')}.`);
    }
    chosen[name] = value;
  }
  return chosen as Record<keyof T, string>;
}

/** Display of a failing row. `auto`: its text in a range, a thrown error in a single cell. */
const errorChoices = ['auto', 'text', 'blank', 'throw'] as const;

export type OnError = (typeof errorChoices)[number];

/** The choices of options, with `on_error`. */
export const errorOption = { on_error: [...errorChoices] as [OnError, ...OnError[]] };

/** The endpoints of the service (specification §4). */
export const endpoints: readonly Endpoint[] = [
  'websites',
  'analytics',
  'citations',
  'competitors',
  'authority',
];

/** @throws CellError that lists the endpoints */
export function readEndpointArgument(argument: unknown): Endpoint {
  const text = (readTextArgument(argument, 'endpoint') ?? '').toLowerCase();
  const found = endpoints.find((endpoint) => endpoint === text);
  if (found) return found;
  const asked = text === '' ? 'The endpoint is blank.' : `There is no endpoint "${text}".`;
  throw new CellError('bad_request', `${asked} There is ${endpoints.join(', ')}.`);
}

/** A window, 30 days for a blank; null if the endpoint has none. @throws CellError for one too many */
export function toQueryWindow(
  endpoint: Endpoint,
  argument: unknown,
  cellContext: FunctionContext,
): AnalyticsWindow | null {
  if (endpoint === 'analytics') return readWindowArgument(argument, cellContext);
  if (isBlank(argument)) return null;
  throw new CellError('bad_window', `Only analytics has a window. Leave it blank for ${endpoint}.`);
}

/** Like {@link toQueryWindow} for a body: a blank is null, the unchanged body. @throws CellError */
export function toBodyWindow(
  endpoint: Endpoint,
  argument: unknown,
  cellContext: FunctionContext,
): AnalyticsWindow | null {
  const [only, ...more] = listCells(argument);
  return more.length === 0 && isBlank(only) ? null : toQueryWindow(endpoint, argument, cellContext);
}

/** Figures of a day, or of a whole window. */
type DailyFigures = Pick<AnalyticsDay, 'visitors' | 'pageviews' | 'citations' | 'metrics'>;

/** A column of daily figures. */
export interface DailyMetric {
  readonly label: string;
  of(figures: DailyFigures): number | null;
}

const standard: readonly DailyMetric[] = [
  { label: 'Visitors', of: (day) => day.visitors },
  { label: 'Pageviews', of: (day) => day.pageviews },
  { label: 'Citations', of: (day) => day.citations },
];

const normalizeMetric = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Every metric of an answer: the specification's three, then others by their own names. */
function listMetrics(days: readonly AnalyticsDay[]): readonly DailyMetric[] {
  const names: string[] = [];
  for (const day of days) {
    for (const name of Object.keys(day.metrics)) if (!names.includes(name)) names.push(name);
  }
  return standard.concat(
    names.map((name) => ({ label: name, of: (figures: DailyFigures) => figures.metrics[name] ?? null })),
  );
}

/** The names in a text such as `visitors, citations`, or in a range's cells; none for a blank. */
export function parseNames(argument: unknown): readonly string[] {
  return listCells(argument)
    .filter((cell) => !isBlank(cell))
    .flatMap((cell) => String(cell).split(/[,;]/))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The metrics named in `visitors, citations` or in a range's cells; all for a blank. @throws CellError */
export function chooseMetrics(argument: unknown, days: readonly AnalyticsDay[]): readonly DailyMetric[] {
  const known = listMetrics(days);
  const names = parseNames(argument);
  if (names.length === 0) return known;
  return names.map((name) => {
    const metric = known.find(({ label }) => normalizeMetric(label) === normalizeMetric(name));
    if (metric) return metric;
    if (days.length === 0) return { label: name, of: () => null };
    const labels = known.map(({ label }) => label.toLowerCase());
    throw new CellError('bad_request', `There is no metric "${name}". There is ${labels.join(', ')}.`);
  });
}
