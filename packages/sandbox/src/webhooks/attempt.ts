import type { Attempt, Delivery } from './delivery.ts';
import { nextAttempt } from './retries.ts';

/** The receiver wants no more deliveries (Standard Webhooks: 410 disables the endpoint). */
export const GONE = 410;

/**
 * A delivery after one more attempt: any 2xx ends it, 410 ends it for good, all else waits for the next one of the
 * schedule. A replay that fails changes nothing.
 */
export function attempted(delivery: Delivery, attempt: Attempt): Delivery {
  const attempts = [...delivery.attempts, attempt];
  const { status } = attempt;
  if (status !== null && status >= 200 && status < 300)
    return { ...delivery, attempts, state: 'delivered', due: null };
  if (attempt.replay && status !== GONE) return { ...delivery, attempts };
  const scheduled = attempts.filter(({ replay }) => !replay).length;
  const due = status === GONE ? null : nextAttempt(delivery.manner.retries, scheduled, attempt.at);
  return { ...delivery, attempts, state: due === null ? 'failed' : 'waiting', due };
}
