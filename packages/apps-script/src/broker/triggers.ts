import { randomInt } from 'node:crypto';
import { ServiceFault, type TimeTrigger } from '../host-calls.ts';
import { limits } from '../limits.ts';

/** Time-driven triggers the script has asked for. They are kept, not fired: whoever holds the host runs the handler. */
export class Triggers {
  #triggers: TimeTrigger[] = [];

  create(handler: string, schedule: TimeTrigger['schedule']): TimeTrigger {
    if (this.#triggers.length >= limits.timeTriggers.value) {
      throw new ServiceFault(
        'This add-on has created too many time-based triggers in this document for this Google user account.',
      );
    }
    const trigger = { id: String(randomInt(1e12)), handler, schedule };
    this.#triggers.push(trigger);
    return trigger;
  }

  list(): TimeTrigger[] {
    return structuredClone(this.#triggers);
  }

  remove(id: string): null {
    this.#triggers = this.#triggers.filter((trigger) => trigger.id !== id);
    return null;
  }
}
