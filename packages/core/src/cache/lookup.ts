import { faultLifeMs, toFaultScope } from '../errors/fault-policy.ts';
import { cacheGet, type Exchange, now } from '../exchange/effect.ts';
import { computeDelay, type Pacer } from '../quota/pacer.ts';
import type { Session } from '../request/session.ts';
import {
  type AnswerEntry,
  type ClaimEntry,
  type FaultEntry,
  parseAnswerEntry,
  parseStateEntry,
  type Slots,
} from './entry.ts';
import { readSharedPacer } from './shared-minute.ts';

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
  /** True if the read was consistent, so a missing entry exists in no cache tier. */
  readonly consistent: boolean;
  /** The minute window of all executions. */
  readonly pacer: Pacer;
  /** Milliseconds until that window allows another request; 0 if it does now. */
  readonly delayMs: number;
}

/** True for a fault from before `freshFrom`, unless it blocks more than one query or has a retry time. */
function isExpired(state: FaultEntry | ClaimEntry, freshFrom: number): boolean {
  if (state.kind !== 'fault' || state.error.retryAt !== null || toFaultScope(state.error) !== 'question')
    return false;
  return state.until - faultLifeMs(state.error, 0) < freshFrom;
}

/** An unreadable answer is fetched again after this time, because its shape may be a glitch; milliseconds. */
const unreadLifeMs = 600_000;

/** Reads the cached state of a query, consistently or from the fastest tier. */
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
  const at = yield* now();
  const [answer, unread] = [slots.answer, slots.unread].map((slot, index) => {
    const entry = parseAnswerEntry(slot.about, kept[index] ?? null);
    const from = slot === slots.answer ? slots.validFrom : slots.unreadFrom;
    return entry !== null && entry.answer.fetchedAt >= from ? entry : null;
  }) as [AnswerEntry | null, AnswerEntry | null];
  const states = [slots.key, slots.endpoint, slots.state].map((slot, index) =>
    parseStateEntry(slot.about, kept[index + 2] ?? null, at),
  );
  const state = states.find((one) => one !== null) ?? null;
  const isFresh = (entry: AnswerEntry | null): entry is AnswerEntry =>
    entry !== null && at < entry.until && entry.answer.fetchedAt >= session.freshFrom;
  const fresh = isFresh(answer);
  const isOver = state !== null && isExpired(state, session.freshFrom);
  const pacer = readSharedPacer(session, kept[5] ?? null, kept[6] ?? null, at);
  return {
    answer,
    unread: isFresh(unread) ? unread : null,
    isRecent: isFresh(unread) && at < unread.answer.fetchedAt + unreadLifeMs,
    fresh,
    state: isOver ? null : state,
    consistent,
    pacer,
    delayMs: computeDelay(pacer, at),
  };
}

/** True if nothing is cached, claimed or failed. */
const isFree = ({ fresh, state, isRecent }: Lookup): boolean => !fresh && state === null && !isRecent;

/** True if the query may be claimed and sent now. */
export const isClaimable = (found: Lookup): boolean => isFree(found) && found.delayMs === 0;
