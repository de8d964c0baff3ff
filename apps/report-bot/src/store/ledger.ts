import { type RawBuilder, sql } from 'kysely';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { DigestAudience } from '../settings/settings.ts';
import { appendAudit } from './audit.ts';
import { isReached, isSendable } from './claims.ts';
import { presentSeconds } from './runs.ts';
import { type Store, workerLockSpace } from './store.ts';
import type { Database, DeliveryRow, DeliveryState, DigestRow } from './tables.ts';
import { isReader } from './withheld.ts';

/** The longest wait between two attempts. A later instant came from a clock that was ahead, and is ignored. */
export const maxWaitMs = 3_600_000;

/** Deliveries that do not wait for each other. */
export type DeliveryKind = 'mails' | 'channels';

export interface ReadyDigest {
  readonly digestId: string;
  /** The id of its channel; null for a mail. */
  readonly channel: string | null;
}

/** Deliveries with their digest and run. */
const selectDeliveries = (db: Database) =>
  db
    .selectFrom('delivery')
    .innerJoin('digest', 'digest.id', 'delivery.digest_id')
    .innerJoin('run', 'run.id', 'digest.run_id');

/**
 * Ready deliveries of these schedules whose wait is over at `now`; all of them for null. New ones come first, then
 * the oldest attempts, so that a failing mail blocks no other. Those that share a body follow each other.
 * @param kind null for both
 */
export async function listReadyDigests(
  db: Database,
  now: number | null,
  scheduleIds: readonly string[],
  kind: DeliveryKind | null = null,
  sendable: RawBuilder<boolean> = isSendable(null, 0),
): Promise<ReadyDigest[]> {
  if (scheduleIds.length === 0) return [];
  let ready = selectDeliveries(db)
    .select(['delivery.digest_id', 'digest.channel', 'digest.recipient'])
    .where(sendable)
    .where('run.schedule_id', 'in', [...scheduleIds]);
  if (kind !== null) ready = ready.where('digest.channel', kind === 'mails' ? 'is' : 'is not', null);
  if (now !== null) {
    ready = ready.where((where) =>
      where.or([
        where('next_attempt_at', 'is', null),
        where('next_attempt_at', '<=', new Date(now)),
        where('next_attempt_at', '>', new Date(now + maxWaitMs)),
      ]),
    );
  }
  const rows = await ready
    .orderBy('delivery.attempted_at', (order) => order.asc().nullsFirst())
    .orderBy('digest.composed_at')
    .orderBy('digest.body_id')
    .orderBy('digest.id')
    .execute();
  return rows.map(({ digest_id: digestId, channel, recipient }) => ({
    digestId,
    channel: channel === null ? null : recipient,
  }));
}

/** Lets the other ready messages of a channel wait too. */
export async function postponeChannel(db: Database, channel: string, until: number): Promise<void> {
  await db
    .updateTable('delivery')
    .from('digest')
    .set({ next_attempt_at: new Date(until) })
    .whereRef('digest.id', '=', 'delivery.digest_id')
    .where('digest.channel', 'is not', null)
    .where('digest.recipient', '=', channel)
    .where('delivery.state', '=', 'ready')
    .execute();
}

const updateDeliveries = (db: Database) =>
  db
    .updateTable('delivery')
    .from('digest')
    .innerJoin('run', 'run.id', 'digest.run_id')
    .whereRef('digest.id', '=', 'delivery.digest_id')
    .returning(['delivery.digest_id', 'digest.recipient']);

/** Refuses mails of these schedules that have been ready since `sinceSeconds` or longer. */
export async function refuseOverdue(
  db: Database,
  scheduleIds: readonly string[],
  sinceSeconds: number,
  reason: string,
  now: number,
): Promise<readonly { readonly digestId: string; readonly recipient: string }[]> {
  return db.transaction().execute(async (transaction) => {
    const rows = await updateDeliveries(transaction)
      .set({ state: 'refused', reason, next_attempt_at: null, changed_at: new Date(now) })
      .where('delivery.state', '=', 'ready')
      .where('digest.channel', 'is', null)
      .where('delivery.since_s', '<=', sinceSeconds)
      .where('run.schedule_id', 'in', [...scheduleIds])
      .execute();
    for (const { digest_id } of rows) await appendAudit(transaction, now, digest_id, 'refused', reason);
    return rows.map(({ digest_id, recipient }) => ({ digestId: digest_id, recipient }));
  });
}

