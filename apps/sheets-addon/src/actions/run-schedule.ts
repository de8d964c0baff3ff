import { faultOf } from '../cells/fault-text.ts';
import { newRound, openRound, roundAfter, roundName, toReach } from '../schedule/round.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { finishRefresh } from './finish-refresh.ts';
import { restoreFormulas } from './formula-journal.ts';
import { type Gathered, gather } from './gather.ts';
import { storeRun } from './last-run.ts';
import type { Office } from './office.ts';
import { planRefresh } from './plan-refresh.ts';
import type { Question } from './questions.ts';
import { goOnSoon, storedSchedule } from './schedule-trigger.ts';
import { planTracking, track } from './track.ts';
import { tellReports } from './update-reports.ts';

/** A trigger's execution has six minutes (Google: guides/services/quotas); gathering leaves time to write. */
const gatherMs = 270_000;
/** What tracking has of it, so that a refresh of many questions leaves the history its time. */
const trackingMs = 90_000;
const stepMs = 40_000;

interface Collected {
  readonly fresh: number;
  readonly failed: number;
  readonly fault: string | null;
  readonly rest: readonly Question[];
}

/** Asks all questions at the pace of the plan, waiting where a minute is used up, until `until`. */
function collect(
  office: Office,
  questions: readonly Question[],
  freshFrom: number,
  until: number,
): Collected {
  let rest = questions;
  let fresh = 0;
  let failed = 0;
  let fault: string | null = null;
  while (rest.length > 0 && office.now() < until) {
    const step: Gathered = gather(office, { questions: rest, freshFrom }, stepMs);
    fresh += step.fresh;
    failed += step.failed;
    fault ??= step.fault?.sentence ?? null;
    rest = step.rest;
    if (rest.length === 0) break;
    if (office.now() + step.waitMs >= until) break;
    office.sleep(step.waitMs);
  }
  return { fresh, failed, fault, rest };
}

/** What a part of a run did: what went wrong, one sentence each, and whether something is left to do. */
interface Done {
  readonly faults: readonly string[];
  readonly open: boolean;
}

const nothing: Done = { faults: [], open: false };

/** Goes on with the round that stands, or begins one. */
function refresh(office: Office, until: number): Done {
  const { drawer, say } = office;
  const { questions, freshFrom } = planRefresh(office);
  const refreshedFrom = office.connection.status()?.freshFrom ?? 0;
  const round = openRound(drawer.get(roundName), refreshedFrom) ?? newRound(freshFrom);
  const asked = toReach(questions, round);
  const collected = collect(office, asked, round.freshFrom, until);
  const after = roundAfter(round, asked, collected);
  const faults = collected.fault === null ? [] : [say('run.answers', { sentence: collected.fault })];
  const { length } = collected.rest;
  if (length > 0) {
    drawer.set(roundName, JSON.stringify(after));
    const done = questions.length - length - after.failed;
    return { faults: faults.concat(say('run.rest', { done, total: questions.length })), open: true };
  }
  drawer.remove(roundName);
  const whole = after.failed === 0 && questions.length > 0;
  const finished = finishRefresh(office, { freshFrom: round.freshFrom, whole });
  return { faults: faults.concat(finished.faults), open: false };
}

/** Records a day in the history, or of it what came in time. */
function record(office: Office, until: number): Done {
  const { say } = office;
  const { questions, freshFrom } = planTracking(office);
  const { fresh, rest } = collect(office, questions, freshFrom, until);
  const open = rest.length > 0;
  const { fault } = track(office, { keptOnly: open });
  const sentence = open ? say('run.rest', { done: fresh, total: questions.length }) : fault;
  return { faults: sentence === null ? [] : [say('run.history', { sentence })], open };
}

/** Refreshes the file and records a day. A run that goes on with an earlier one refreshes only what that left. */
function run(office: Office, { tracking, soon }: Schedule): Done {
  const until = office.now() + gatherMs;
  restoreFormulas(office);
  const refreshed =
    soon && office.drawer.get(roundName) === null
      ? nothing
      : refresh(office, tracking ? until - trackingMs : until);
  const recorded = tracking ? record(office, until) : nothing;
  return { faults: refreshed.faults.concat(recorded.faults), open: refreshed.open || recorded.open };
}

/**
 * What the one trigger of the file does. A trigger that is no longer the schedule's ends itself. What goes wrong is told in
 * the sidebar and on the reports; nothing is thrown for it.
 * @param trigger the id of the trigger that fired
 */
export function runSchedule(office: Office, trigger: string): void {
  const schedule = storedSchedule(office);
  if (schedule.pace === 'off' || schedule.trigger !== trigger) {
    office.alarm.clear([trigger]);
    return;
  }
  const at = office.now();
  const state = office.connection.status();
  const sentenceOf = (thrown: unknown): string => faultOf(thrown, 'sidebar').sentence;
  let done: Done;
  try {
    done = state?.paused === true ? { faults: [office.say('pause.on')], open: false } : run(office, schedule);
  } catch (thrown) {
    done = { faults: [sentenceOf(thrown)], open: false };
    tellReports(office, sentenceOf(thrown));
  }
  try {
    goOnSoon(office, schedule, done.open);
  } catch (thrown) {
    done = { ...done, faults: done.faults.concat(sentenceOf(thrown)) };
  }
  storeRun(office.drawer, { at, faults: done.faults });
}
