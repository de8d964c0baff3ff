import type { Kit } from './kit.ts';

/** Local time of the script's zone, where the machine has another: what Date's constructor and methods stand on. */
export interface LocalTime {
  /** The instant whose local reading is `wall`, itself written as if it were UTC; both in ms. */
  instantOf(wall: number): number;
  /** Date.parse with the script's zone for text that names none. */
  parse(text: string): number;
}

/** Makes Date's local methods follow the script's zone. Leaves them alone when the machine is in that zone. */
export function localTime(kit: Kit): void {
  const timeZone = kit.facts.scriptTimeZone;
  if (new Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone) return;
  const Native = Date;
  const utc = Native.UTC;
  const nativeParse = Native.parse;
  const reader = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const offsetAt = (instant: number): number => {
    if (Number.isNaN(instant)) return Number.NaN;
    const found: { [type: string]: number } = {};
    for (const { type, value } of reader.formatToParts(instant)) found[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
    return utc(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
  };
  const day = 86_400_000;
  // ECMA-262, UTC(t): in an overlap, and in a gap, the offset before the change counts.
  const instantOf = (wall: number): number => {
    if (Number.isNaN(wall)) return wall;
    const [before, after] = [wall - offsetAt(wall - day), wall - offsetAt(wall + day)];
    if (before + offsetAt(before) === wall) return before;
    return after + offsetAt(after) === wall ? after : before;
  };
  const wallOf = (date: Date): Date => new Native(date.getTime() + offsetAt(date.getTime()));
  const namesZone = (text: string): boolean =>
    /\dZ$/i.test(text) ||
    /\b(?:GMT|UTC?|[ECMP][SD]T)\b/i.test(text) ||
    /:\d\d(?:\.\d+)?\s*[+-]\d\d:?\d\d/.test(text);
  const parse = (text: string): number => {
    // ECMA-262, Date Time String Format: a date alone is UTC.
    if (namesZone(text) || /^(?:[+-]\d\d)?\d{4}(?:-\d\d){0,2}$/.test(text)) return nativeParse(text);
    return instantOf(nativeParse(`${text}${/^\S*T\S*$/.test(text) ? 'Z' : ' UTC'}`));
  };
  const define = (name: string, value: (this: Date, ...args: never[]) => unknown): void => {
    Object.defineProperty(Native.prototype, name, { value, configurable: true, writable: true });
  };
  for (const part of 'FullYear Month Date Day Hours Minutes Seconds Milliseconds'.split(' ')) {
    define(`get${part}`, function () {
      return Reflect.apply(Reflect.get(Native.prototype, `getUTC${part}`), wallOf(this), []);
    });
    if (part === 'Day') continue;
    define(`set${part}`, function (...args) {
      // Only setFullYear revives an invalid Date (ECMA-262).
      const wall = part === 'FullYear' && Number.isNaN(this.getTime()) ? new Native(0) : wallOf(this);
      Reflect.apply(Reflect.get(Native.prototype, `setUTC${part}`), wall, args);
      return this.setTime(instantOf(wall.getTime()));
    });
  }
  define('getYear', function () {
    return this.getFullYear() - 1900;
  });
  define('getTimezoneOffset', function () {
    return -offsetAt(this.getTime()) / 60_000;
  });
  const write = (date: Date, pattern: string): string =>
    Number.isNaN(date.getTime()) ? 'Invalid Date' : kit.formatDate(date, timeZone, pattern);
  define('toDateString', function () {
    return write(this, 'EEE MMM dd yyyy');
  });
  define('toTimeString', function () {
    return write(this, "HH:mm:ss 'GMT'Z (zzzz)");
  });
  define('toString', function () {
    return write(this, "EEE MMM dd yyyy HH:mm:ss 'GMT'Z (zzzz)");
  });
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    const native = Reflect.get(Native.prototype, name);
    define(name, function (locales?: string, options?: Intl.DateTimeFormatOptions) {
      return Reflect.apply(native, this, [locales, { timeZone, ...options }]);
    });
  }
  kit.localTime = { instantOf, parse };
}
