import { sql } from 'kysely';
import type { Store } from './store.ts';

/** Largest body whose text is kept, bytes in UTF-8. */
export const rawLimit = 262_144;

const dayMs = 86_400_000;
const rawDays = 14;
const figureDays = 366;

/** A body as it is kept: its text, or one line that says why not. */
export function keptRaw(text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= rawLimit) return text;
  return `[not kept: the body has ${bytes} bytes, more than ${rawLimit}]`;
}

/** What became too old. */
export interface Retired {
  /** Bodies whose text is gone; their figures stay. */
  readonly bodies: number;
  /** Snapshots that are gone. */
  readonly snapshots: number;
}

/**
 * Removes the text of bodies after 14 days and snapshots after a year. A folder's database has no autovacuum, so it is
 * vacuumed here, and the space is used again.
 */
export async function retire(store: Store, now: number): Promise<Retired> {
  const old = await store.db
    .deleteFrom('snapshot')
    .where('taken_at', '<', new Date(now - figureDays * dayMs))
    .executeTakeFirst();
  const bare = await store.db
    .updateTable('snapshot')
    .set({ raw: null })
    .where('raw', 'is not', null)
    .where('taken_at', '<', new Date(now - rawDays * dayMs))
    .executeTakeFirst();
  const retired = { bodies: Number(bare.numUpdatedRows), snapshots: Number(old.numDeletedRows) };
  if (store.engine === 'pglite' && retired.bodies + retired.snapshots > 0)
    await sql`vacuum snapshot`.execute(store.db);
  return retired;
}
