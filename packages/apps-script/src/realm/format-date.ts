import type { Kit } from './kit.ts';

/** SimpleDateFormat's pattern letters over Intl, in US English as Utilities.formatDate writes them. */
export function formatDate(kit: Kit): void {
  /** Java writes offsets as GMT+2, GMT+02 or GMT+0200; Intl knows +02:00. */
  const zone = (name: string): string => {
    const found = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d\d)?$/.exec(name);
    if (found === null) return name;
    const [, sign, hours, minutes] = found;
    return `${sign}${String(hours).padStart(2, '0')}:${minutes === undefined ? '00' : minutes}`;
  };
  const partsIn = (date: Date, timeZone: string): { [type: string]: string } => {
    let format: Intl.DateTimeFormat;
    try {
      format = new Intl.DateTimeFormat('en-US', {
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
      throw kit.exception(`Invalid argument: timeZone ${timeZone}`);
    }
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
  kit.formatDate = (date, timeZone, pattern) => {
    if (Number.isNaN(date.getTime())) throw kit.exception('Invalid argument: date');
    const parts = partsIn(date, timeZone);
    const number = (type: string): number => Number(parts[type]);
    const year = number('year');
    const month = months.indexOf(String(parts.month));
    const weekday = days.indexOf(String(parts.weekday));
    const hour = number('hour');
    const local = Date.UTC(year, month, number('day'), hour, number('minute'), number('second'));
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
    const letter = (symbol: string, width: number): string => {
      if (symbol === 'y') return width === 2 ? pad(year % 100, 2) : pad(year, width);
      if (symbol === 'M') return width >= 3 ? name(months, month, width) : pad(month + 1, width);
      if (symbol === 'd') return pad(number('day'), width);
      if (symbol === 'E') return name(days, weekday, width);
      if (symbol === 'u') return pad(weekday === 0 ? 7 : weekday, width);
      if (symbol === 'D') return pad(Math.floor((local - Date.UTC(year, 0, 1)) / 86400000) + 1, width);
      if (symbol === 'H') return pad(hour, width);
      if (symbol === 'k') return pad(hour === 0 ? 24 : hour, width);
      if (symbol === 'h') return pad(hour % 12 === 0 ? 12 : hour % 12, width);
      if (symbol === 'K') return pad(hour % 12, width);
      if (symbol === 'm') return pad(number('minute'), width);
      if (symbol === 's') return pad(number('second'), width);
      if (symbol === 'S') return pad(date.getTime() - Math.floor(date.getTime() / 1000) * 1000, width);
      if (symbol === 'a') return hour < 12 ? 'AM' : 'PM';
      if (symbol === 'z') return zoneName(width);
      if (symbol === 'Z') return offset(minutes, '');
      if (symbol === 'X')
        return minutes === 0 ? 'Z' : offset(minutes, width >= 3 ? ':' : '').slice(0, width === 1 ? 3 : 6);
      throw kit.exception(`Illegal pattern character '${symbol}'`);
    };
    return pattern.replace(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (run, quoted, symbol) => {
      if (typeof quoted === 'string') return quoted === '' ? "'" : quoted.replace(/''/g, "'");
      return letter(symbol, run.length);
    });
  };
}
