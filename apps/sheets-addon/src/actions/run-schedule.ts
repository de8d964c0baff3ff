import { redact } from '@answershare/core';
import { toCellFault } from '../cells/fault-text.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { checkFigureAlerts } from './figure-alerts.ts';
import { storeRun } from './file-state.ts';
import { type BatchQuestion, type GatherResult, gather } from './gather.ts';
import { restoreFormulas } from './reenter-formulas.ts';
import {
  advanceCursor,
  createCursor,
  cursorName,
  finishRefresh,
  listPending,
  openCursor,
  planRefresh,
} from './refresh.ts';
import { runFailed } from './run-failed.ts';
import { type Heartbeat, isDue, type RefreshSchedule } from './schedule.ts';
import {
  alertName,
  formatOverPlan,
  readCurrentSchedule,
  readStoredHeartbeat,
  readStoredSchedule,
  storeHeartbeat,
} from './set-schedule.ts';
import { planTracking, toRecordDate, trackDay } from './track.ts';
import { writeReportFaults } from './update-reports.ts';

/** A trigger's execution has six minutes (Google: guides/services/quotas); the rest is for writing. */
const gatherMs = 270_000;
/** Time reserved for tracking, so that a long refresh leaves time for the history. */
const trackingMs = 90_000;
const stepMs = 40_000;

interface CollectResult {
  readonly fresh: number;
  readonly failed: number;
  readonly fault: string | null;
  readonly rest: readonly BatchQuestion[];
}

/** Asks all questions at the plan's pace until `until`; waits for the next minute if needed. */
function collect(
  context: ActionContext,
  questions: readonly BatchQuestion[],
  freshFrom: number,
  until: number,
): CollectResult {
  let rest = questions;
  let fresh = 0;
  let failed = 0;
  let fault: string | null = null;
  while (rest.length > 0 && context.now() < until) {
    const step: GatherResult = gather(context, { questions: rest, freshFrom }, stepMs);
    fresh += step.fresh;
    failed += step.failed;
    fault ??= step.fault?.sentence ?? null;
    rest = step.rest;
    if (rest.length === 0) break;
    if (context.now() + step.waitMs >= until) break;
    context.sleep(step.waitMs);
  }
  return { fresh, failed, fault, rest };
}

/** Result of one part of a run: one sentence per fault, and whether work is left. */
interface StepResult {
  readonly faults: readonly string[];
  readonly open: boolean;
}

const noWork: StepResult = { faults: [], open: false };

/** Resumes the stored refresh or begins a new one. */
function refresh(context: ActionContext, until: number, isCurrent: () => boolean): StepResult {
  const { properties, t } = context;
  const { questions, freshFrom } = planRefresh(context);
  const refreshedFrom = context.connection.status()?.freshFrom ?? 0;
  const cursor = openCursor(properties.get(cursorName), refreshedFrom) ?? createCursor(freshFrom);
  const pending = listPending(questions, cursor);
  const result = collect(context, pending, cursor.freshFrom, until);
  if (!isCurrent()) return noWork;
  const next = advanceCursor(cursor, pending, result);
  const faults = result.fault === null ? [] : [t('run.answers', { sentence: result.fault })];
  const { length } = result.rest;
  if (length > 0) {
    properties.set(cursorName, JSON.stringify(next));
    const done = questions.length - length - next.failed;
    return { faults: faults.concat(t('run.rest', { done, total: questions.length })), open: true };
  }
  properties.remove(cursorName);
  const total = questions.length;
  const fresh = Math.max(0, total - next.failed);
  const finished = finishRefresh(context, { freshFrom: cursor.freshFrom, fresh, total });
  return { faults: faults.concat(finished.faults), open: false };
}

const hourMs = 3_600_000;

/** Records a day in the history, at least the figures in time. The rest follows in an hour of the same day. */
function recordDay(context: ActionContext, until: number, isCurrent: () => boolean): StepResult {
  const { t, now } = context;
  const { questions, freshFrom } = planTracking(context);
  const { fresh, rest } = collect(context, questions, freshFrom, until);
  if (!isCurrent()) return noWork;
  const isPartial = rest.length > 0;
  const { fault } = trackDay(context, { cachedOnly: isPartial });
  const isSameDay = toRecordDate(context, now()) === toRecordDate(context, now() + hourMs);
  const counts = { done: fresh, total: questions.length };
  const sentence = isPartial ? t(isSameDay ? 'run.rest' : 'run.dayOver', counts) : fault;
  return {
    faults: sentence === null ? [] : [t('run.history', { sentence })],
    open: isPartial && isSameDay,
  };
}

/** Runs failed formulas again at the plan's pace until `until`. */
function healFormulas(context: ActionContext, until: number): StepResult {
  restoreFormulas(context);
  for (let withComputed = true; ; withComputed = false) {
    const { left, waitMs, faults } = runFailed(context, { withComputed, ms: stepMs });
    if (left === 0 || context.now() + waitMs >= until) return { faults, open: false };
    context.sleep(waitMs);
  }
}

