import type { CalendarDate } from '@answershare/core';
import { sql } from 'kysely';
import type { Database } from './tables.ts';

interface LastReadings {
  /** Of a daily question, milliseconds since the epoch; null without one. */
  readonly takenAt: number | null;
  readonly analyticsAt: number | null;
  /** True if an answer of analytics has the finished day. */
  readonly hasDay: boolean;
}

/**
 * The last answers about each website up to `until`, by its id.
 * @param day the day that analytics should have
 * @param until milliseconds since the epoch
 */
export async function readLastReadings(
  db: Database,
  day: CalendarDate,
  until: number,
): Promise<ReadonlyMap<string, LastReadings>> {
  const rows = await db
    .selectFrom('snapshot')
    .select(({ fn }) => [
      'website_id',
      fn.max('taken_at').filterWhere('endpoint', '!=', 'analytics').as('taken_at'),
      fn.max('taken_at').filterWhere('endpoint', '=', 'analytics').as('analytics_at'),
      // The day of an answer is unfinished.
      sql<boolean>`bool_or(endpoint = 'analytics' and day > ${day}
        and strpos(parsed, ${`"day":"${day}"`}) > 0)`.as('has_day'),
    ])
    .where('failure', 'is', null)
    .where('taken_at', '<=', new Date(until))
    .groupBy('website_id')
    .execute();
  return new Map(
    rows.map(({ website_id, taken_at, analytics_at, has_day }) => [
      website_id,
      {
        takenAt: taken_at?.getTime() ?? null,
        analyticsAt: analytics_at?.getTime() ?? null,
        hasDay: has_day === true,
      },
    ]),
  );
}
