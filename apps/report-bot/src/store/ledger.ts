import { type Kysely, sql } from 'kysely';
import { note } from './audit.ts';
import { type Store, workerLocks } from './store.ts';
import type { Delivery, DeliveryState, DigestRow, Tables } from './tables.ts';

/** A digest that this process may send, until someone else's claim has a higher fence. */
export interface Claim {
  readonly digestId: string;
  readonly fence: number;
  readonly attempts: number;
}

/** How an attempt ended. `ready`: nothing left the house, or the server said that it did not take it. */
export interface Outcome {
  readonly state: 'ready' | 'sent' | 'refused' | 'uncertain';
  readonly smtpCode: number | null;
  readonly reason: string | null;
}

/** The longest wait between two attempts. A later instant was written by a clock that was ahead, and does not count. */
export const longestWaitMs = 3_600_000;

/**
 * Ready deliveries of these schedules whose waiting time is over at `now`, or all of them for null. Those that were
 * never tried come first, then those whose last attempt is oldest, so that a mail that fails holds no other one up.
 */
export async function readyDigests(
  db: Kysely<Tables>,
  now: number | null,
  scheduleIds: readonly string[],
): Promise<string[]> {
  if (scheduleIds.length === 0) return [];
  let ready = db
    .selectFrom('delivery')
    .innerJoin('digest', 'digest.id', 'delivery.digest_id')
    .innerJoin('run', 'run.id', 'digest.run_id')
    .select('delivery.digest_id')
    .where('delivery.state', '=', 'ready')
    .where('run.schedule_id', 'in', [...scheduleIds]);
  if (now !== null) {
    ready = ready.where((where) =>
      where.or([
        where('next_attempt_at', 'is', null),
        where('next_attempt_at', '<=', new Date(now)),
        where('next_attempt_at', '>', new Date(now + longestWaitMs)),
      ]),
    );
  }
  const rows = await ready
    .orderBy('delivery.attempted_at', (order) => order.asc().nullsFirst())
    .orderBy('digest.composed_at')
    .orderBy('digest.id')
    .execute();
  return rows.map((row) => row.digest_id);
}

/** Takes a ready delivery; null where another process was faster or it is no longer ready. */
export async function claim(store: Store, digestId: string, now: number): Promise<Claim | null> {
  store.assertAlive();
  const row = await store.db
    .updateTable('delivery')
    .set((set) => ({
      state: 'claimed',
      fence: set('fence', '+', 1),
      attempts: set('attempts', '+', 1),
      worker: store.worker,
      attempted_at: new Date(now),
      changed_at: new Date(now),
    }))
    .where('digest_id', '=', digestId)
    .where('state', '=', 'ready')
    .returning(['fence', 'attempts'])
    .executeTakeFirst();
  if (row === undefined) return null;
  await note(store.db, now, digestId, 'claimed', `worker ${store.worker}`);
  return { digestId, fence: row.fence, attempts: row.attempts };
}

/** Writes down, before the first body byte leaves, that it may have left. Throws where the claim is lost. */
export async function releaseBody(store: Store, held: Claim, now: number): Promise<void> {
  store.assertAlive();
  const row = await store.db
    .updateTable('delivery')
    .set({ state: 'body_released', changed_at: new Date(now) })
    .where('digest_id', '=', held.digestId)
    .where('fence', '=', held.fence)
    .where('state', '=', 'claimed')
    .returning('digest_id')
    .executeTakeFirst();
  if (row === undefined)
    throw new Error('another process took this delivery over; its body was not released');
  await note(store.db, now, held.digestId, 'body_released', `worker ${store.worker}`);
}

/** Records how the attempt ended. What a later claim or recovery wrote wins, except that a 250 settles an uncertainty. */
export async function settle(
  store: Store,
  held: Claim,
  outcome: Outcome,
  nextAttemptAt: number | null,
  now: number,
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('delivery')
      .set({
        state: outcome.state,
        smtp_code: outcome.smtpCode,
        reason: outcome.reason,
        worker: null,
        next_attempt_at: nextAttemptAt === null ? null : new Date(nextAttemptAt),
        changed_at: new Date(now),
      })
      .where('digest_id', '=', held.digestId)
      .where('fence', '=', held.fence)
      .where(
        'state',
        'in',
        outcome.state === 'sent' ? ['body_released', 'uncertain'] : ['claimed', 'body_released'],
      )
      .returning('digest_id')
      .executeTakeFirst();
    if (row === undefined) return false;
    await note(transaction, now, held.digestId, outcome.state, outcome.reason);
    return true;
  });
}

/** Refuses the mails of these schedules that are ready since `sinceSeconds` or longer, because no server took any. */
export async function giveUp(
  db: Kysely<Tables>,
  scheduleIds: readonly string[],
  sinceSeconds: number,
  reason: string,
  now: number,
): Promise<readonly { readonly digestId: string; readonly recipient: string }[]> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .updateTable('delivery')
      .from('digest')
      .innerJoin('run', 'run.id', 'digest.run_id')
      .set({ state: 'refused', reason, next_attempt_at: null, changed_at: new Date(now) })
      .whereRef('digest.id', '=', 'delivery.digest_id')
      .where('delivery.state', '=', 'ready')
      .where('delivery.since_s', '<=', sinceSeconds)
      .where('run.schedule_id', 'in', [...scheduleIds])
      .returning(['delivery.digest_id', 'digest.recipient'])
      .execute();
    for (const { digest_id } of rows) await note(transaction, now, digest_id, 'refused', reason);
    return rows.map(({ digest_id, recipient }) => ({ digestId: digest_id, recipient }));
  });
}

/**
 * Settles what dead workers left: a claim whose body was not released is ready again, a released body is uncertain. A
 * worker lives as long as its advisory lock is held.
 */
export async function recover(
  store: Store,
  now: number,
): Promise<{ readonly ready: number; readonly uncertain: number }> {
  const dead = sql<boolean>`not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and classid = ${workerLocks} and objid = delivery.worker and granted
      and database = (select oid from pg_database where datname = current_database()))`;
  const move = async (from: DeliveryState, to: DeliveryState, reason: string): Promise<number> => {
    const rows = await store.db
      .updateTable('delivery')
      .set({ state: to, reason, worker: null, changed_at: new Date(now) })
      .where('state', '=', from)
      .where('worker', '!=', store.worker)
      .where(dead)
      .returning('digest_id')
      .execute();
    for (const { digest_id } of rows) await note(store.db, now, digest_id, to, reason);
    return rows.length;
  };
  return {
    ready: await move('claimed', 'ready', 'the process ended before the message body was released'),
    uncertain: await move(
      'body_released',
      'uncertain',
      'the process ended after the message body was released and before the answer was recorded; the server may have the message',
    ),
  };
}

/** One frozen digest. */
export function digestById(db: Kysely<Tables>, id: string): Promise<DigestRow> {
  return db.selectFrom('digest').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export interface LedgerLine extends Delivery {
  readonly recipient: string;
  readonly schedule_id: string;
  readonly period_key: string;
}

/** Deliveries with their schedule, week and recipient, newest week first. */
export function deliveries(db: Kysely<Tables>): Promise<LedgerLine[]> {
  return db
    .selectFrom('delivery')
    .innerJoin('digest', 'digest.id', 'delivery.digest_id')
    .innerJoin('run', 'run.id', 'digest.run_id')
    .selectAll('delivery')
    .select(['digest.recipient', 'run.schedule_id', 'run.period_key'])
    .orderBy('run.period_key', 'desc')
    .orderBy('run.schedule_id')
    .orderBy('digest.recipient')
    .execute();
}
