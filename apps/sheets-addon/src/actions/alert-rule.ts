import type { Translate } from '../texts/texts.ts';

export const conditionTexts = { below: 'alert.below', above: 'alert.above', change: 'alert.change' } as const;

export type AlertKind = keyof typeof conditionTexts;

/** How a limit counts: as it is, as a part of 1, or as a part of the figure before a change. */
type AlertUnit = 'number' | 'percent' | 'relative';

/** A figure and the line that a mail reports if it crosses it. */
export interface FigureAlert {
  /** One call of the add-on without references, which gives one number. */
  readonly formula: string;
  readonly condition: AlertKind;
  readonly limit: number;
  readonly unit: AlertUnit;
  /** The last known figure. */
  readonly figure: number;
  /** The figure that a change counts from: at first, or in the last mail. */
  readonly reference: number;
  /** When it crossed, milliseconds since the epoch; null while it has not, or is back. */
  readonly crossedAt: number | null;
  /** The mail address of who added it; absent if unknown. */
  readonly by?: string;
}

type Limit = Pick<FigureAlert, 'limit' | 'unit'>;

/**
 * Parses `250`, `0,5` or `30%`; null for anything else. A number with a thousands separator is ambiguous, so it is null.
 * A share needs its `%`, which counts in points. Of another figure, a change in `%` is relative.
 */
export function parseLimit(text: string, condition: AlertKind, isShare: boolean): Limit | null {
  const [, number, percent = ''] = /^(-?\d+(?:[.,]\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  if (number === undefined || /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(number)) return null;
  const value = Number(number.replace(',', '.'));
  if (isShare && percent === '') return null;
  if (condition === 'change' && value <= 0) return null;
  if (percent === '') return { limit: value, unit: 'number' };
  return { limit: value / 100, unit: condition === 'change' && !isShare ? 'relative' : 'percent' };
}

/** Two alerts with the same formula, condition and limit are one. */
export const toAlertKey = ({ formula, condition, limit, unit }: Omit<FigureAlert, 'figure'>): string =>
  JSON.stringify([formula, condition, limit, unit]);

/** Floating-point differences such as 0.4 - 0.3 do not count. */
const tolerance = 1e-9;

function isPastLine({ condition, limit, unit, reference }: FigureAlert, figure: number): boolean {
  if (condition === 'below') return figure < limit - tolerance;
  if (condition === 'above') return figure > limit + tolerance;
  const change = Math.abs(figure - reference);
  return change > limit * (unit === 'relative' ? Math.abs(reference) : 1) + tolerance;
}

/**
 * Checks a figure once. It crosses if it is beyond the line and was not. A change moves its line to the new figure. A
 * value that is no number changes nothing.
 */
export function checkFigure(
  alert: FigureAlert,
  value: unknown,
  now: number,
): { readonly alert: FigureAlert; readonly crosses: boolean } {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { alert, crosses: false };
  const isPast = isPastLine(alert, value);
  if (alert.condition === 'change') {
    const moved = isPast ? { reference: value, crossedAt: now } : {};
    return { alert: { ...alert, figure: value, ...moved }, crosses: isPast };
  }
  const crossedAt = isPast ? (alert.crossedAt ?? now) : null;
  return { alert: { ...alert, figure: value, crossedAt }, crosses: isPast && alert.crossedAt === null };
}

type FormatNumber = (value: number) => string;

const toPercent = (value: number): number => Math.round(value * 1e5) / 1e3;

export function formatAlertFigure({ unit }: Pick<FigureAlert, 'unit'>, figure: number, format: FormatNumber) {
  return unit === 'percent' ? `${format(toPercent(figure))}%` : format(figure);
}

/** `falls below 250` */
export function formatAlertCondition(
  t: Translate,
  { condition, limit, unit }: Pick<FigureAlert, 'condition'> & Limit,
  format: FormatNumber,
): string {
  const text =
    unit === 'number'
      ? format(limit)
      : unit === 'percent' && condition === 'change'
        ? t('alert.points', { count: toPercent(limit) })
        : `${format(toPercent(limit))}%`;
  return t(conditionTexts[condition], { limit: text });
}
