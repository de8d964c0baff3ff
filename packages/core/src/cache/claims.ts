import { acquire, cachePut, type Effect, type Exchange, release, wait } from '../exchange/effect.ts';
import { applyEvent, type Session } from '../request/session.ts';
import { type Slot, type Slots, toCacheEntry } from './entry.ts';
import { isClaimable, type Lookup, lookup } from './lookup.ts';
import { grantRequest, minuteLifeMs } from './shared-minute.ts';

/** How long a claim outlives a request or wait: time enough to write the answer. */
const graceMs = 5_000;

/** Lifetime of a claim whose owner is busy for `busyMs`, milliseconds. */
function claimLifeMs(busyMs: number): number {
  return busyMs + graceMs;
}

interface Claim {
  readonly slot: Slot;
  readonly owner: string;
  /** Its expiry, milliseconds since the epoch. */
  readonly until: number;
}

/** The first wait for the lock, and the limit of all waits, milliseconds. Thirty claims in a row take up to 8 s. */
const firstLockWaitMs = 200;
export const lockWaitMs = 12_000;

/** Longer than writing a claim takes, milliseconds. */
const claimSettleMs = 1_000;

/**
 * Waits for the lock with growing timeouts and looks up the cache between them. Another execution that has claimed the query
 * makes the lock unnecessary. The first lookup is consistent, because a cached answer makes it unnecessary too.
 * @returns null with the lock acquired; else the last lookup
 */
function* waitForClaim(session: Session, slots: Slots): Exchange<Lookup | null> {
  let found: Lookup | null = null;
  let waited = 0;
  for (let waitMs = firstLockWaitMs; waited < lockWaitMs; waitMs *= 2) {
    const timeoutMs = Math.min(waitMs, lockWaitMs - waited);
    if (yield* acquire(timeoutMs)) return null;
    waited += timeoutMs;
    found = yield* lookup(session, slots, found === null);
    if (!isClaimable(found)) break;
  }
  return found;
}

/** A lookup and the expiry of the own claim; null without a claim. */
interface Claimed {
  readonly found: Lookup;
  readonly until: number | null;
}

/**
 * Claims the query unless another execution has or the minute is used up. Under the lock the claim is a part of the minute's
 * entry. Without the lock it is an entry of its own, and the last written claim wins: each execution waits until all are
 * written (Fischer's algorithm: Lamport, "A Fast Mutual Exclusion Algorithm", 1987).
 */
export function* claim(session: Session, slots: Slots, owner: string): Exchange<Claimed> {
  const before = yield* waitForClaim(session, slots);
  if (before === null) {
    try {
      const sight = yield* lookup(session, slots, true);
      if (!isClaimable(sight)) return { found: sight, until: null };
      const at = session.host.now();
      const until = at + claimLifeMs(session.timeoutMs);
      yield* cachePut([grantRequest(slots, sight.minute, at, { [slots.answer.key]: { at, until } })]);
      applyEvent(session, { type: 'claimed' });
      return { found: sight, until };
    } finally {
      yield* release();
    }
  }
  if (!isClaimable(before)) return { found: before, until: null };
  const at = session.host.now();
  const until = at + claimLifeMs(session.timeoutMs);
  yield* cachePut([
    toCacheEntry(slots.state, { kind: 'claim', owner, at, until }, minuteLifeMs),
    grantRequest(slots, before.minute, at),
  ]);
  yield* wait(claimSettleMs);
  const sight = yield* lookup(session, slots, true);
  const { state, fresh } = sight;
  const own = state === null || (state.kind === 'claim' && state.owner === owner);
  return { found: sight, until: own && !fresh ? until : null };
}

/**
 * Runs an exchange and renews its claim before each request or wait that would outlive it. So claims can be short, and the
 * claim of a crashed owner expires soon.
 */
export function* withClaim<T>(
  session: Session,
  { slot, owner, until }: Claim,
  work: Exchange<T>,
): Exchange<T> {
  const busyMs = (effect: Effect): number =>
    effect.type === 'send' ? session.timeoutMs : effect.type === 'wait' ? effect.ms : 0;
  let expiresAt = until;
  let step = work.next();
  while (!step.done) {
    const busy = busyMs(step.value);
    if (busy > 0) {
      const at = session.host.now();
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
