import { cachePut, type Effect, type Exchange, now } from '../exchange/effect.ts';
import { type Slot, toCacheEntry } from './entry.ts';

/** How long a claim outlives a request or wait: time enough to write the answer. */
const graceMs = 5_000;

/** Lifetime of a claim whose owner is busy for `busyMs`, milliseconds. */
export function claimLifeMs(busyMs: number): number {
  return busyMs + graceMs;
}

export interface Claim {
  readonly slot: Slot;
  readonly owner: string;
}

/**
 * Runs an exchange and renews its claim before each request or wait that would outlive it. So claims can be short, and the
 * claim of a crashed owner expires soon.
 * @param sendMs longest duration of a request
 * @param until expiry of the claim, milliseconds since the epoch
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
        yield* cachePut([toCacheEntry(slot, { kind: 'claim', owner, at, until: expiresAt }, lifeMs)]);
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
