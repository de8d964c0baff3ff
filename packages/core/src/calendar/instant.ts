/** An instant as a text writes it. `sure` is false where it names no zone and UTC is taken. */
export interface Instant {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly sure: boolean;
}

const months = 'janfebmaraprmayjunjulaugsepoctnovdec';

const time = '(\\d\\d):(\\d\\d):(\\d\\d)';

/** HTTP-date in its three forms (RFC 9110 §5.6.7), and what JavaScript's Date.toString gives. Groups: day, month, year, time, offset. */
const spelled: readonly (readonly [RegExp, day: number, month: number, year: number, clock: number])[] = [
  [new RegExp(`^[a-z]{3}, (\\d\\d) ([a-z]{3}) (\\d{4}) ${time} gmt$`, 'i'), 1, 2, 3, 4],
  [new RegExp(`^[a-z]{6,9}, (\\d\\d)-([a-z]{3})-(\\d\\d) ${time} gmt$`, 'i'), 1, 2, 3, 4],
  [new RegExp(`^[a-z]{3} ([a-z]{3}) ([ \\d]\\d) ${time} (\\d{4})$`, 'i'), 2, 1, 6, 3],
  [
    new RegExp(`^[a-z]{3} ([a-z]{3}) (\\d\\d) (\\d{4}) ${time} gmt([+-]\\d{4})?( \\(.*\\))?$`, 'i'),
    2,
    1,
    3,
    4,
  ],
];

const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;

function utc(parts: readonly number[], fraction: string, zone: string): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const midnight = Date.UTC(year, month, day);
  const date = new Date(midnight);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  const ms = Math.floor(Number(`0.${fraction || 0}`) * 1000);
  return midnight + ((hour * 60 + minute - offset) * 60 + second) * 1000 + ms;
}

/** Reads an instant by strict grammars only: ISO 8601, HTTP-date, and JavaScript's own; null for anything else, also for a day that does not exist. */
export function parseInstant(text: string): Instant | null {
  const match = iso.exec(text);
  if (match) {
    const parts = match.slice(1, 7).map((part) => Number(part ?? 0));
    const at = utc([parts[0] ?? 0, (parts[1] ?? 0) - 1, ...parts.slice(2)], match[7] ?? '', match[8] ?? '');
    return at === null ? null : { at, sure: match[8] !== undefined };
  }
  for (const [grammar, day, month, year, clock] of spelled) {
    const found = grammar.exec(text);
    if (!found) continue;
    const named = months.indexOf((found[month] ?? '').toLowerCase());
    if (named < 0 || named % 3 !== 0) return null;
    const written = Number(found[year]);
    const full = written > 99 ? written : written + (written < 70 ? 2000 : 1900);
    const clockParts = [0, 1, 2].map((at) => Number(found[clock + at]));
    const at = utc([full, named / 3, Number(found[day]), ...clockParts], '', found[7] ?? '');
    return at === null ? null : { at, sure: true };
  }
  return null;
}

/** {@link parseInstant} as milliseconds since the epoch. */
export function readInstant(text: string): number | null {
  return parseInstant(text)?.at ?? null;
}
