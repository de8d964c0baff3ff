/** An instant parsed from text. `sure` is false without a zone; UTC is then assumed. */
export interface Instant {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly sure: boolean;
}

/** Obsolete HTTP-dates (RFC 9110 §5.6.7) and JavaScript's `Date.toString`; groups: offset hours, minutes. */
const httpDatePattern =
  /^[a-z]{3,9}(?:, \d\d-[a-z]{3}-\d\d [\d:]{8} GMT| [a-z]{3} [ \d]\d (?:[\d:]{8} \d{4}|\d{4} [\d:]{8} GMT(?:([+-]\d\d)(\d\d))?(?: \(.*\))?))$/i;

const isoPattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;

function toEpochMs(parts: readonly number[], fraction: string, zone: string): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const midnight = Date.UTC(year, month, day);
  const date = new Date(midnight);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) || [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours || 0) * 60 + Number(minutes || 0));
  const ms = Math.floor(Number(`0.${fraction || 0}`) * 1000);
  return midnight + ((hour * 60 + minute - offset) * 60 + second) * 1000 + ms;
}

/** Parses ISO 8601, HTTP-dates and JavaScript's own format strictly; null for anything else and for impossible days. */
export function parseInstant(text: string): Instant | null {
  const fixed = Date.parse(text);
  // `toUTCString` writes an IMF-fixdate. Services get the weekday wrong, so it is not compared.
  if (fixed >= 0 && new Date(fixed).toUTCString().slice(3) === text.slice(3))
    return { at: fixed, sure: true };
  const match = isoPattern.exec(text);
  if (match) {
    const parts = match.slice(1, 7).map((part) => Number(part || 0));
    const at = toEpochMs(
      [parts[0] || 0, (parts[1] || 0) - 1, ...parts.slice(2)],
      match[7] || '',
      match[8] || '',
    );
    return at === null ? null : { at, sure: match[8] !== undefined };
  }
  const found = httpDatePattern.exec(text);
  if (!found) return null;
  const [, hours = '0', minutes = '0'] = found;
  const at = Date.parse(/gmt/i.test(text) ? text : `${text} GMT`);
  const localMs = at + Number(hours) * 3_600_000 + Math.sign(Number(hours)) * Number(minutes) * 60_000;
  return new Date(localMs).toUTCString().slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase()
    ? { at, sure: true }
    : null;
}

/** {@link parseInstant} as milliseconds since the epoch. */
export function readInstant(text: string): number | null {
  return parseInstant(text)?.at ?? null;
}

/** `2026-11-21 05:00:42 UTC` */
export const formatUtcTime = (epochMs: number): string =>
  `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
