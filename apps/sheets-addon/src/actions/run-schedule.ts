import { faultOf } from '../cells/fault-text.ts';
import { type Beat, isDue } from '../schedule/beat.ts';
import { newRound, openRound, roundAfter, roundName, toReach } from '../schedule/round.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { finishRefresh } from './finish-refresh.ts';
import { restoreFormulas } from './formula-journal.ts';
import { type Gathered, gather } from './gather.ts';
import { storeRun } from './last-run.ts';
import type { Office } from './office.ts';
import { planRefresh } from './plan-refresh.ts';
import type { Question } from './questions.ts';
import { currentSchedule, storeBeat, storedBeat, storedSchedule } from './schedule-trigger.ts';
import { overPlan } from './set-schedule.ts';
import { dateOf, planTracking, track } from './track.ts';
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
function refresh(office: Office, until: number, standing: () => boolean): Done {
  const { drawer, say } = office;
  const { questions, freshFrom } = planRefresh(office);
  const refreshedFrom = office.connection.status()?.freshFrom ?? 0;
  const round = openRound(drawer.get(roundName), refreshedFrom) ?? newRound(freshFrom);
  const asked = toReach(questions, round);
  const collected = collect(office, asked, round.freshFrom, until);
  if (!standing()) return nothing;
  const after = roundAfter(round, asked, collected);
  const faults = collected.fault === null ? [] : [say('run.answers', { sentence: collected.fault })];
  const { length } = collected.rest;
  if (length > 0) {
    drawer.set(roundName, JSON.stringify(after));
    const done = questions.length - length - after.failed;
    return { faults: faults.concat(say('run.rest', { done, total: questions.length })), open: true };
  }
  drawer.remove(roundName);
  const total = questions.length;
  const fresh = Math.max(0, total - after.failed);
  const finished = finishRefresh(office, { freshFrom: round.freshFrom, fresh, total });
  return { faults: faults.concat(finished.faults), open: false };
}

const hourMs = 3_600_000;

/** Records a day in the history, or of it what came in time. What is left goes on in an hour, if that is still the same day. */
function record(office: Office, until: number, standing: () => boolean): Done {
  const { say, now } = office;
  const { questions, freshFrom } = planTracking(office);
  const { fresh, rest } = collect(office, questions, freshFrom, until);
  if (!standing()) return nothing;
  const short = rest.length > 0;
  const { fault } = track(office, { keptOnly: short });
  const lasts = dateOf(office, now()) === dateOf(office, now() + hourMs);
  const counts = { done: fresh, total: questions.length };
  const sentence = short ? say(lasts ? 'run.rest' : 'run.dayOver', counts) : fault;
  return { faults: sentence === null ? [] : [say('run.history', { sentence })], open: short && lasts };
}

/** Does a part of a run; where that fails the other part is done all the same. */
function attempt(part: () => Done, failed: (sentence: string) => string): Done {
  try {
    return part();
  } catch (thrown) {
    return { faults: [failed(faultOf(thrown, 'sidebar').sentence)], open: false };
  }
}

/** Why a run does not begin: another key was connected, whose plan has no room for the schedule; null where it begins. */
function otherPlan(office: Office, { plan }: Schedule): string | null {
  const current = currentSchedule(office);
  const sentence = current.plan === plan ? null : overPlan(office, current);
  return sentence === null ? null : office.say('run.otherKey', { sentence });
}

/** Refreshes the file and records a day; a run that goes on does what the one before it left. */
function run(office: Office, schedule: Schedule, beat: Beat, standing: () => boolean): Done {
  const { drawer, say, now } = office;
  const { tracking } = schedule;
  const until = now() + gatherMs;
  const refused = attempt(
    () => {
      const sentence = otherPlan(office, schedule);
      if (sentence !== null) tellReports(office, sentence);
      return { faults: sentence === null ? [] : [sentence], open: false };
    },
    (sentence) => sentence,
  );
  if (refused.faults.length > 0) return refused;
  const goesOn = beat.open;
  const sameDay = dateOf(office, beat.begun) === dateOf(office, now());
  const records = tracking && (!goesOn || sameDay);
  const refreshed =
    goesOn && drawer.get(roundName) === null
      ? nothing
      : attempt(
          () => {
            restoreFormulas(office);
            return refresh(office, records ? until - trackingMs : until, standing);
          },
          (sentence) => {
            if (standing()) tellReports(office, sentence);
            return sentence;
          },
        );
  const recorded = records
    ? attempt(
        () => record(office, until, standing),
        (sentence) => say('run.history', { sentence }),
      )
    : nothing;
  return { faults: refreshed.faults.concat(recorded.faults), open: refreshed.open || recorded.open };
}

/**
 * What the one trigger of the file does each hour: nothing where no run is due and none goes on. A trigger that is no longer
 * the schedule's ends itself. What goes wrong is told in the sidebar and on the reports; nothing is thrown for it. Where the
 * schedule is changed or ended while a run is under way, the run writes no more of itself.
 * @param trigger the id of the trigger that fired
 */
export function runSchedule(office: Office, trigger: string): void {
  const { alarm, drawer, say, shown } = office;
  const schedule = storedSchedule(office);
  if (schedule.pace === 'off' || schedule.trigger !== trigger) {
    alarm.clear([trigger]);
    return;
  }
  const at = office.now();
  const before = storedBeat(office) ?? { at, begun: 0, open: false };
  const due = isDue(schedule, before.begun, at, shown);
  const beat: Beat = due ? { at, begun: at, open: false } : { ...before, at };
  storeBeat(office, beat);
  if (!due && !before.open) return;
  if (office.connection.status()?.paused === true) {
    storeRun(drawer, { at, faults: [say('pause.on')] });
    return;
  }
  const standing = (): boolean => JSON.stringify(storedSchedule(office)) === JSON.stringify(schedule);
  const { faults, open } = run(office, schedule, beat, standing);
  if (!standing()) return;
  storeBeat(office, { ...beat, open });
  storeRun(drawer, { at, faults });
}
