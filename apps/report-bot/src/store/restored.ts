import { appendAudit } from './audit.ts';
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

/** Lets {@link findRestore} take a ledger for a copy of this instant, ISO 8601. */
export async function markCopy(db: Database, at: string): Promise<void> {
  const place = `a backup of ${at}`;
  await db
    .insertInto('task')
    .values({ name: 'send', looked_at: new Date(at), place })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ place }))
    .execute();
}

/** Makes a ledger the original at its place. */
export async function recordPlace(db: Database, place: string | null): Promise<void> {
  await db.updateTable('task').set({ place }).where('name', '=', 'send').execute();
}

/** Holds planned runs, and makes unsent mails uncertain. Returns the number of mails. */
export async function holdOpenWork(
  db: Database,
  reasons: { readonly runs: string; readonly mails: string },
  now: number,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const runs = await transaction
      .updateTable('run')
      .set({ state: 'held', reason: reasons.runs })
      .where('state', '=', 'planned')
      .returning('id as subject')
      .execute();
    const lost = { worker: null, next_attempt_at: null, changed_at: new Date(now) };
    const mails = await transaction
      .updateTable('delivery')
      .set({ state: 'uncertain', reason: reasons.mails, ...lost })
      .where('state', 'in', ['ready', 'claimed', 'body_released'])
      .returning('digest_id as subject')
      .execute();
    for (const { subject } of runs) await appendAudit(transaction, now, subject, 'held', reasons.runs);
    for (const { subject } of mails) await appendAudit(transaction, now, subject, 'uncertain', reasons.mails);
    return mails.length;
  });
}
