import type { DatedEvent } from '../settings/events-and-goals.ts';
import { listServiceEvents } from './service-events.ts';
import type { Database } from './tables.ts';

/** The website of a note about all of them. */
const allWebsites = '*';

/** Records an event that a person noted; false if the ledger has it. */
export async function saveNotedEvent(
  db: Database,
  { on, text, websites: [website = allWebsites] = [] }: DatedEvent,
  now: number,
): Promise<boolean> {
  const row = { day: on, text, website, noted_at: new Date(now) };
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('note')
    .values(row)
    .onConflict((conflict) => conflict.columns(['day', 'text', 'website']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Deletes a noted event; false without it. */
export async function deleteNotedEvent(
  db: Database,
  { on, text, websites: [website = allWebsites] = [] }: DatedEvent,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('note')
    .where('day', '=', on)
    .where('text', '=', text)
    .where('website', '=', website)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A mail compares no older days. */
const maxAgeMs = 400 * 86_400_000;

/** The events that people and the service noted up to an instant, so that a replay has those of its mail. */
export async function listNotedEvents(db: Database, until: number): Promise<readonly DatedEvent[]> {
  const rows = await db
    .selectFrom('note')
    .selectAll()
    .where('noted_at', '<=', new Date(until))
    .orderBy('day')
    .orderBy('text')
    .execute();
  const noted = rows.map(({ day, text, website }) => ({
    on: day,
    text,
    ...(website === allWebsites ? {} : { websites: [website] }),
  }));
  const from = new Date(until - maxAgeMs).toISOString().slice(0, 10);
  return [...noted, ...(await listServiceEvents(db, from, until))];
}
