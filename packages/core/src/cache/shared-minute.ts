import type { CacheEntry } from '../exchange/effect.ts';
import { onResponse, onSend, type Pacer, startingPacer } from '../quota/pacer.ts';
import type { Session } from '../request/session.ts';
import { type MinuteEntry, type Slots, type StatedEntry, toCacheEntry } from './entry.ts';

/** Most requests of all executions before the first answer states how many remain. */
const maxUnanswered = 5;

/** Longer than a minute window and a clock's error, milliseconds. Entries written together have one lifetime. */
export const minuteLifeMs = 120_000;

/**
 * The key's minute window as all executions use it: their grants and what the last answer stated. Requests count as in
 * flight until one of them ends, since no execution knows those of the others.
 */
export function readSharedPacer(
  session: Session,
  minute: MinuteEntry | null,
  stated: StatedEntry | null,
): Pacer {
  const pacer = minute?.pacer ?? { ...startingPacer(session.pacer.limit), maxInFlight: maxUnanswered };
  if (stated === null) return pacer;
  const { minute: state, sentAt, at } = stated;
  if (sentAt < pacer.since) {
    const late = { ...pacer, limit: state?.limit || pacer.limit };
    return at < pacer.since ? late : { ...late, inFlight: 0, carriedOver: 0 };
  }
  if (state === null) return { ...pacer, inFlight: 0, carriedOver: 0 };
  const updated = onResponse({ ...pacer, inFlight: pacer.inFlight + 1 }, state, sentAt, at);
  return updated.answered ? { ...updated, inFlight: 0, carriedOver: 0 } : updated;
}

/** The minute of all executions: its window and the claims that have not expired. */
export type SharedMinute = Pick<MinuteEntry, 'pacer' | 'claims'>;

/** The cache entry that grants one more request, with its claim if the lock is held. */
export function grantRequest(
  slots: Slots,
  { pacer, claims }: SharedMinute,
  at: number,
  claim: MinuteEntry['claims'] = {},
): CacheEntry {
  const entry: MinuteEntry = {
    kind: 'minute',
    pacer: onSend(pacer, at),
    claims: { ...claims, ...claim },
    until: at + minuteLifeMs,
  };
  return toCacheEntry(slots.minute, entry, minuteLifeMs);
}

/**
 * The cache entry that ends a grant from `grantedAt`: the last statement since then. A request that was never sent has none;
 * without an entry it would count as in flight.
 */
export function endRequest({ host, stated }: Session, slots: Slots, grantedAt: number): CacheEntry {
  const at = host.now();
  const last = stated !== null && stated.at >= grantedAt ? stated : { minute: null, sentAt: grantedAt, at };
  const entry: StatedEntry = { kind: 'stated', ...last, until: at + minuteLifeMs };
  return toCacheEntry(slots.stated, entry, minuteLifeMs);
}
