import type { CalendarDate } from '@answershare/core';
import type { Database } from './tables.ts';

/** What people are notified of once a day. */
export interface NoticeKey {
  readonly cause: string;
  readonly subject: string;
}

/** Records notices of a day, and returns those that no process has recorded before. */
export async function claimNotices<Key extends NoticeKey>(
  db: Database,
  day: CalendarDate,
  keys: readonly Key[],
): Promise<readonly Key[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .insertInto('notice')
    .values(keys.map(({ cause, subject }) => ({ cause, subject, day })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['cause', 'subject'])
    .execute();
  return keys.filter((key) => rows.some((row) => isSameNotice(row, key)));
}

export const isSameNotice = (one: NoticeKey, other: NoticeKey): boolean =>
  one.cause === other.cause && one.subject === other.subject;

/** Takes notices back that did not leave. */
export async function releaseNotices(
  db: Database,
  day: CalendarDate,
  keys: readonly NoticeKey[],
): Promise<void> {
  for (const { cause, subject } of keys)
    await db
      .deleteFrom('notice')
      .where('day', '=', day)
      .where('cause', '=', cause)
      .where('subject', '=', subject)
      .execute();
}

/** Marks the notices whose problem is none of these as over, and returns each once. */
export async function endNotices(db: Database, open: readonly NoticeKey[]): Promise<readonly NoticeKey[]> {
  const noticed = await db
    .selectFrom('notice')
    .select(['cause', 'subject'])
    .distinct()
    .where('is_over', '=', false)
    .execute();
  const ended: NoticeKey[] = [];
  for (const key of noticed) {
    if (open.some((one) => isSameNotice(one, key))) continue;
    const rows = await db
      .updateTable('notice')
      .set({ is_over: true })
      .where('cause', '=', key.cause)
      .where('subject', '=', key.subject)
      .where('is_over', '=', false)
      .returning('day')
      .execute();
    if (rows.length > 0) ended.push(key);
  }
  return ended;
}
