import type { ServiceRuntime } from './service-runtime.ts';

/** Makes Date's local methods use the script's time zone, unless the machine is in it. */
export function installLocalTime(runtime: ServiceRuntime): void {
  if (runtime.facts.isMachineZone) return;
  const timeZone = runtime.facts.scriptTimeZone;
  const Native = Date;
  const utc = Native.UTC;
  const nativeParse = Native.parse;
  let reader: Intl.DateTimeFormat | null = null;
  const createReader = (): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat('en-US', {
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
    reader ??= createReader();
    const found: { [type: string]: number } = {};
    for (const { type, value } of reader.formatToParts(instant)) found[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
    return utc(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
  };
  const day = 86_400_000;
  // ECMA-262, UTC(t): in an overlap and in a gap, the offset before the change applies.
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
    // ECMA-262, Date Time String Format: a date without time is UTC.
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
      // Only setFullYear makes an invalid Date valid (ECMA-262).
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
    Number.isNaN(date.getTime()) ? 'Invalid Date' : runtime.formatDate(date, timeZone, pattern);
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
  runtime.localTime = { instantOf, parse };
}

/**
 * Date and Math.random use the host's clock and random source, if set. Date parses and prints in the script's time
 * zone.
 */
export function installHostClock(runtime: ServiceRuntime): void {
  if (runtime.facts.hostRandom) {
    Object.defineProperty(Math, 'random', {
      value: () => runtime.call('clock.random'),
      configurable: true,
      writable: true,
    });
  }
  const local = runtime.localTime;
  if (!runtime.facts.hostClock && local === null) return;
  const Native = Date;
  const { UTC, parse: nativeParse, now: nativeNow } = Native;
  const now = (): number => (runtime.facts.hostClock ? runtime.call('clock.now') : nativeNow());
  const parse = (text: string): number => (local === null ? nativeParse(text) : local.parse(String(text)));
  const read = (args: unknown[]): unknown[] => {
    if (args.length === 0) return [now()];
    if (local === null) return args;
    if (args.length > 1) return [local.instantOf(Reflect.apply(UTC, undefined, args))];
    return typeof args[0] === 'string' ? [parse(args[0])] : args;
  };
  const followed = new Proxy(Native, {
    apply: () => new Native(now()).toString(),
    construct: (target, args, newTarget) => Reflect.construct(target, read(args), newTarget),
  });
  Object.defineProperty(Native, 'now', { value: now, configurable: true, writable: true });
  Object.defineProperty(Native, 'parse', { value: parse, configurable: true, writable: true });
  Object.defineProperty(Native.prototype, 'constructor', {
    value: followed,
    configurable: true,
    writable: true,
  });
  Object.defineProperty(globalThis, 'Date', { value: followed, configurable: true, writable: true });
}

/** SimpleDateFormat's pattern letters via Intl, in US English as Utilities.formatDate. */
export function installFormatDate(runtime: ServiceRuntime): void {
  /** Java writes offsets as GMT+2, GMT+02 or GMT+0200; Intl knows +02:00. */
  const zone = (name: string): string => {
    const found = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d\d)?$/.exec(name);
    if (found === null) return name;
    const [, sign, hours, minutes] = found;
    return `${sign}${String(hours).padStart(2, '0')}:${minutes === undefined ? '00' : minutes}`;
  };
  // A format takes as long to create as twenty dates to write.
  const formats: { [timeZone: string]: Intl.DateTimeFormat } = Object.create(null);
  const createFormat = (timeZone: string): Intl.DateTimeFormat => {
    try {
      return new Intl.DateTimeFormat('en-US', {
        timeZone: zone(timeZone),
        calendar: 'gregory',
        hourCycle: 'h23',
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        weekday: 'long',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
    } catch {
      throw runtime.exception(`Invalid argument: timeZone ${timeZone}`);
    }
  };
  const partsIn = (date: Date, timeZone: string): { [type: string]: string } => {
    const format = formats[timeZone] ?? createFormat(timeZone);
    formats[timeZone] = format;
    return Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]));
  };
  const months =
    'January February March April May June July August September October November December'.split(' ');
  const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  const offset = (minutes: number, colon: string): string => {
    const size = Math.abs(minutes);
    return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60), 2)}${colon}${pad(size % 60, 2)}`;
  };
  runtime.formatDate = (date, timeZone, pattern) => {
    if (Number.isNaN(date.getTime())) throw runtime.exception('Invalid argument: date');
    const parts = partsIn(date, timeZone);
    const number = (type: string): number => Number(parts[type]);
    const year = number('year');
    const month = months.indexOf(String(parts.month));
    const weekday = days.indexOf(String(parts.weekday));
    const day = number('day');
    const hour = number('hour');
    const local = Date.UTC(year, month, day, hour, number('minute'), number('second'));
    const minutes = Math.round((local - Math.floor(date.getTime() / 1000) * 1000) / 60000);
    const name = (names: string[], index: number, width: number): string => {
      const full = String(names[index]);
      return width >= 4 ? full : full.slice(0, 3);
    };
    const zoneName = (width: number): string => {
      const style = width >= 4 ? 'long' : 'short';
      const shown = new Intl.DateTimeFormat('en-US', {
        timeZone: zone(timeZone),
        timeZoneName: style,
      }).formatToParts(date);
      return String(shown.filter((part) => part.type === 'timeZoneName').map((part) => part.value)[0]);
    };
    const formatters: { [symbol: string]: (width: number) => string } = {
      y: (width) => (width === 2 ? pad(year % 100, 2) : pad(year, width)),
      M: (width) => (width >= 3 ? name(months, month, width) : pad(month + 1, width)),
      d: (width) => pad(day, width),
      E: (width) => name(days, weekday, width),
      u: (width) => pad(weekday === 0 ? 7 : weekday, width),
      D: (width) => pad(Math.floor((local - Date.UTC(year, 0, 1)) / 86400000) + 1, width),
      H: (width) => pad(hour, width),
      k: (width) => pad(hour === 0 ? 24 : hour, width),
      h: (width) => pad(hour % 12 === 0 ? 12 : hour % 12, width),
      K: (width) => pad(hour % 12, width),
      m: (width) => pad(number('minute'), width),
      s: (width) => pad(number('second'), width),
      S: (width) => pad(date.getTime() - Math.floor(date.getTime() / 1000) * 1000, width),
      a: () => (hour < 12 ? 'AM' : 'PM'),
      z: zoneName,
      Z: () => offset(minutes, ''),
      X: (width) =>
        minutes === 0 ? 'Z' : offset(minutes, width >= 3 ? ':' : '').slice(0, width === 1 ? 3 : 6),
    };
    return pattern.replace(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (run, quoted, symbol) => {
      if (typeof quoted === 'string') return quoted === '' ? "'" : quoted.replace(/''/g, "'");
      const formatter = formatters[symbol];
      if (formatter === undefined) throw runtime.exception(`Illegal pattern character '${symbol}'`);
      return formatter(run.length);
    });
  };
}