/** Runs one part; a failure does not stop the other part. */
function tryStep(
  { formatInstant }: ActionContext,
  part: () => StepResult,
  failed: (sentence: string) => string,
): StepResult {
  try {
    return part();
  } catch (thrown) {
    return { faults: [failed(toCellFault(thrown, 'sidebar', formatInstant).sentence)], open: false };
  }
}

/** Why a run cannot begin: another key is connected, whose plan is too small for the schedule; null if it can. */
function describeOtherPlan(context: ActionContext, { plan }: RefreshSchedule): string | null {
  const current = readCurrentSchedule(context);
  const sentence = current.plan === plan ? null : formatOverPlan(context, current);
  return sentence === null ? null : context.t('run.otherKey', { sentence });
}

/** Refreshes the file and records a day, or resumes what the last run left. */
function run(
  context: ActionContext,
  schedule: RefreshSchedule,
  heartbeat: Heartbeat,
  isCurrent: () => boolean,
): StepResult {
  const { properties, t, now } = context;
  const { tracking } = schedule;
  const until = now() + gatherMs;
  const rejected = tryStep(
    context,
    () => {
      const sentence = describeOtherPlan(context, schedule);
      if (sentence !== null) writeReportFaults(context, sentence);
      return { faults: sentence === null ? [] : [sentence], open: false };
    },
    (sentence) => sentence,
  );
  if (rejected.faults.length > 0) return rejected;
  const resumes = heartbeat.open;
  const sameDay = toRecordDate(context, heartbeat.begun) === toRecordDate(context, now());
  const records = tracking && (!resumes || sameDay);
  const refreshed =
    resumes && properties.get(cursorName) === null
      ? noWork
      : tryStep(
          context,
          () => {
            restoreFormulas(context);
            return refresh(context, records ? until - trackingMs : until, isCurrent);
          },
          (sentence) => {
            if (isCurrent()) writeReportFaults(context, sentence);
            return sentence;
          },
        );
  const recorded = records
    ? tryStep(
        context,
        () => recordDay(context, until, isCurrent),
        (sentence) => t('run.history', { sentence }),
      )
    : noWork;
  return { faults: refreshed.faults.concat(recorded.faults), open: refreshed.open || recorded.open };
}

/**
 * Mails the user a failed run, once until a run succeeds.
 * @returns why a mail could not be sent, as a fault of the run
 */
function alertUser(
  { mail, properties, workbook, t, now }: ActionContext,
  { alerts }: RefreshSchedule,
  faults: readonly string[],
): readonly string[] {
  if (faults.length === 0) properties.remove(alertName);
  if (!alerts || !mail.isAvailable || faults.length === 0 || properties.get(alertName) !== null) return [];
  const { title, url } = workbook.file();
  const lines = [
    t('alert.text', { file: title }),
    '',
    ...faults.map((fault) => `- ${fault}`),
    '',
    url,
    '',
    t('alert.end'),
  ];
  try {
    mail.sendToUser(t('alert.subject', { file: title }), redact(lines.join('\n')));
    properties.set(alertName, String(now()));
    return [];
  } catch (thrown) {
    return [t('alert.unsent', { sentence: toCellFault(thrown, 'sidebar').sentence })];
  }
}

/**
 * Runs the file's hourly trigger. If no run is due and none is unfinished, it only runs failed formulas again. A trigger that the schedule no
 * longer owns removes itself. Faults go to the sidebar and the reports; nothing is thrown. A run stops writing if its
 * schedule changes or ends.
 * @param trigger the id of the fired trigger
 */
export function runSchedule(context: ActionContext, trigger: string): void {
  const { triggers, properties, t, formatInstant } = context;
  const schedule = readStoredSchedule(context);
  if (schedule.pace === 'off' || schedule.trigger !== trigger) {
    triggers.remove([trigger]);
    return;
  }
  const at = context.now();
  const before = readStoredHeartbeat(context) ?? { at, begun: 0, open: false };
  const due = isDue(schedule, before.begun, at, formatInstant);
  const heartbeat: Heartbeat = due ? { at, begun: at, open: false } : { ...before, at };
  storeHeartbeat(context, heartbeat);
  const paused = context.connection.status()?.paused === true;
  if (!due && !before.open) {
    if (paused) return;
    const { faults } = tryStep(
      context,
      () => healFormulas(context, at + gatherMs),
      (sentence) => sentence,
    );
    if (faults.length > 0) storeRun(properties, { at, faults });
    return;
  }
  if (paused) {
    storeRun(properties, { at, faults: [t('pause.on')] });
    return;
  }
  const isCurrent = (): boolean => JSON.stringify(readStoredSchedule(context)) === JSON.stringify(schedule);
  const { faults, open } = run(context, schedule, heartbeat, isCurrent);
  if (!isCurrent()) return;
  storeHeartbeat(context, { ...heartbeat, open });
  const checked = open
    ? noWork
    : tryStep(
        context,
        () => ({ faults: checkFigureAlerts(context), open: false }),
        (sentence) => sentence,
      );
  const unsent = open ? [] : alertUser(context, schedule, faults);
  storeRun(properties, { at, faults: faults.concat(checked.faults, unsent) });
}
