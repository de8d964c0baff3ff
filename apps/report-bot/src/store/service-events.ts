import { toCalendarDate } from '@answershare/core';
import { type DatedEvent, eventWords } from '../settings/events-and-goals.ts';
import type { Database, ServiceEventRow } from './tables.ts';

/**
 * Stores an event, and lets the failed questions about its website be asked at once. False for one that the ledger has. Nothing else
 * acts on a delivery, so that none acts twice.
 */
export async function saveServiceEvent(
  db: Database,
  event: Omit<ServiceEventRow, 'received_at'>,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto('service_event')
      .values({ ...event, received_at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (added === undefined) return false;
    if (event.website !== null && event.kind !== 'unknown')
      await transaction
        .updateTable('snapshot')
        .set({ next_attempt_at: null })
        .where('website_id', '=', event.website)
        .where('failure', 'is not', null)
        .where('day', '=', toCalendarDate(now))
        .execute();
    return true;
  });
}

/** Events that the service reported, from a day on; of a day, kind and website once. Up to an instant, for replays. */
export async function listServiceEvents(
  db: Database,
  from: string,
  until: number,
): Promise<readonly DatedEvent[]> {
  const rows = await db
    .selectFrom('service_event')
    .select(['day', 'kind', 'website'])
    .distinct()
    .where('day', '>=', from)
    .where('kind', '!=', 'unknown')
    .where('received_at', '<=', new Date(until))
    .orderBy('day')
    .orderBy('kind')
    .execute();
  return rows.flatMap(({ day, kind, website }) =>
    kind === 'unknown'
      ? []
      : { on: day, text: eventWords[kind], kind, ...(website === null ? {} : { websites: [website] }) },
  );
}

/** When the newest event came; null without one. Milliseconds since the epoch. */
export async function readNewestEvent(db: Database, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('service_event')
    .select(({ fn }) => fn.max('received_at').as('at'))
    .where('kind', '!=', 'unknown')
    .where('received_at', '<=', new Date(now))
    .executeTakeFirst();
  return row?.at?.getTime() ?? null;
}
