import { Complaint } from '../complaint.ts';
import { type IsoWeek, isWeek } from '../schedule/iso-week.ts';

const instant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** A clock that stands at `--now` when it is first read and goes on from there; the real one without it. */
export function clockFrom(now: string | undefined): () => number {
  if (now === undefined) return () => Date.now();
  const start = Date.parse(now);
  if (!instant.test(now) || Number.isNaN(start) || !isDate(now.slice(0, 10))) {
    throw new Complaint(
      '--now is not an instant; write it as 2026-11-23T09:00:00Z or with an offset such as +01:00.',
      2,
    );
  }
  let began: number | null = null;
  return () => {
    began ??= performance.now();
    return start + Math.floor(performance.now() - began);
  };
}

/** True for a day of the calendar; `Date.parse` takes 30 February for 2 March. */
export function isDate(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}

/** `--week`, checked; null where it is not given. */
export function weekFrom(week: string | undefined): IsoWeek | null {
  if (week === undefined) return null;
  if (!isWeek(week)) throw new Complaint('--week is not an ISO week; write it as 2026-W47.', 2);
  return week;
}

/** `Mon 23 Nov 2026 09:00 Europe/Berlin (2026-11-23T08:00:00Z)`. */
export function bothTimes(time: number, zone: string): string {
  const parts: Record<string, string> = {};
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  for (const { type, value } of format.formatToParts(time)) parts[type] = value;
  const local = `${parts.weekday} ${parts.day} ${parts.month} ${parts.year} ${parts.hour}:${parts.minute}`;
  return `${local} ${zone} (${utc(time)})`;
}

/** `2026-11-23T08:00:00Z`. */
export function utc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
