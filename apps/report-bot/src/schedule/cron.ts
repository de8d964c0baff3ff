import { Cron } from 'croner';

/** Why an expression is no cron expression of five fields, in one clause; null where it is one. */
export function cronComplaint(expression: string): string | null {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5) {
    return `it has ${fields.length === 1 && fields[0] === '' ? 0 : fields.length} fields, not five (minute hour day month weekday)`;
  }
  try {
    const next = pattern(expression, 'UTC').nextRun(new Date('2026-01-01T00:00:00Z'));
    return next === null ? 'it never comes due' : null;
  } catch (thrown) {
    return (thrown as Error).message.replace(/^CronPattern: /, '').replace(/\.$/, '');
  }
}

/** True for an IANA zone that this Node.js knows. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The next `count` instants after `now`, milliseconds since the epoch. */
export function nextTimes(expression: string, zone: string, now: number, count: number): number[] {
  return pattern(expression, zone)
    .nextRuns(count, new Date(now))
    .map((date) => date.getTime());
}

/** The instants at or before `now`, newest first, one at a time: looking back costs croner most. */
export function* pastTimes(expression: string, zone: string, now: number): Generator<number> {
  const cron = pattern(expression, zone);
  let reference = now + 1_000;
  for (;;) {
    const time = cron.previousRuns(1, new Date(reference))[0]?.getTime();
    if (time === undefined) return;
    reference = time;
    if (time <= now) yield time;
  }
}

/** Day of month OR day of week where both are restricted, as crontab(5) has it. */
function pattern(expression: string, zone: string): Cron {
  return new Cron(expression, { timezone: zone, paused: true, mode: '5-part', domAndDow: false });
}
