import type { Database } from './tables.ts';

/** Appends one transition to the audit. `subject` is a run, a digest or a schedule. */
export async function appendAudit(
  db: Database,
  at: number,
  subject: string,
  event: string,
  detail: string | null = null,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({ at: new Date(at), subject, event, detail })
    .execute();
}