/** True for the claim of a dead worker. A worker is alive while its advisory lock is held. */
function isClaimedByDead({ worker }: Store): RawBuilder<boolean> {
  return sql<boolean>`(delivery.worker != ${worker} and not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and classid = ${workerLockSpace} and objid = delivery.worker and granted
      and database = (select oid from pg_database where datname = current_database())))`;
}

/**
 * Recovers claims of dead workers: a claim before its body is ready again, a released body is uncertain.
 * @param kind deliveries that no pass of this process sends now, so that its own claims of them are those of a failed pass.
 *   Null recovers both kinds, without own claims.
 */
export async function recoverClaims(
  store: Store,
  now: number,
  kind: DeliveryKind | null = null,
): Promise<{ readonly ready: number; readonly uncertain: number }> {
  const isOrphan =
    kind === null
      ? isClaimedByDead(store)
      : sql<boolean>`(delivery.worker = ${store.worker} or ${isClaimedByDead(store)}) and exists (
          select 1 from digest where digest.id = delivery.digest_id
            and (digest.channel is null) = ${kind === 'mails'})`;
  const move = async (
    from: DeliveryState,
    to: DeliveryState,
    reason: string,
    which = sql<boolean>`true`,
  ): Promise<number> => {
    const rows = await store.db
      .updateTable('delivery')
      .set({ state: to, reason, worker: null, changed_at: new Date(now) })
      .where('state', '=', from)
      .where(isOrphan)
      .where(which)
      .returning('digest_id')
      .execute();
    for (const { digest_id } of rows) await appendAudit(store.db, now, digest_id, to, reason);
    return rows.length;
  };
  const unsent = 'the process ended before the message body was released';
  // A repeat that did not leave says nothing of the attempt before.
  const repeated = await move('claimed', 'uncertain', unsent, sql<boolean>`repeat_by is not null`);
  return {
    ready: await move('claimed', 'ready', unsent),
    uncertain:
      repeated +
      (await move(
        'body_released',
        'uncertain',
        'the process ended after the message body was released and before the answer was recorded; the server may have the message',
      )),
  };
}

