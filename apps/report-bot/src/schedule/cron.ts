import { Cron } from 'croner';
import { dropPeriod } from '../system/text.ts';

/** Why an expression is not a five-field cron expression, one clause; null if it is. */
export function describeCronError(expression: string): string | null {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5) {
    return `it has ${fields.length === 1 && fields[0] === '' ? 0 : fields.length} fields, not five (minute hour day month weekday)`;
  }
  try {
    const next = parseCron(expression, 'UTC').nextRun(new Date('2026-01-01T00:00:00Z'));
    return next === null ? 'it never comes due' : null;
  } catch (thrown) {
    return dropPeriod((thrown as Error).message.replace(/^CronPattern: /, ''));
  }
}

/** True for an IANA zone that this Node.js knows. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The next `count` instants after `now`, milliseconds since the epoch. */
export function listNextTimes(expression: string, zone: string, now: number, count: number): number[] {
  return parseCron(expression, zone)
    .nextRuns(count, new Date(now))
    .map((date) => date.getTime());
}

/** The instants after `now`, in order. */
export function* iterateNextTimes(expression: string, zone: string, now: number): Generator<number> {
  const cron = parseCron(expression, zone);
  for (let time = cron.nextRun(new Date(now)); time !== null; time = cron.nextRun(time)) yield time.getTime();
}

/** The instants at or before `now`, newest first. Lazy, because croner is slow at looking back. */
export function* iteratePastTimes(expression: string, zone: string, now: number): Generator<number> {
  const cron = parseCron(expression, zone);
  let reference = now + 1_000;
  for (;;) {
    const time = cron.previousRuns(1, new Date(reference))[0]?.getTime();
    if (time === undefined) return;
    reference = time;
    if (time <= now) yield time;
  }
}

/** Day of month OR day of week if both are restricted, as in crontab(5). */
function parseCron(expression: string, zone: string): Cron {
  return new Cron(expression, { timezone: zone, paused: true, mode: '5-part', domAndDow: false });
}
