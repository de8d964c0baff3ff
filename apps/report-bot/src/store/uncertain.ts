import { type Kysely, sql } from 'kysely';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { note } from './audit.ts';
import { presentSeconds } from './presence.ts';
import type { Tables } from './tables.ts';

/** Mails that the server may or may not have. */
export async function uncertainCount(db: Kysely<Tables>): Promise<number> {
  const rows = await db.selectFrom('delivery').select('digest_id').where('state', '=', 'uncertain').execute();
  return rows.length;
}

/** Which uncertain mails an operator decides on. */
export type Uncertain = { readonly digestId: string } | { readonly week: IsoWeek };

/** An operator's decision on uncertain mails. Gives those that it changed, in the order of their recipients. */
export async function settleUncertain(
  db: Kysely<Tables>,
  which: Uncertain,
  as: 'sent' | 'ready',
  now: number,
): Promise<readonly { readonly digestId: string; readonly recipient: string }[]> {
  const reason = as === 'sent' ? 'settled by the operator' : 'to be sent again by the operator';
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .updateTable('delivery')
      .from('digest')
      .innerJoin('run', 'run.id', 'digest.run_id')
      .set({
        state: as,
        reason,
        fence: sql<number>`delivery.fence + 1`,
        since_s: presentSeconds,
        changed_at: new Date(now),
        next_attempt_at: null,
      })
      .whereRef('digest.id', '=', 'delivery.digest_id')
      .where('delivery.state', '=', 'uncertain')
      .where((where) =>
        'digestId' in which
          ? where('delivery.digest_id', '=', which.digestId)
          : where('run.period_key', '=', which.week),
      )
      .returning(['delivery.digest_id', 'digest.recipient'])
      .execute();
    for (const { digest_id } of rows) await note(transaction, now, digest_id, as, reason);
    return rows
      .map(({ digest_id, recipient }) => ({ digestId: digest_id, recipient }))
      .sort((one, other) => (one.recipient < other.recipient ? -1 : 1));
  });
}
