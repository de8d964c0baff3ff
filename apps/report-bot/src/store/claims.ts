import { type RawBuilder, sql, type UpdateObject } from 'kysely';
import type { Store } from './store.ts';
import type { Database, DeliveryRow, DeliveryState, DigestRow, SuppressionRow, Tables } from './tables.ts';

/** A digest that this process may send until a claim with a higher fence exists. */
export interface DeliveryClaim {
  readonly digestId: string;
  readonly fence: number;
  readonly attempts: number;
  /** An earlier attempt may have been accepted. */
  readonly isRepeat: boolean;
}

/** A service that recognises a repeat by its key, or finds the earlier mail, for so long. */
export interface RepeatRule {
  readonly by: string;
  readonly hours: number;
}

/** The outcome of an attempt. `ready`: nothing was sent, or the server refused it for now. */
export interface DeliveryOutcome {
  readonly state: 'ready' | 'sent' | 'refused' | 'uncertain' | 'withdrawn';
  readonly smtpCode: number | null;
  readonly reason: string | null;
}

interface DeliveryChoice {
  readonly digestId: string | RawBuilder<string>;
  readonly fence?: number;
  readonly condition?: RawBuilder<boolean>;
}

/**
 * Changes one delivery in one of the states `from` and appends the transition to the audit, in one statement.
 * Undefined if it is in another state or has another fence.
 */
function changeDelivery(
  db: Database,
  { digestId, fence, condition = sql<boolean>`true` }: DeliveryChoice,
  from: readonly DeliveryState[],
  now: number,
  change: UpdateObject<Tables, 'delivery'>,
): Promise<Pick<DeliveryRow, 'digest_id' | 'fence' | 'attempts' | 'repeat_by'> | undefined> {
  return db
    .with('changed', (query) => {
      const update = query
        .updateTable('delivery')
        .set({ ...change, changed_at: new Date(now) })
        .where('digest_id', '=', digestId)
        .where('state', 'in', from)
        .where(condition);
      return (fence === undefined ? update : update.where('fence', '=', fence)).returning([
        'digest_id',
        'state',
        'fence',
        'attempts',
        'worker',
        'reason',
        'repeat_by',
      ]);
    })
    .with('logged', (query) =>
      query
        .insertInto('audit')
        .columns(['at', 'subject', 'event', 'detail'])
        .expression((select) =>
          select
            .selectFrom('changed')
            .select([
              sql<Date>`${new Date(now)}::timestamptz`.as('at'),
              'digest_id',
              'state',
              sql<string | null>`case when worker is null then reason else 'worker ' || worker end`.as(
                'detail',
              ),
            ]),
        ),
    )
    .selectFrom('changed')
    .select(['digest_id', 'fence', 'attempts', 'repeat_by'])
    .executeTakeFirst();
}

/** True for a delivery that may be sent: it is ready, or its service can decide about the repeat. */
export const isSendable = (repeats: RepeatRule | null, now: number): RawBuilder<boolean> =>
  repeats === null
    ? sql<boolean>`delivery.state = 'ready'`
    : sql<boolean>`(delivery.state = 'ready' or (delivery.state = 'uncertain'
        and delivery.repeat_by = ${repeats.by} and delivery.repeat_until > ${new Date(now)}))`;

/** Of a queue, so many deliveries are looked at in one statement. */
const claimWindow = 50;

/**
 * Claims the first delivery of a queue that is sendable and that no other process claims at this moment. Removes it and those
 * before it from the queue; null once none is left.
 */
export async function claimNext(
  store: Store,
  queue: string[],
  now: number,
  repeats: RepeatRule | null = null,
): Promise<DeliveryClaim | null> {
  for (let window = queue.slice(0, claimWindow); window.length > 0; window = queue.slice(0, claimWindow)) {
    store.assertAlive();
    const candidates = sql`${window}::text[]`;
    const digestId = sql<string>`(select digest_id from delivery where digest_id = any(${candidates})
      and ${isSendable(repeats, now)} order by array_position(${candidates}, digest_id) limit 1 for update skip locked)`;
    const row = await changeDelivery(store.db, { digestId }, ['ready', 'uncertain'], now, {
      state: 'claimed',
      fence: sql<number>`fence + 1`,
      attempts: sql<number>`attempts + 1`,
      worker: store.worker,
      attempted_at: new Date(now),
    });
    const last = row?.digest_id ?? window.at(-1) ?? '';
    queue.splice(0, queue.indexOf(last) + 1);
    if (row === undefined) continue;
    const { digest_id, fence, attempts, repeat_by } = row;
    return { digestId: digest_id, fence, attempts, isRepeat: repeat_by !== null };
  }
  return null;
}

