import { isApiError } from '@answershare/core';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.ts';

const minuteMs = 60_000;

/** When a question may be asked again after this failure: an hour later, and not before the service allows it. */
export function nextAttempt(thrown: unknown, now: number): Date {
  const fault = isApiError(thrown) ? thrown : null;
  const least = fault?.kind === 'burst' ? minuteMs : 60 * minuteMs;
  const asTold = fault?.retryAt == null ? 0 : fault.retryAt - Date.now();
  return new Date(now + Math.max(least, asTold));
}

/** Keeps every process from collecting before an instant. */
export async function pauseCollecting(db: Kysely<Tables>, now: number, until: Date): Promise<void> {
  const row = { looked_at: new Date(now), not_before: until };
  await db
    .insertInto('task')
    .values({ name: 'collect', ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Until when collecting is paused; null where it is not. A pause that a clock wrote which was ahead does not count. */
export async function pausedUntil(db: Kysely<Tables>, now: number): Promise<Date | null> {
  const paused = await db
    .selectFrom('task')
    .select('not_before')
    .where('name', '=', 'collect')
    .where('not_before', '>', new Date(now))
    .where('looked_at', '<=', new Date(now + 10 * minuteMs))
    .executeTakeFirst();
  return paused?.not_before ?? null;
}
