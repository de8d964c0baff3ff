import { randomInt } from 'node:crypto';
import type { Clock } from '../clock/clock.ts';
import { ServiceFault, type TimeTrigger } from '../host-calls.ts';
import { limits } from '../limits.ts';
import { chooseSchedule, nextDue, type Schedule } from '../triggers/schedule.ts';

interface Kept {
  trigger: TimeTrigger;
  schedule: Schedule;
}

/** A trigger whose time has come. */
export interface DueTrigger {
  id: string;
  handler: string;
  due: number;
  timeZone: string;
}

/** The time-driven triggers that the script has asked for, each with the moment when it fires next. */
export class Triggers {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #timeZone: string;
  #kept: Kept[] = [];

  /** `timeZone`: the script's, for triggers that name none. */
  constructor(clock: Clock, random: () => number, timeZone: string) {
    this.#clock = clock;
    this.#random = random;
    this.#timeZone = timeZone;
  }

  create(handler: string, asked: TimeTrigger['schedule']): TimeTrigger {
    if (this.#kept.length >= limits.timeTriggers.value) {
      throw new ServiceFault(
        'This add-on has created too many time-based triggers in this document for this Google user account.',
      );
    }
    const now = this.#clock.now();
    const schedule = chooseSchedule(asked, String(asked.inTimezone ?? this.#timeZone), now, this.#random);
    const trigger = {
      id: String(randomInt(1e12)),
      handler,
      schedule: asked,
      due: nextDue(schedule, now) ?? now,
    };
    this.#kept.push({ trigger, schedule });
    return trigger;
  }

  list(): TimeTrigger[] {
    return structuredClone(this.#kept.map(({ trigger }) => trigger));
  }

  remove(id: string): null {
    this.#kept = this.#kept.filter(({ trigger }) => trigger.id !== id);
    return null;
  }

  clear(): void {
    this.#kept = [];
  }

  /** The earliest due moment, or null. */
  next(): number | null {
    const dues = this.#kept.map(({ trigger }) => trigger.due);
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /**
   * The trigger that is due first, if its time has come; it is due again after now, so that what was missed meanwhile
   * is not made up for.
   */
  takeDue(): DueTrigger | null {
    const now = this.#clock.now();
    const [first] = [...this.#kept].sort((a, b) => a.trigger.due - b.trigger.due);
    if (first === undefined || first.trigger.due > now) return null;
    const { trigger, schedule } = first;
    const taken = { id: trigger.id, handler: trigger.handler, due: trigger.due, timeZone: schedule.timeZone };
    const again = nextDue(schedule, Math.max(now, trigger.due));
    if (again === null) this.remove(trigger.id);
    else trigger.due = again;
    return taken;
  }
}
