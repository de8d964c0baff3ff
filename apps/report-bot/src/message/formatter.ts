import { roundTo } from '@answershare/core/statistics';
import type { Fact } from '../digest/metric.ts';

/** No-break space: a number and its unit stay on one line. */
export const nbsp = '\u00a0';

/** Formats numbers and dates in one locale. */
export interface Formatter {
  /** `34.2 %`, `72`, `1,284`; a difference of shares is `2.1`. */
  readonly of: (fact: Fact) => string;
  /** Without its sign. */
  readonly size: (fact: Fact) => string;
  /** With `+` or `−`; zero has no sign. */
  readonly signed: (fact: Fact) => string;
  readonly dates: (from: string, to: string, year: boolean) => string;
  readonly instant: (epochMs: number, zone: string) => string;
}

/**
 * @param used called with every fact that is formatted
 * @throws RangeError if the locale is not a BCP 47 tag
 */
export function createFormatter(locale: string, used: (fact: Fact) => void = () => undefined): Formatter {
  if (!isLanguageTag(locale))
    throw new RangeError(`"${locale}" is not a locale; write it as en, en-GB or de.`);
  const formats = new Map<number, Intl.NumberFormat>();
  const format = (value: number, digits: number) => {
    const known =
      formats.get(digits) ??
      new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(digits, known);
    return known.format(value);
  };
  const ranges = new Map<boolean, Intl.DateTimeFormat>();
  const range = (year: boolean) => {
    const known =
      ranges.get(year) ??
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        ...(year ? { year: 'numeric' } : {}),
        timeZone: 'UTC',
      });
    ranges.set(year, known);
    return known;
  };
  const shown = (fact: Fact) => {
    used(fact);
    return roundTo(fact.unit === 'share' ? fact.value * 100 : fact.value, fact.digits);
  };
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
    .formatToParts(0)
    .find(({ type }) => type === 'percentSign')?.value;
  const of = (fact: Fact) =>
    toMinusSign(format(shown(fact), fact.digits)) + (fact.unit === 'share' ? `${nbsp}${percent ?? '%'}` : '');
  const size = (fact: Fact) => format(Math.abs(shown(fact)), fact.digits);
  return {
    of,
    size,
    signed: (fact) => `${shown(fact) > 0 ? '+' : shown(fact) < 0 ? '−' : ''}${size(fact)}`,
    dates: (from, to, year) =>
      range(year)
        .formatRange(Date.parse(from), Date.parse(to))
        .replace(/[\u2009\u202f]/gu, ' '),
    instant: (epochMs, zone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
        .format(epochMs)
        .replace(/\u202f/gu, ' '),
  };
}

function toMinusSign(text: string): string {
  return text.replace(/^-/, '−');
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
