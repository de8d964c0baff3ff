import type { Quirks } from '../quirks/table.ts';

/** How often a delivery is tried again when the receiver does not answer 2xx. */
export type RetryPlan = Quirks['webhookRetries'];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds of the sandbox's clock from one attempt to the next; after the last one the delivery has failed. */
const DELAYS: Readonly<Record<RetryPlan, readonly number[]>> = {
  schedule: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR],
  few: [10 * SECOND, MINUTE],
  none: [],
};

/** When the next attempt is due after so many, the last one at `last`; null when there is none. */
export function nextAttempt(plan: RetryPlan, attempts: number, last: number): number | null {
  const delay = DELAYS[plan][attempts - 1];
  return delay === undefined ? null : last + delay;
}
