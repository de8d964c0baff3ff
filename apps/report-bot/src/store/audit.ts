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

/** The transitions of a delivery and of its run, in order. Their span keeps the search to a part of the table. */
export function listAudit(db: Database, digestId: string): Promise<readonly AuditEntry[]> {
  return db
    .with('found', (query) =>
      query
        .selectFrom('digest')
        .innerJoin('delivery', 'digest_id', 'digest.id')
        .innerJoin('run', 'run.id', 'run_id')
        .select(['digest.id', 'run_id', 'planned_at', 'changed_at'])
        .where('digest.id', '=', digestId),
    )
    .selectFrom('audit')
    .select(['at', 'subject', 'event', 'detail'])
    .where('at', '>=', ({ selectFrom }) => selectFrom('found').select('planned_at'))
    .where('at', '<=', ({ selectFrom }) => selectFrom('found').select('changed_at'))
    .where(({ eb, or, selectFrom }) =>
      or([eb('subject', '=', digestId), eb('subject', '=', selectFrom('found').select('run_id'))]),
    )
    .orderBy('audit.id')
    .execute();
}

interface AuditEntry {
  readonly at: Date;
  readonly subject: string;
  readonly event: string;
  readonly detail: string | null;
}
