import { appendAudits } from './audit.ts';
import type { Store } from './store.ts';
import type { Database } from './tables.ts';

/** When the sender last ran on the original, if this database is a copy of it; else null. Milliseconds since the epoch. */
export async function findRestore({ db, place }: Store): Promise<number | null> {
  const last = await db
    .selectFrom('task')
    .select(['place', 'looked_at'])
    .where('name', '=', 'send')
    .executeTakeFirst();
  if (last?.place == null || place === null || last.place === place) return null;
  return last.looked_at.getTime();
}

/** Holds planned runs, and makes unsent mails uncertain. Returns the number of mails. */
export async function holdOpenWork(db: Database, reason: string, now: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const runs = await transaction
      .updateTable('run')
      .set({ state: 'held', reason })
      .where('state', '=', 'planned')
      .returning('id')
      .execute();
    if (runs.length > 0)
      await appendAudits(
        transaction,
        now,
        runs.map(({ id }) => id),
        'held',
        reason,
      );
    const mails = await transaction
      .updateTable('delivery')
      .set({ state: 'uncertain', reason, worker: null, next_attempt_at: null, changed_at: new Date(now) })
      .where('state', 'in', ['ready', 'claimed', 'body_released'])
      .returning('digest_id')
      .execute();
    const ids = mails.map(({ digest_id }) => digest_id);
    if (ids.length > 0) await appendAudits(transaction, now, ids, 'uncertain', reason);
    return ids.length;
  });
}
