const day = 86_400_000;
// Serial 0 is 1899-12-30 (Sheets API, SERIAL_NUMBER).
const epoch = Date.UTC(1899, 11, 30);
const readers = new Map<string, Intl.DateTimeFormat>();

function reader(timeZone: string): Intl.DateTimeFormat {
  const known = readers.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
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
  readers.set(timeZone, made);
  return made;
}

/** What the clock in `timeZone` shows at an instant, written as if it were UTC; both in ms. */
export function wallTime(instant: number, timeZone: string): number {
  const parts: { [type: string]: number } = {};
  for (const { type, value } of reader(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hour, minute, second) + (((instant % 1000) + 1000) % 1000);
}

/** The instant at which the clock in `timeZone` shows `wall`; in a gap, the offset before it counts. */
export function instantOf(wall: number, timeZone: string): number {
  const offset = (instant: number): number => wallTime(instant, timeZone) - instant;
  const before = wall - offset(wall - day);
  if (before + offset(before) === wall) return before;
  const after = wall - offset(wall + day);
  return after + offset(after) === wall ? after : before;
}

export function serialOf(instant: number, timeZone: string): number {
  return (wallTime(instant, timeZone) - epoch) / day;
}

/** To the millisecond: a serial is a fraction of a day. */
export function instantOfSerial(serial: number, timeZone: string): number {
  return instantOf(wallOfSerial(serial), timeZone);
}

/** The date and time a serial shows, written as if it were UTC, in ms. */
export function wallOfSerial(serial: number): number {
  return epoch + Math.round(serial * day);
}

export function serialOfWall(wall: number): number {
  return (wall - epoch) / day;
}