/** The service that answers a repeat too may take an hour for it. */
const repeatMarginHours = 1;

/** No suppression of the reader is in force. */
export const isReached = sql<boolean>`not exists (select 1 from suppression
  where recipient_hash = (select recipient_hash from digest where id = delivery.digest_id))`;

/** Records before the first body byte that it may have left. Throws if the claim is lost, or the reader suppressed. */
export async function releaseBody(
  store: Store,
  claim: DeliveryClaim,
  now: number,
  repeats: RepeatRule | null = null,
): Promise<void> {
  store.assertAlive();
  const until = repeats === null ? null : new Date(now + (repeats.hours - repeatMarginHours) * 3_600_000);
  const of = { ...claim, condition: isReached };
  const row = await changeDelivery(store.db, of, ['claimed'], now, {
    state: 'body_released',
    repeat_by: repeats?.by ?? null,
    // The first attempt began the time of its key.
    repeat_until: sql`coalesce(repeat_until, ${until}::timestamptz)`,
  });
  if (row === undefined)
    throw new Error('another process took this delivery over, or the reader left; its body was not released');
}

/** Records the outcome of an attempt. A later claim or recovery wins, but a 250 always resolves an uncertain mail. */
export async function recordOutcome(
  store: Store,
  claim: DeliveryClaim,
  { state, smtpCode, reason }: DeliveryOutcome,
  nextAttemptAt: number | null,
  now: number,
): Promise<boolean> {
  const from =
    state === 'sent' ? (['body_released', 'uncertain'] as const) : (['claimed', 'body_released'] as const);
  const row = await changeDelivery(store.db, claim, from, now, {
    state,
    smtp_code: smtpCode,
    reason,
    worker: null,
    next_attempt_at: nextAttemptAt === null ? null : new Date(nextAttemptAt),
    ...(state === 'uncertain' ? {} : { repeat_by: null, repeat_until: null }),
  });
  return row !== undefined;
}

export interface ClaimedDigest {
  readonly digest: DigestRow;
  readonly messageId: string;
  readonly scheduleId: string;
  /** Uptime of the sender when the digest became ready, seconds. */
  readonly sinceSeconds: number;
  /** Hard bounces of the reader since the last mail that arrived. */
  readonly bounces: number;
  /** Null for a reader who gets mails. */
  readonly suppression: Omit<SuppressionRow, 'recipient'> | null;
}

export async function readClaimedDigest(db: Database, { digestId }: DeliveryClaim): Promise<ClaimedDigest> {
  const { message_id, since_s, schedule_id, bounces, reason, source, at, ...digest } = await db
    .selectFrom('digest')
    .innerJoin('delivery', 'delivery.digest_id', 'digest.id')
    .innerJoin('run', 'run.id', 'digest.run_id')
    .leftJoin('bounce', 'bounce.recipient_hash', 'digest.recipient_hash')
    .leftJoin('suppression', 'suppression.recipient_hash', 'digest.recipient_hash')
    .selectAll('digest')
    .select(['delivery.message_id', 'delivery.since_s', 'run.schedule_id', 'bounce.count as bounces'])
    .select(['suppression.reason', 'suppression.source', 'suppression.at'])
    .where('digest.id', '=', digestId)
    .executeTakeFirstOrThrow();
  return {
    digest,
    messageId: message_id,
    scheduleId: schedule_id,
    sinceSeconds: since_s,
    bounces: bounces ?? 0,
    suppression: reason === null || source === null || at === null ? null : { reason, source, at },
  };
}
