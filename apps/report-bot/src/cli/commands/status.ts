import { hostname } from 'node:os';
import { formatMinute } from '../../schedule/clock.ts';
import { toLocalDate } from '../../schedule/iso-week.ts';
import type { StoreLocation } from '../../settings/settings.ts';
import { readStatusRow } from '../../store/open-work.ts';
import { openDatabase } from '../../store/store.ts';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import { dropPeriod } from '../../system/text.ts';
import { type BotStatus, formatAge, type ScheduleStatus } from '../../watch/bot-status.ts';
import { explainStaleness, parseStatus, readStatusFile } from '../../watch/watch.ts';
import type { Context } from '../io/context.ts';
import { formatLocalTime, formatUtc } from '../io/format.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';

interface StatusOptions extends CommonOptions {
  readonly maxAge: string;
  readonly live?: boolean;
}

/** Prints what a running `start` knows of itself. Exits 1 for a problem, a status that is too old, and without one. */
export async function printStatus(context: Context, options: StatusOptions): Promise<ExitCode> {
  const maxAgeMs = parseSpan(options.maxAge);
  const now = parseClock(options.now)();
  const { store } = context.settings(options.config);
  const text = await readStatusText(store);
  const status = text === null ? null : parseStatus(text);
  if (status === null)
    throw new UserError(
      text === null
        ? 'There is no status: "answershare start" has not run with this store.'
        : 'The status cannot be read; it is of another version. Start "answershare start" of this version.',
    );
  const stale = explainStaleness(store, status, now, maxAgeMs);
  const age = now - status.at;
  if (options.json === true)
    context.writeJson({ ...toPrintable(status), ageSeconds: Math.round(age / 1000), stale });
  else for (const line of formatStatus(status, stale, now)) context.report(line);
  return stale !== null || (options.live !== true && status.problems.length > 0) ? 1 : 0;
}

async function readStatusText(location: StoreLocation): Promise<string | null> {
  if ('folder' in location) return readStatusFile(location.folder);
  const opened = await openDatabase(location, []);
  try {
    await (await opened.hold()).close();
    return await readStatusRow(opened.db, hostname());
  } finally {
    await opened.close();
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

function parseSpan(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? 0);
  if (ms === 0) throw new UsageError('--max-age is not a span; write it as 90s, 3m or 2h.');
  return ms;
}

const instants = ['at', 'started', 'due', 'since', 'nextTry', 'next', 'last'];

/** The status with instants as ISO texts. */
const toPrintable = (status: BotStatus): object =>
  JSON.parse(
    JSON.stringify(status, (key, value) =>
      instants.includes(key) && typeof value === 'number' ? formatUtc(value) : value,
    ),
  );

function formatStatus(status: BotStatus, stale: string | null, now: number): readonly string[] {
  const { at, started, pid, host, schedules, snapshot, problems } = status;
  const age = formatAge(Math.abs(now - at));
  const { last, failure, nextTry } = snapshot;
  return [
    stale === null
      ? `Process ${pid} on ${host} runs since ${formatMinute(started)}; last tick ${age} ago.`
      : `Nothing runs as far as this shows: ${stale}. What follows is of ${formatMinute(at)}.`,
    ...schedules.map((row) => formatSchedule(row, now)),
    `snapshot: ${last === null ? 'no answer yet' : `last answer ${formatMinute(last)}`}${failure === null ? '' : `, then: ${dropPeriod(failure)}`}${nextTry === null ? '' : `, next try ${formatMinute(nextTry)}`}`,
    ...(problems.length === 0 ? [] : ['To resolve:']),
    ...problems.map(
      ({ cause, text, command }) =>
        `  ${cause}: ${dropPeriod(text)}.${command === null ? '' : ` Run "${command}".`}`,
    ),
  ];
}

/** `weekly W48: due 09:00, 0 of 3 sent, since 09:00:11 the mail server refused the connection, next try 09:02`. */
function formatSchedule(row: ScheduleStatus, now: number): string {
  const { schedule, timezone, week, due, state, mails, reason, since, nextTry, next } = row;
  const later = next === null ? 'never due' : `next ${formatLocalTime(next, timezone)}`;
  if (week === null) return `${schedule}: nothing was due yet; ${later}`;
  const time = (instant: number, seconds = false): string => formatClock(instant, now, timezone, seconds);
  const { all, sent, uncertain, refused, open } = mails;
  const isOpen = open > 0 || state === 'due' || state === 'planned';
  const parts = [
    ...(due === null ? [] : [`due ${time(due)}`]),
    ...(state === 'composed'
      ? [`${sent} of ${all} sent`]
      : [state === 'due' ? 'not planned yet' : `${state}`]),
    ...(uncertain === 0 ? [] : [`${uncertain} uncertain`]),
    ...(refused === 0 ? [] : [`${refused} refused`]),
    ...(reason === null
      ? []
      : [`${isOpen && since !== null ? `since ${time(since, true)} ` : ''}${dropPeriod(reason)}`]),
    ...(nextTry === null ? [] : [`next try ${time(nextTry)}`]),
  ];
  return `${schedule} ${week.slice(5)}: ${parts.join(', ')}${isOpen ? '' : `; ${later}`}`;
}

/** `09:00`, and with the day if it is not today. */
function formatClock(instant: number, now: number, timeZone: string, seconds: boolean): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
  }).format(instant);
  const day = toLocalDate(instant, timeZone);
  return day === toLocalDate(now, timeZone) ? time : `${day} ${time}`;
}
