import { faultOf } from '../cells/fault-text.ts';
import { finishRefresh } from './finish-refresh.ts';
import { type Gathered, gather } from './gather.ts';
import { storeRun } from './last-run.ts';
import type { Office } from './office.ts';
import { planRefresh } from './plan-refresh.ts';
import type { Question } from './questions.ts';
import { restoreFormulas } from './run-again.ts';
import { storedSchedule } from './set-schedule.ts';
import { planTracking, track } from './track.ts';
import { tellReports } from './update-reports.ts';

/** A trigger's execution has six minutes (Google: guides/services/quotas); gathering leaves time to write. */
const gatherMs = 270_000;
const stepMs = 40_000;

/** Where a refresh stands that did not come to its end; it goes on at the next run. */
const roundName = 'answershare.round';

interface Round {
  /** When it began, milliseconds since the epoch. */
  readonly freshFrom: number;
  /** The question that comes next: those at the end would else never be reached. */
  readonly next: number;
}

const turned = <T>(all: readonly T[], first: number): readonly T[] =>
  all.slice(first).concat(all.slice(0, first));

interface Collected {
  readonly fresh: number;
  readonly failed: number;
  readonly fault: string | null;
  readonly rest: number;
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
  return { fresh, failed, fault, rest: rest.length };
}

/** Refreshes the file and records a day. @returns what went wrong, one sentence each */
function run(office: Office, tracking: boolean): readonly string[] {
  const { drawer, say } = office;
  const faults: string[] = [];
  const until = office.now() + gatherMs;
  restoreFormulas(office);
  const plan = planRefresh(office);
  const { questions } = plan;
  const stored = drawer.get(roundName);
  const round = stored === null ? { freshFrom: plan.freshFrom, next: 0 } : (JSON.parse(stored) as Round);
  const { freshFrom } = round;
  const first = round.next % Math.max(1, questions.length);
  const refreshed = collect(office, turned(questions, first), freshFrom, until);
  if (refreshed.fault !== null) faults.push(say('run.answers', { sentence: refreshed.fault }));
  if (refreshed.rest > 0) {
    faults.push(say('run.rest', { done: refreshed.fresh, total: questions.length }));
    const next: Round = { freshFrom, next: first + questions.length - refreshed.rest };
    drawer.set(roundName, JSON.stringify(next));
  } else {
    drawer.remove(roundName);
    const whole = refreshed.failed === 0 && questions.length > 0;
    faults.push(...finishRefresh(office, { freshFrom, whole }).faults);
  }
  if (tracking) {
    const day = planTracking(office);
    const recorded = collect(office, day.questions, day.freshFrom, until);
    if (recorded.rest > 0) {
      faults.push(
        say('run.history', {
          sentence: say('run.rest', { done: recorded.fresh, total: day.questions.length }),
        }),
      );
    } else {
      const { fault } = track(office);
      if (fault !== null) faults.push(say('run.history', { sentence: fault }));
    }
  }
  return faults;
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
  if (state?.paused === true) {
    storeRun(office.drawer, { at, faults: [office.say('pause.on')] });
    return;
  }
  try {
    storeRun(office.drawer, { at, faults: run(office, schedule.tracking) });
  } catch (thrown) {
    const { sentence } = faultOf(thrown, 'sidebar');
    storeRun(office.drawer, { at, faults: [sentence] });
    tellReports(office, sentence);
  }
}