export function readDigest(db: Database, id: string): Promise<DigestRow> {
  return db.selectFrom('digest').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export interface LedgerEntry extends DeliveryRow {
  readonly recipient: string;
  readonly schedule_id: string;
  readonly period_key: string;
}

export interface DeliveryFilter {
  readonly scheduleId?: string;
  readonly runId?: string;
  readonly week?: IsoWeek | undefined;
  readonly state?: DeliveryState | undefined;
  readonly limit?: number;
}

/** Deliveries with schedule, week and recipient, newest week first; those that the filter names. */
export function listDeliveries(db: Database, of: DeliveryFilter = {}): Promise<LedgerEntry[]> {
  let found = selectDeliveries(db)
    .selectAll('delivery')
    .select(['digest.recipient', 'run.schedule_id', 'run.period_key']);
  // The planner does not see that one run has one week and one schedule, and would sort its deliveries.
  if (of.runId === undefined) found = found.orderBy('run.period_key', 'desc').orderBy('run.schedule_id');
  found = found.orderBy('digest.recipient');
  if (of.scheduleId !== undefined) found = found.where('run.schedule_id', '=', of.scheduleId);
  if (of.runId !== undefined) found = found.where('run.id', '=', of.runId);
  if (of.week !== undefined) found = found.where('run.period_key', '=', of.week);
  if (of.state !== undefined) found = found.where('delivery.state', '=', of.state);
  return (of.limit === undefined ? found : found.limit(of.limit)).execute();
}

export interface LedgerMail {
  readonly scheduleId: string;
  readonly week: IsoWeek;
  readonly recipient: string;
  readonly subject: string;
}

/** The mails that a run would send to readers in the settings: they are ready, or would be after {@link recoverClaims}. */
export async function listOpenMails(
  store: Store,
  audiences: readonly DigestAudience[],
): Promise<readonly LedgerMail[]> {
  const byId = new Map(audiences.map((audience) => [audience.id, audience]));
  const rows = await selectDeliveries(store.db)
    .select(['run.schedule_id', 'run.period_key'])
    .select(['digest.recipient', 'digest.recipient_hash', 'digest.subject'])
    .where('run.schedule_id', 'in', [...byId.keys()])
    .where(isReached)
    .where((where) =>
      where.or([
        where('delivery.state', '=', 'ready'),
        where.and([where('delivery.state', '=', 'claimed'), isClaimedByDead(store)]),
      ]),
    )
    .orderBy('run.period_key')
    .orderBy('digest.recipient')
    .execute();
  return rows.flatMap(({ schedule_id: scheduleId, period_key: week, recipient_hash, recipient, subject }) => {
    const readers = byId.get(scheduleId);
    return readers !== undefined && isReader(readers, recipient_hash)
      ? { scheduleId, week, recipient, subject }
      : [];
  });
}

/** The number of uncertain mails, with those that {@link recoverClaims} would find. */
export async function countUncertain(store: Store): Promise<number> {
  const rows = await store.db
    .selectFrom('delivery')
    .select('digest_id')
    .where((where) =>
      where.or([
        where('state', '=', 'uncertain'),
        where.and([where('state', '=', 'body_released'), isClaimedByDead(store)]),
      ]),
    )
    .execute();
  return rows.length;
}

/** Lower codes of a mail server report success (RFC 5321 §4.2.1). */
const firstFailureCode = 400;

/**
 * True for a refused delivery that arrived nowhere. A mail server that took a message for its copies answered 250, so a
 * repeat would reach them twice.
 */
export const isRepeatable = (line: Pick<DeliveryRow, 'state' | 'smtp_code'>): boolean =>
  line.state === 'refused' && (line.smtp_code === null || line.smtp_code >= firstFailureCode);

/** The number of refused deliveries of a week that {@link resolveDeliveries} can make ready. */
export async function countRepeatable(
  db: Database,
  scheduleIds: readonly string[],
  week: IsoWeek,
): Promise<number> {
  const found = await Promise.all(
    scheduleIds.map((scheduleId) => listDeliveries(db, { scheduleId, week, state: 'refused' })),
  );
  return found.flat().filter(isRepeatable).length;
}

export type DeliverySelection = { readonly digestId: string } | { readonly week: IsoWeek };

/**
 * Applies an operator's decision to deliveries in one state; of the refused ones, to those of {@link isRepeatable}. An id
 * of a withdrawn one counts as that of a refused one. Returns the changed mails by recipient.
 */
export async function resolveDeliveries(
  db: Database,
  which: DeliverySelection,
  from: 'uncertain' | 'refused',
  as: 'sent' | 'ready',
  now: number,
): Promise<readonly { readonly digestId: string; readonly recipient: string }[]> {
  const reason = as === 'sent' ? 'settled by the operator' : 'to be sent again by the operator';
  return db.transaction().execute(async (transaction) => {
    const rows = await updateDeliveries(transaction)
      .set({
        state: as,
        reason,
        fence: sql<number>`delivery.fence + 1`,
        since_s: presentSeconds,
        changed_at: new Date(now),
        next_attempt_at: null,
        repeat_by: null,
        repeat_until: null,
      })
      .where(
        'delivery.state',
        'in',
        from === 'refused' && 'digestId' in which ? ['refused', 'withdrawn'] : [from],
      )
      .where((where) =>
        from === 'uncertain'
          ? where.lit(true)
          : where.or([
              where('delivery.smtp_code', 'is', null),
              where('delivery.smtp_code', '>=', firstFailureCode),
            ]),
      )
      .where((where) =>
        'digestId' in which
          ? where('delivery.digest_id', '=', which.digestId)
          : where('run.period_key', '=', which.week),
      )
      .execute();
    for (const { digest_id } of rows) await appendAudit(transaction, now, digest_id, as, reason);
    return rows
      .map(({ digest_id, recipient }) => ({ digestId: digest_id, recipient }))
      .sort((one, other) => (one.recipient < other.recipient ? -1 : 1));
  });
}
