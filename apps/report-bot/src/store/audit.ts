import type { Database } from './tables.ts';

/** Appends one transition to the audit. `subject` is a run, a digest or a schedule. */
export function appendAudit(
  db: Database,
  at: number,
  subject: string,
  event: string,
  detail: string | null = null,
): Promise<void> {
  return appendAudits(db, at, [subject], event, detail);
}

/** Appends the same transition of several subjects; at least one. */
export async function appendAudits(
  db: Database,
  at: number,
  subjects: readonly string[],
  event: string,
  detail: string | null = null,
): Promise<void> {
  await db
    .insertInto('audit')
    .values(subjects.map((subject) => ({ at: new Date(at), subject, event, detail })))
    .execute();
}

/** The transitions of a delivery and of its run, or of a run, in order. */
export async function listAudit(db: Database, id: string): Promise<readonly AuditEntry[]> {
  return db
    .selectFrom('audit')
    .select(['at', 'subject', 'event', 'detail'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('subject', '=', id),
        eb('subject', '=', selectFrom('digest').select('run_id').where('id', '=', id)),
      ]),
    )
    .orderBy('at')
    .orderBy('audit.id')
    .execute();
}

interface AuditEntry {
  readonly at: Date;
  readonly subject: string;
  readonly event: string;
  readonly detail: string | null;
}
