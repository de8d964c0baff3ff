import { ScriptError } from '../protocol/errors.ts';
import { toWallTime } from '../spreadsheet/locale.ts';
import type { HostClock } from './clock.ts';
import type { GoogleAccounts } from './quotas.ts';
import type { DueTrigger, Triggers } from './triggers.ts';

/** The event object of a time-driven trigger (guides/triggers/events), in the trigger's zone. */
function createClockEvent(
  triggerUid: string,
  instant: number,
  timeZone: string,
): { [field: string]: unknown } {
  const local = new Date(toWallTime(instant, timeZone));
  const weekDay = local.getUTCDay() === 0 ? 7 : local.getUTCDay();
  return {
    authMode: 'FULL',
    'day-of-month': local.getUTCDate(),
    'day-of-week': weekDay,
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    month: local.getUTCMonth() + 1,
    second: local.getUTCSeconds(),
    timezone: timeZone,
    triggerUid,
    'week-of-year': isoWeekNumber(local),
    year: local.getUTCFullYear(),
  };
}

function isoWeekNumber(local: Date): number {
  const thursday = new Date(local);
  thursday.setUTCDate(local.getUTCDate() + 4 - (local.getUTCDay() || 7));
  const yearStart = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return Math.ceil(((thursday.getTime() - yearStart) / 86_400_000 + 1) / 7);
}

/** One run of a time-driven trigger. Google sends no mail if an add-on's trigger fails. */
export interface TriggerRun {
  triggerId: string;
  handler: string;
  /** Scheduled and actual start, in epoch milliseconds. */
  due: number;
  startedAt: number;
  /** The error message; null = none. */
  failure: string | null;
}

/** Runs due triggers in sequence, in order of their time. */
export class TriggerRunner {
  readonly runs: TriggerRun[] = [];
  readonly #triggers: Triggers;
  readonly #accounts: GoogleAccounts;
  readonly #clock: HostClock;
  readonly #run: (due: DueTrigger, event: object) => Promise<unknown>;

  /** `run` calls a function as the trigger's creator, in FULL. */
  constructor(
    triggers: Triggers,
    accounts: GoogleAccounts,
    clock: HostClock,
    run: (due: DueTrigger, event: object) => Promise<unknown>,
  ) {
    this.#triggers = triggers;
    this.#accounts = accounts;
    this.#clock = clock;
    this.#run = run;
  }

  async fireDue(): Promise<TriggerRun[]> {
    const before = this.runs.length;
    for (let due = this.#triggers.takeDue(); due !== null; due = this.#triggers.takeDue())
      if (!this.#accounts.isDeleted(due.user)) await this.#fire(due);
    return this.runs.slice(before);
  }

  /** Moves the clock to `epochMilliseconds` and runs each trigger at its own time. */
  async advance(epochMilliseconds: number): Promise<TriggerRun[]> {
    const before = this.runs.length;
    const moveTo = this.#clock.moveTo?.bind(this.#clock);
    if (moveTo === undefined) {
      const message =
        'host.advance needs a clock that can be moved: start the host with clock: steppedClock(…).';
      throw new ScriptError({ kind: 'load', message });
    }
    for (
      let next = this.#triggers.nextDue();
      next !== null && next <= epochMilliseconds;
      next = this.#triggers.nextDue()
    ) {
      moveTo(next);
      await this.fireDue();
    }
    moveTo(epochMilliseconds);
    return this.runs.slice(before);
  }

  async #fire(trigger: DueTrigger): Promise<void> {
    const { id, handler, due, timeZone, user } = trigger;
    const startedAt = this.#clock.now();
    const quotas = this.#accounts.quotas(user);
    const failure =
      quotas.triggerTimeError(startedAt) ??
      (await this.#failureOf(trigger, createClockEvent(id, startedAt, timeZone)));
    const endedAt = this.#clock.now();
    quotas.add({ triggerTime: endedAt - startedAt }, endedAt);
    this.runs.push({ triggerId: id, handler, due, startedAt, failure });
  }

  async #failureOf(trigger: DueTrigger, event: object): Promise<string | null> {
    try {
      await this.#run(trigger, event);
      return null;
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      return error.message;
    }
  }
}
