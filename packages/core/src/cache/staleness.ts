import { addDays, toCalendarDate, toStartMs } from '../calendar/calendar.ts';
import type { FaultKind } from '../errors/api-error.ts';
import { isTransientFault, toFaultScope } from '../errors/fault-caching.ts';
import type { Query } from '../request/request.ts';
import type { Session } from '../request/session.ts';
import type { AnswerEntry, ClaimEntry, FaultEntry } from './entry.ts';

/**
 * The end of an answer's freshness, milliseconds since the epoch. It is at most the next midnight (UTC is assumed) if the
 * window moves or includes a day that is not complete.
 */
export function freshUntil(session: Session, question: Query, fetchedAt: number): number {
  const until = fetchedAt + session.freshSeconds * 1000;
  if (question.endpoint !== 'analytics') return until;
  const { window } = question;
  if (!('last' in window) && window.to < toCalendarDate(fetchedAt)) return until;
  return Math.min(until, toStartMs(addDays(toCalendarDate(fetchedAt), 1)) ?? until);
}

/** True if an answer may replace a fault: only a transient one, and within the stale limit. */
export const mayReplaceFault = (
  { host, staleSeconds }: Session,
  { until }: AnswerEntry,
  kind: FaultKind,
): boolean => isTransientFault(kind) && host.now() <= until + staleSeconds * 1000;

/** True for a fault from before `freshFrom`, unless it blocks more than one query or has a retry time. */
export function isExpired(state: FaultEntry | ClaimEntry, freshFrom: number): boolean {
  const isKept =
    state.kind !== 'fault' || state.error.retryAt !== null || toFaultScope(state.error) !== 'question';
  return !isKept && state.at < freshFrom;
}
