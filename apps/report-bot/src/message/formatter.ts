import { roundTo } from '@answershare/core/statistics';
import type { Fact } from '../digest/metric.ts';

/** No-break space: a number and its unit stay on one line. */
export const nbsp = '\u00a0';

export interface Formatter {
  /** `34.2%`, `72`, `1,284`; a difference of shares is `2.1`. */
  readonly of: (fact: Fact) => string;
  readonly size: (fact: Fact) => string;
  /** With `+` or `−`; zero has no sign. */
  readonly signed: (fact: Fact) => string;
  /** Without the year. */
  readonly day: (date: string) => string;
  readonly period: (from: string, to: string) => string;
  readonly instant: (epochMs: number, zone: string) => string;
}

/**
 * @param used called with every fact that is formatted
 * @throws RangeError if the locale is not a BCP 47 tag
 */
export function createFormatter(locale: string, used: (fact: Fact) => void = () => undefined): Formatter {
  if (!isLanguageTag(locale))
    throw new RangeError(`"${locale}" is not a locale; write it as en, en-GB or de.`);
  const formats = new Map<string, Intl.NumberFormat>();
  const format = (value: number, digits: number, style: 'decimal' | 'percent' = 'decimal') => {
    const key = `${style} ${digits}`;
    const known =
      formats.get(key) ??
      new Intl.NumberFormat(locale, {
        style,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
    formats.set(key, known);
    return known.format(style === 'percent' ? value / 100 : value);
  };
  const createDates = (more: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC', ...more });
  const shown = (fact: Fact) => {
    used(fact);
    return fact.printed ?? roundTo(fact.unit === 'share' ? fact.value * 100 : fact.value, fact.digits);
  };
  const of = (fact: Fact) =>
    toMinusSign(format(shown(fact), fact.digits, fact.unit === 'share' ? 'percent' : 'decimal'));
  const size = (fact: Fact) => format(Math.abs(shown(fact)), fact.digits);
  return {
    of,
    size,
    signed: (fact) => `${shown(fact) > 0 ? '+' : shown(fact) < 0 ? '−' : ''}${size(fact)}`,
    day: (date) => toPlainSpaces(createDates({}).format(Date.parse(date))),
    period: (from, to) =>
      toPlainSpaces(createDates({ year: 'numeric' }).formatRange(Date.parse(from), Date.parse(to))),
    instant: (epochMs, zone) =>
      toPlainSpaces(
        new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
          epochMs,
        ),
      ),
  };
}

const toMinusSign = (text: string): string => text.replace(/^-/, '−');

const toPlainSpaces = (text: string): string => text.replace(/[\u2009\u202f]/gu, ' ');

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
