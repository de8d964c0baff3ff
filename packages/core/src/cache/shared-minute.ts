import { type Exchange, now } from '../exchange/effect.ts';
import { onResponse, onSend, type Pacer, startingPacer } from '../quota/pacer.ts';
import type { Session } from '../request/session.ts';
import { type MinuteEntry, parseMinuteEntry, type Slots, type StatedEntry, toCacheEntry } from './entry.ts';

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
  minuteText: string | null,
  statedText: string | null,
  nowMs: number,
): Pacer {
  const pacer = parseMinuteEntry('minute', minuteText, nowMs)?.pacer ?? {
    ...startingPacer(session.pacer.limit),
    maxInFlight: maxUnanswered,
  };
  const stated = parseMinuteEntry('stated', statedText, nowMs);
  if (stated === null) return pacer;
  const { minute, sentAt, at } = stated;
  if (sentAt < pacer.since) {
    const late = { ...pacer, limit: minute?.limit || pacer.limit };
    return at < pacer.since ? late : { ...late, inFlight: 0, carriedOver: 0 };
  }
  if (minute === null) return { ...pacer, inFlight: 0, carriedOver: 0 };
  const updated = onResponse({ ...pacer, inFlight: pacer.inFlight + 1 }, minute, sentAt, at);
  return updated.answered ? { ...updated, inFlight: 0, carriedOver: 0 } : updated;
}

/** The cache entry that grants one more request. */
export function* grantRequest(slots: Slots, pacer: Pacer): Exchange<ReturnType<typeof toCacheEntry>> {
  const at = yield* now();
  const entry: MinuteEntry = { kind: 'minute', pacer: onSend(pacer, at), until: at + minuteLifeMs };
  return toCacheEntry(slots.minute, entry, minuteLifeMs);
}

/**
 * The cache entry that ends a grant from `grantedAt`: the last statement since then. A request that was never sent has none;
 * without an entry it would count as in flight.
 */
export function* endRequest(
  { stated }: Session,
  slots: Slots,
  grantedAt: number,
): Exchange<ReturnType<typeof toCacheEntry>> {
  const at = yield* now();
  const last = stated !== null && stated.at >= grantedAt ? stated : { minute: null, sentAt: grantedAt, at };
  const entry: StatedEntry = { kind: 'stated', ...last, until: at + minuteLifeMs };
  return toCacheEntry(slots.stated, entry, minuteLifeMs);
}
