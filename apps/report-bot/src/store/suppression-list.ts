import { toCalendarDate } from '@answershare/core';
import { sql } from 'kysely';
import type { Copies, DigestAudience } from '../settings/settings.ts';
import { appendAudit } from './audit.ts';
import { takeNew } from './database.ts';
import { hashRecipient } from './digests.ts';
import type { Database, SuppressionRow } from './tables.ts';

export type SuppressionReason = SuppressionRow['reason'];

/** So many hard bounces in a row suppress an address. */
const maxBounces = 2;

/** `bounced on 2026-11-28 (mail server)`. */
export const formatSuppression = ({ reason, source, at }: Omit<SuppressionRow, 'recipient'>): string =>
  `${reason} on ${toCalendarDate(at.getTime())} (${source})`;

/** Why an address gets no mail, as `list` prints it. */
export const explainSuppression = (row: Omit<SuppressionRow, 'recipient'>): string =>
  `the address is suppressed: ${formatSuppression(row)}`;

/** Suppresses an address; an earlier entry stays. True if it is new. */
export async function suppress(
  db: Database,
  address: string,
  reason: SuppressionReason,
  source: string,
  now: number,
): Promise<boolean> {
  const recipient_hash = hashRecipient(address);
  const added = await db
    .insertInto('suppression')
    .values({ recipient_hash, recipient: address, reason, source, at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('recipient_hash')
    .executeTakeFirst();
  if (added !== undefined) await appendAudit(db, now, recipient_hash, 'suppressed', `${reason} (${source})`);
  return added !== undefined;
}

/** Lets an address get mails again, and forgets its bounces. False if it was not suppressed. */
export async function unsuppress(db: Database, address: string, now: number): Promise<boolean> {
  const hash = hashRecipient(address);
  await db.deleteFrom('bounce').where('recipient_hash', '=', hash).execute();
  const removed = await db
    .deleteFrom('suppression')
    .where('recipient_hash', '=', hash)
    .returning('recipient_hash')
    .executeTakeFirst();
  if (removed !== undefined) await appendAudit(db, now, hash, 'unsuppressed');
  return removed !== undefined;
}

export const listSuppressions = (db: Database): Promise<SuppressionRow[]> =>
  db
    .selectFrom('suppression')
    .select(['recipient', 'reason', 'source', 'at'])
    .orderBy('at')
    .orderBy('recipient')
    .execute();

/** The suppression of an address; null without one. */
export const findSuppression = async (db: Database, address: string): Promise<SuppressionRow | null> =>
  (await readSuppressed(db, [address])).get(hashRecipient(address)) ?? null;

async function readSuppressed(
  db: Database,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SuppressionRow>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('suppression')
    .select(['recipient_hash', 'recipient', 'reason', 'source', 'at'])
    .where(sql<boolean>`recipient_hash = any(${addresses.map(hashRecipient)}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.recipient_hash, row]));
}

/** These copies without suppressed addresses. */
export async function selectCopies(db: Database, { cc, bcc }: Copies): Promise<Copies> {
  const suppressed = await readSuppressed(db, [...cc, ...bcc]);
  const select = (addresses: readonly string[]) =>
    addresses.filter((address) => !suppressed.has(hashRecipient(address)));
  return { cc: select(cc), bcc: select(bcc) };
}

interface ReachedAudience {
  readonly reached: DigestAudience;
  /** Recipients that get no mail, and why. */
  readonly suppressed: readonly { readonly to: string; readonly reason: string }[];
}

/** An audience without its suppressed addresses. */
export async function selectReached(db: Database, audience: DigestAudience): Promise<ReachedAudience> {
  const rows = await readSuppressed(
    db,
    audience.recipients.map(({ to }) => to),
  );
  const copies = await selectCopies(db, audience.copies);
  const recipients = audience.recipients.filter(({ to }) => !rows.has(hashRecipient(to)));
  return {
    reached: { ...audience, recipients, copies },
    suppressed: audience.recipients.flatMap(({ to }) => {
      const row = rows.get(hashRecipient(to));
      return row === undefined ? [] : [{ to, reason: explainSuppression(row) }];
    }),
  };
}

/**
 * Counts a hard bounce; the second in a row suppresses the address. A repeat of the same attempt counts once. Returns whether the
 * address is suppressed.
 */
export async function recordBounce(
  db: Database,
  address: string,
  attempt: string,
  source: string,
  now: number,
): Promise<boolean> {
  const row = { recipient_hash: hashRecipient(address), attempt, at: new Date(now) };
  const { count } = await db
    .insertInto('bounce')
    .values({ ...row, count: 1 })
    .onConflict((conflict) =>
      conflict.column('recipient_hash').doUpdateSet({
        ...takeNew('attempt', 'at'),
        count: sql<number>`bounce.count + case when bounce.attempt = excluded.attempt then 0 else 1 end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  if (count < maxBounces) return false;
  await suppress(db, address, 'bounced', source, now);
  return true;
}

/** A mail arrived: bounces before it no longer count. */
export async function forgetBounces(db: Database, address: string): Promise<void> {
  await db.deleteFrom('bounce').where('recipient_hash', '=', hashRecipient(address)).execute();
}
