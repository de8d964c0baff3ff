import { ownFault, pending } from '../errors/own-fault.ts';
import { type Exchange, emit, now, wait } from '../exchange/effect.ts';
import { breakOf } from '../quota/breaker.ts';
import { delayOf, lookMs } from '../quota/pacer.ts';
import type { Endpoint } from '../resources/endpoint.ts';
import { change, type Session } from './session.ts';

/**
 * Waits until a request may go out, and counts it. Nothing goes while a fault stands that it would meet again, nor once
 * the call's time is over.
 * @throws ApiError that fault, at no cost; of kind `budget` where the wait would pass the deadline, and `pending` where it
 * is one for the answers of requests under way; `timeout` after the deadline
 */
export function* pace(
  session: Session,
  endpoint: Endpoint,
  deadline: number,
  question: string = endpoint,
): Exchange<void> {
  for (let said = false; ; said = true) {
    const at = yield* now();
    const fault = breakOf(session.breaker, endpoint, at, question);
    if (fault) throw fault;
    if (at >= deadline) throw ownFault(session, endpoint, 'timeout', 'network', { retryable: true });
    const waitMs = delayOf(session.pacer, at);
    if (waitMs === 0) {
      change(session, { type: 'departed', at });
      return;
    }
    const retryAt = at + waitMs;
    if (retryAt >= deadline) {
      if (waitMs === lookMs) throw pending(session, endpoint);
      const halted = at < session.pacer.haltedUntil ? { said: 'The service wants no requests' } : {};
      throw ownFault(session, endpoint, 'budget', 'caller', { retryAt, ...halted });
    }
    if (!said) yield* emit({ type: 'wait', endpoint, waitMs });
    yield* wait(waitMs);
  }
}
