import { cacheGet, type Exchange } from '../exchange/effect.ts';
import { computeDelay } from '../quota/pacer.ts';
import type { Session } from '../request/session.ts';
import { maxOf } from '../resources/min-max.ts';
import {
  type AnswerEntry,
  type ClaimEntry,
  type FaultEntry,
  type MinuteEntry,
  parseAnswerEntry,
  parseMinuteEntry,
  parseStateEntry,
  type Slots,
} from './entry.ts';
import { readSharedPacer, type SharedMinute } from './shared-minute.ts';
import { isExpired } from './staleness.ts';

/** The cached state of a query. */
export interface Lookup {
  /** Fresh or stale. */
  readonly answer: AnswerEntry | null;
  /** A later answer that no recipe could read, while fresh. */
  readonly unread: AnswerEntry | null;
  /** True if the unread answer is too recent to fetch again. */
  readonly isRecent: boolean;
  readonly fresh: boolean;
  readonly state: FaultEntry | ClaimEntry | null;
  /** Server faults of the endpoint without an answer between. */
  readonly streak: number;
  /** True if the read was consistent, so a missing entry exists in no cache tier. */
  readonly consistent: boolean;
  readonly minute: SharedMinute;
  /** Milliseconds until the minute's window allows another request; 0 if it does now. */
  readonly delayMs: number;
}

/** An unreadable answer is fetched again after this time, because its shape may be a glitch; milliseconds. */
const unreadLifeMs = 600_000;

function omitExpired(claims: MinuteEntry['claims'], at: number, { ended }: Session): MinuteEntry['claims'] {
  return Object.fromEntries(
    Object.entries(claims).filter(([key, { until }]) => at < until && ended[key] !== until),
  );
}

/**
 * Reads the cached state of a query, consistently or from the fastest tier. A claim of the minute ends with a later answer or
 * a later state of the query's own.
 */
export function* lookup(session: Session, slots: Slots, consistent: boolean): Exchange<Lookup> {
  const places = [
    slots.answer,
    slots.unread,
    slots.key,
    slots.endpoint,
    slots.state,
    slots.minute,
    slots.stated,
  ];
  const kept = yield* cacheGet(
    places.map((slot) => slot.key),
    consistent,
  );
  const at = session.host.now();
  const isFresh = (entry: AnswerEntry | null): entry is AnswerEntry =>
    entry !== null && at < entry.until && entry.answer.fetchedAt >= session.freshFrom;
  const read = parseAnswerEntry(slots.answer.about, kept[0] ?? null);
  const answer = read !== null && read.readAt >= slots.validFrom ? read : null;
  // A fresh answer is used whatever the other entries state.
  if (isFresh(answer)) {
    const minute = { pacer: session.pacer, claims: {} };
    return {
      answer,
      fresh: true,
      unread: null,
      isRecent: false,
      state: null,
      streak: 0,
      consistent,
      minute,
      delayMs: 0,
    };
  }
  const unreadable = parseAnswerEntry(slots.unread.about, kept[1] ?? null);
  const unread = unreadable !== null && unreadable.answer.fetchedAt >= slots.unreadFrom ? unreadable : null;
  const [block, endpointBlock, own] = [slots.key, slots.endpoint, slots.state].map((slot, index) =>
    parseStateEntry(slot.about, kept[index + 2] ?? null),
  );
  const minute = parseMinuteEntry('minute', kept[5] ?? null, at);
  const stated = parseMinuteEntry('stated', kept[6] ?? null, at);
  const claims = omitExpired(minute?.claims || {}, at, session);
  const span = claims[slots.answer.key];
  const endedAt = maxOf([read?.answer.fetchedAt ?? 0, unreadable?.answer.fetchedAt ?? 0, own?.at ?? 0]);
  const claim: ClaimEntry | null =
    span !== undefined && span.at > endedAt ? { kind: 'claim', owner: '', ...span } : null;
  const state = [block, endpointBlock, claim, own].find((one) => one && at < one.until) ?? null;
  const isOver = state !== null && isExpired(state, session.freshFrom);
  const pacer = readSharedPacer(session, minute, stated);
  return {
    answer,
    unread: isFresh(unread) ? unread : null,
    isRecent: isFresh(unread) && at < unread.answer.fetchedAt + unreadLifeMs,
    fresh: false,
    state: isOver ? null : state,
    streak: endpointBlock?.kind === 'fault' ? (endpointBlock.streak ?? 0) : 0,
    consistent,
    minute: { pacer, claims },
    delayMs: computeDelay(pacer, at),
  };
}

/** True if nothing is cached, claimed or failed. */
const isFree = ({ fresh, state, isRecent }: Lookup): boolean => !fresh && state === null && !isRecent;

/** True if the query may be claimed and sent now. */
export const isClaimable = (found: Lookup): boolean => isFree(found) && found.delayMs === 0;
