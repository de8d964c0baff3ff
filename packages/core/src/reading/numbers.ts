/** A number as a body may write it. `percent` is true where the text carried a percent sign. */
export interface NumberReading {
  readonly value: number | null;
  readonly percent: boolean;
  readonly coerced: boolean;
}

const absent: NumberReading = { value: null, percent: false, coerced: false };

/**
 * Reads a number, a numeric text (`"1234"`, `"1,234.5"`, `"41.2%"`), or null and absent as null. Returns undefined for
 * what is none of these, which a caller must not take for zero.
 */
export function readNumber(value: unknown): NumberReading | undefined {
  if (value === null || value === undefined) return absent;
  if (typeof value === 'number')
    return Number.isFinite(value) ? { value, percent: false, coerced: false } : undefined;
  if (typeof value !== 'string') return undefined;
  const match = /^\s*([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*(%)?\s*$/.exec(value);
  if (!match) return undefined;
  return {
    value: Number((match[1] ?? '').replace(/,/g, '')),
    percent: match[2] !== undefined,
    coerced: true,
  };
}

/** A text, trimmed; null for absent, null and empty; a number is written out. */
export function readText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}
