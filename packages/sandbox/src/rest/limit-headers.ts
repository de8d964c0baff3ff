import type { Form } from '../form.ts';
import type { Allotment, Standing } from '../limits/limits.ts';

type Headers = Record<string, string>;

function family(name: 'X-RateLimit' | 'X-DailyQuota', standing: Standing): Headers {
  return {
    [`${name}-Limit`]: String(standing.limit),
    [`${name}-Remaining`]: String(standing.remaining),
    [`${name}-Reset`]: String(standing.resetSeconds),
  };
}

/**
 * The limit headers of an answer (specification §8, names and unit: undecided items 12 to 14): the minute's standing.
 * When the day is exhausted, Form 2 shows the day in X-DailyQuota-* instead, and Form 1 shows it in X-RateLimit-*.
 */
export function limitHeaders(form: Form, allotment: Allotment, refusedFor: 'minute' | 'day' | null): Headers {
  if (refusedFor === 'day') {
    return family(form === 2 ? 'X-DailyQuota' : 'X-RateLimit', allotment.day);
  }
  return family('X-RateLimit', allotment.minute);
}
