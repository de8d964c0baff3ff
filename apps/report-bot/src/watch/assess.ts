import { hostname } from 'node:os';
import { toSnapshotTimetable } from '../collect/daily.ts';
import { readPauseEnd } from '../collect/questions.ts';
import { type LoopState, maxPassMs } from '../delivery/loops.ts';
import { listDueWeeks } from '../delivery/plan-runs.ts';
import { iteratePastTimes } from '../schedule/cron.ts';
import { listNextReports, toReportedWeek } from '../schedule/due.ts';
import type { BotSettings, DigestSchedule } from '../settings/settings.ts';
import { compareClocks } from '../store/clock-evidence.ts';
import {
  type CollectedAnswers,
  listNewestRuns,
  listOpenDeliveries,
  type OpenDeliveries,
  type RunTotal,
  readCollectedAnswers,
} from '../store/open-work.ts';
import type { Store } from '../store/store.ts';
import { dropPeriod, pluralize } from '../system/text.ts';
import { type BotStatus, lateMs, type Problem, type ScheduleStatus } from './bot-status.ts';

/** What only the running process knows. */
export interface ProcessState extends LoopState {
  readonly now: number;
  readonly started: number;
  /** False for a time that a person states. */
  readonly checksClock: boolean;
  /** Free bytes of the data folder; null with PostgreSQL. */
  readonly freeBytes: number | null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** People are notified of a digest that is late by so much. */

/** A refused mail counts for so long. */
const refusedMs = 7 * 24 * hourMs;

/** Below this a data folder is nearly full; at 40 MB the bot stops writing. */
const lowDiskBytes = 200 * 1024 * 1024;

/** Reads the ledger and states what a person should know. Writes nothing. */
export async function assessStatus(
  store: Store,
  settings: BotSettings,
  state: ProcessState,
  before: BotStatus | null,
): Promise<BotStatus> {
  const { db } = store;
  const { now } = state;
  const { schedules } = settings;
  const open = await listOpenDeliveries(db);
  const runs = await listNewestRuns(
    db,
    schedules.map(({ id }) => id),
  );
  const due = (await listDueWeeks(db, schedules, now)).filter(({ verdict }) => verdict === 'run');
  const rows = schedules.map((schedule) =>
    describeSchedule(schedule, state, before, {
      run: runs.find((one) => one.schedule_id === schedule.id),
      due: due.find((one) => one.scheduleId === schedule.id)?.dueAt ?? null,
      open,
    }),
  );
  const answers = await readCollectedAnswers(db, now);
  const pauses = await Promise.all(settings.services.map(({ name }) => readPauseEnd(db, name, now)));
  const tries = pauses.flatMap((end) => end?.getTime() ?? []);
  const doubt = state.checksClock ? (await compareClocks(store, now)).doubt : null;
  const found = [
    ...rows.flatMap((row) => findScheduleProblems(row, schedules, now)),
    ...open.flatMap((one) => findMailProblems(one, now)),
    ...findSnapshotProblems(settings, answers, state),
    ...(doubt === null ? [] : [describeProblem('clock', '', now, doubt.reason, null)]),
    ...findProcessProblems(state),
  ];
  return {
    ...describeProcess(state),
    schedules: rows,
    snapshot: {
      last: answers.last,
      failure: answers.failure?.reason ?? null,
      nextTry: tries.length === 0 ? null : Math.min(...tries),
    },
    problems: keepSince(found, before),
  };
}

/** The status while the database does not answer. */
export function describeOutage(reason: string, state: ProcessState, before: BotStatus | null): BotStatus {
  const found = [
    describeProblem('database', '', state.now, `PostgreSQL does not work: ${reason}`, 'answershare check'),
    ...findProcessProblems(state),
  ];
  return {
    ...describeProcess(state),
    schedules: before?.schedules ?? [],
    snapshot: before?.snapshot ?? { last: null, failure: null, nextTry: null },
    problems: keepSince(found, before),
  };
}

const describeProcess = ({ now, started }: ProcessState) =>
  ({ state: 'running', at: now, started, pid: process.pid, host: hostname() }) as const;

const describeProblem = (
  cause: Problem['cause'],
  subject: string,
  since: number,
  text: string,
  command: string | null,
): Problem => ({ cause, subject, since, text, command, notifyAfter: null });

/** A problem that was known before keeps its begin. */
function keepSince(found: readonly Problem[], before: BotStatus | null): readonly Problem[] {
  return found.map((one) => {
    const known = before?.problems.find(
      ({ cause, subject }) => cause === one.cause && subject === one.subject,
    );
    return known === undefined ? one : { ...one, since: Math.min(one.since, known.since) };
  });
}

interface ScheduleWork {
  readonly run: RunTotal | undefined;
  /** When a week was due that is not planned; null without one. */
  readonly due: number | null;
  readonly open: readonly OpenDeliveries[];
}

function describeSchedule(
  schedule: DigestSchedule,
  { now, mailsNotBefore }: ProcessState,
  before: BotStatus | null,
  { run, due, open }: ScheduleWork,
): ScheduleStatus {
  const { id, timezone } = schedule;
  const next = listNextReports(schedule, now, 1)[0]?.time ?? null;
  const row = { schedule: id, timezone, next, nextTry: null, since: null, reason: null };
  const none = { all: 0, sent: 0, open: 0, refused: 0, uncertain: 0 };
  if (due !== null) return { ...row, week: toReportedWeek(schedule, due), due, state: 'due', mails: none };
  if (run === undefined) return { ...row, week: null, due: null, state: null, mails: none };
  const week = run.period_key;
  const own = open.filter((one) => one.scheduleId === id && one.week === week);
  const count = (...states: readonly OpenDeliveries['state'][]): number =>
    own.filter((one) => states.includes(one.state)).reduce((sum, one) => sum + one.count, 0);
  const ready = own.find((one) => one.state === 'ready');
  const reason = ready?.reason ?? run.reason;
  const known = before?.schedules.find((one) => one.schedule === id && one.week === week);
  const since = reason === null ? null : (ready?.since ?? now);
  const attempt = Math.max(ready?.nextAttempt ?? 0, mailsNotBefore, now);
  return {
    ...row,
    week,
    due: findDueTime(schedule, week, now),
    state: run.state,
    mails: {
      all: run.digests,
      sent: run.digests - own.reduce((sum, one) => sum + one.count, 0),
      open: count('ready', 'claimed', 'body_released'),
      refused: count('refused'),
      uncertain: count('uncertain'),
    },
    reason,
    since: since !== null && known?.since != null ? Math.min(since, known.since) : since,
    nextTry: ready === undefined ? null : Math.ceil(attempt / minuteMs) * minuteMs,
  };
}

/** The last time at which this week was due; null if another week was. */
function findDueTime(schedule: DigestSchedule, week: string, now: number): number | null {
  const last = iteratePastTimes(schedule.cron, schedule.timezone, now).next().value;
  return last !== undefined && toReportedWeek(schedule, last) === week ? last : null;
}

function findScheduleProblems(
  row: ScheduleStatus,
  schedules: readonly DigestSchedule[],
  now: number,
): readonly Problem[] {
  const { schedule, week, state, due, reason, mails } = row;
  const subject = `${schedule} ${week}`;
  if (state === 'held')
    return [
      describeProblem(
        'held',
        subject,
        now,
        `${subject} is held: ${reason}`,
        `answershare skip --schedule ${schedule} --week ${week} --as sent`,
      ),
    ];
  const isOpen = state === 'due' || state === 'planned' || mails.open > 0;
  const from = due ?? row.since;
  if (!isOpen || from === null) return [];
  const waitHours = schedules.find(({ id }) => id === schedule)?.waitHours ?? 0;
  const lateAt = from + (state === 'planned' ? waitHours * hourMs : 0);
  const hasReason = reason !== null && now >= lateAt;
  if (!hasReason && now - lateAt < lateMs) return [];
  const why = reason === null ? '' : `: ${dropPeriod(reason)}`;
  const progress = mails.all === 0 ? 'is not composed' : `has ${mails.sent} of ${mails.all} sent`;
  const late = describeProblem('late', subject, from, `${subject} ${progress}${why}`, 'answershare check');
  return [{ ...late, notifyAfter: lateAt + lateMs }];
}

function findMailProblems(one: OpenDeliveries, now: number): readonly Problem[] {
  const { scheduleId, week, state, count, since, until, reason } = one;
  if (state !== 'uncertain' && (state !== 'refused' || now - until > refusedMs)) return [];
  const subject = `${scheduleId} ${week}`;
  const text = `${subject}: ${pluralize(count, 'mail')} ${state} (${dropPeriod(reason ?? '')})`;
  const command =
    state === 'uncertain'
      ? `answershare settle --all --week ${week} --as sent`
      : `answershare settle --all --week ${week} --refused --as ready`;
  return [describeProblem(state, subject, since, text, command)];
}

function findSnapshotProblems(
  { schedules, alerts, snapshots }: BotSettings,
  { last, failure }: CollectedAnswers,
  { now, started }: ProcessState,
): readonly Problem[] {
  if (schedules.length + alerts.length === 0) return [];
  if (failure?.isOfKey === true)
    return [describeProblem('key', '', failure.at, failure.reason, 'answershare doctor --quick')];
  const { cron, timezone } = toSnapshotTimetable(snapshots);
  const times = iteratePastTimes(cron, timezone, now);
  times.next();
  const missed = times.next().value;
  // A whole day without an answer; a bot that was away asks first.
  const isYoung = failure === null && now - started < hourMs;
  if (last === null || missed === undefined || last >= missed || isYoung) return [];
  const why = failure === null ? 'nothing was asked' : failure.reason;
  return [
    describeProblem(
      'snapshot',
      '',
      last,
      `No answer of the service for ${Math.floor((now - last) / hourMs)} hours: ${why}`,
      'answershare snapshot',
    ),
  ];
}

/** What does not depend on the database. */
function findProcessProblems({ now, passes, freeBytes }: ProcessState): readonly Problem[] {
  const slow = passes
    .filter(({ since }) => now - since >= maxPassMs)
    .map(({ name, since }) =>
      describeProblem('pass', name, since, `The pass of ${name} runs for more than 15 minutes`, null),
    );
  if (freeBytes === null || freeBytes >= lowDiskBytes) return slow;
  const free = Math.floor(freeBytes / 1024 / 1024);
  const full = describeProblem(
    'disk',
    '',
    now,
    `${free} MB are free on the disk of the data folder; with less than 40 MB nothing is written. Free some space`,
    null,
  );
  return [...slow, full];
}
