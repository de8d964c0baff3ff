import { cachePut, type Effect, type Exchange, now } from '../exchange/effect.ts';
import { type Slot, toCacheEntry } from './entry.ts';

/** How long a claim outlives what its owner is doing: time enough to write the answer. */
const graceMs = 5_000;

/** How long a claim is good for whose owner is busy for this long, milliseconds. */
export function claimLifeMs(busyMs: number): number {
  return busyMs + graceMs;
}

/** A claim on a question. */
export interface Claim {
  readonly slot: Slot;
  readonly owner: string;
}

/**
 * Runs an exchange and renews its owner's claim before each request and each wait that would outlive it. So a claim need
 * not last for as long as its owner may take, and one whose owner died is taken over soon.
 * @param sendMs the longest that a request takes
 * @param until when the claim runs out, milliseconds since the epoch
 */
export function* withClaim<T>(
  { slot, owner }: Claim,
  sendMs: number,
  until: number,
  work: Exchange<T>,
): Exchange<T> {
  const busyMs = (effect: Effect): number =>
    effect.type === 'send' ? sendMs : effect.type === 'wait' ? effect.ms : 0;
  let expiresAt = until;
  let step = work.next();
  while (!step.done) {
    const busy = busyMs(step.value);
    if (busy > 0) {
      const at = yield* now();
      if (at + busy > expiresAt) {
        const lifeMs = claimLifeMs(busy);
        expiresAt = at + lifeMs;
        yield* cachePut([toCacheEntry(slot, { kind: 'claim', owner, until: expiresAt }, lifeMs)]);
      }
    }
    let result: unknown;
    try {
      result = yield step.value;
    } catch (thrown) {
      step = work.throw(thrown);
      continue;
    }
    step = work.next(result);
  }
  return step.value;
}
