import type { Form } from '../form.ts';
import type { Schema } from './json-schema.ts';

const whole = (description: string, minimum: number, required = true): Schema => ({
  description,
  required,
  schema: { type: 'integer', minimum },
});

/** The limit headers by name (specification §8); that Reset counts seconds is ours (undecided item 12). */
function family(name: string, what: string, required: boolean): Record<string, Schema> {
  return {
    [`${name}-Limit`]: whole(`Requests allowed ${what}.`, 0, required),
    [`${name}-Remaining`]: whole(`Requests left ${what}.`, 0, required),
    [`${name}-Reset`]: whole('Whole seconds until the count begins anew.', 1, required),
  };
}

/** The headers of an answer: `429` tells the wait too, and in Form 2 the day's family in place of the minute's. */
export function headersOf(form: Form, status: number): Record<string, Schema> {
  if (status !== 429) return family('X-RateLimit', 'in this minute', true);
  const wait = { 'Retry-After': whole('Whole seconds after which to retry.', 1) };
  if (form === 1) return { ...wait, ...family('X-RateLimit', 'in this minute or day', true) };
  return {
    ...wait,
    ...family('X-RateLimit', 'in this minute, with rate_limited', false),
    ...family('X-DailyQuota', 'in this day, with daily_quota_exceeded', false),
  };
}
