import type { Quotas } from '../broker/quotas.ts';
import type { DueTrigger, Triggers } from '../broker/triggers.ts';
import type { Clock } from '../clock/clock.ts';
import { ScriptError } from '../script-error.ts';
import { clockEvent } from './clock-event.ts';

/** One firing of a time-driven trigger. Google sends no mail about a failure of an add-on's trigger. */
export interface TriggerRun {
  triggerId: string;
  handler: string;
  /** When it was due and when it began, in epoch milliseconds. */
  due: number;
  startedAt: number;
  /** Why it failed, or null. */
  failure: string | null;
}

/** Fires what is due, the earliest first, one after the other. */
export class Firing {
  readonly runs: TriggerRun[] = [];
  readonly #triggers: Triggers;
  readonly #quotas: Quotas;
  readonly #clock: Clock;
  readonly #run: (handler: string, event: object) => Promise<unknown>;

  /** `run` runs a function as the trigger's creator, in FULL. */
  constructor(
    triggers: Triggers,
    quotas: Quotas,
    clock: Clock,
    run: (handler: string, event: object) => Promise<unknown>,
  ) {
    this.#triggers = triggers;
    this.#quotas = quotas;
    this.#clock = clock;
    this.#run = run;
  }

  async fireDue(): Promise<TriggerRun[]> {
    const before = this.runs.length;
    for (let due = this.#triggers.takeDue(); due !== null; due = this.#triggers.takeDue())
      await this.#fire(due);
    return this.runs.slice(before);
  }

  /** Moves the clock to `epochMilliseconds` and fires each trigger on the way at its moment. */
  async advance(epochMilliseconds: number): Promise<TriggerRun[]> {
    const before = this.runs.length;
    const moveTo = this.#clock.moveTo?.bind(this.#clock);
    if (moveTo === undefined) {
      const message =
        'host.advance needs a clock that can be moved: start the host with clock: steppedClock(…).';
      throw new ScriptError({ kind: 'load', message });
    }
    for (
      let next = this.#triggers.next();
      next !== null && next <= epochMilliseconds;
      next = this.#triggers.next()
    ) {
      moveTo(next);
      await this.fireDue();
    }
    moveTo(epochMilliseconds);
    return this.runs.slice(before);
  }

  async #fire({ id, handler, due, timeZone }: DueTrigger): Promise<void> {
    const startedAt = this.#clock.now();
    const failure =
      this.#quotas.triggerRefusal() ?? (await this.#failureOf(handler, clockEvent(id, startedAt, timeZone)));
    this.#quotas.add({ triggerTime: this.#clock.now() - startedAt });
    this.runs.push({ triggerId: id, handler, due, startedAt, failure });
  }

  async #failureOf(handler: string, event: object): Promise<string | null> {
    try {
      await this.#run(handler, event);
      return null;
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      return error.message;
    }
  }
}
