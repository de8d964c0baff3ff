import { randomBytes } from 'node:crypto';
import { gatewayKeyPrefix } from '@answershare/core';
import type { Selectable } from 'kysely';
import { sha256 } from '../system/text.ts';
import type { Database, GatewayKeyTable } from './tables.ts';

/** What a key of the gateway may read, and how often. */
export interface GatewayGrant {
  readonly name: string;
  /** Ids of websites; null for all, also those of tomorrow. */
  readonly websites: readonly string[] | null;
  readonly perMinute: number;
  readonly perDay: number;
  /** Milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
}

/** A key without its text, of which the ledger has a hash alone. */
export interface GatewayKey extends GatewayGrant {
  readonly id: string;
  /** Milliseconds since the epoch, as the others. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  /** Requests that it made. */
  readonly requests: number;
}

/** `client-a-sheet`: a sheet shows whose key it has. */
const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 30);

/** Creates a key of 256 random bits after its name. Its text is in this result alone. */
export async function createGatewayKey(
  db: Database,
  grant: GatewayGrant,
  now: number,
): Promise<{ readonly id: string; readonly text: string }> {
  const text = `${gatewayKeyPrefix}${toSlug(grant.name)}.${randomBytes(32).toString('base64url')}`;
  const hash = sha256(text);
  const id = hash.slice(0, 8);
  await db
    .insertInto('gateway_key')
    .values({
      id,
      hash,
      name: grant.name,
      websites: grant.websites === null ? null : JSON.stringify(grant.websites),
      per_minute: grant.perMinute,
      per_day: grant.perDay,
      created_at: new Date(now),
      expires_at: grant.expiresAt === null ? null : new Date(grant.expiresAt),
    })
    .execute();
  return { id, text };
}

/** The keys, oldest first. */
export async function listGatewayKeys(db: Database): Promise<readonly GatewayKey[]> {
  const rows = await selectKeys(db).orderBy('created_at').orderBy('id').execute();
  return rows.map(toGatewayKey);
}

/** The key of a SHA-256 hash; null for an unknown one. */
export async function findGatewayKey(db: Database, hash: string): Promise<GatewayKey | null> {
  const row = await selectKeys(db).where('hash', '=', hash).executeTakeFirst();
  return row === undefined ? null : toGatewayKey(row);
}

/** Revokes a key; false if it was revoked before, or does not exist. */
export async function revokeGatewayKey(db: Database, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('gateway_key')
    .set({ revoked_at: new Date(now) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const selectKeys = (db: Database) =>
  db
    .selectFrom('gateway_key')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('gateway_use')
        .select(({ fn }) => fn.sum<string | null>('requests').as('requests'))
        .whereRef('key_id', '=', 'gateway_key.id')
        // Days, not minutes.
        .where('span', 'not like', '%T%')
        .as('requests'),
    );

type KeyRow = Selectable<GatewayKeyTable> & { readonly requests: string | null };

const toGatewayKey = (row: KeyRow): GatewayKey => ({
  id: row.id,
  name: row.name,
  websites: row.websites === null ? null : (JSON.parse(row.websites) as string[]),
  perMinute: row.per_minute,
  perDay: row.per_day,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  revokedAt: row.revoked_at?.getTime() ?? null,
  lastUsedAt: row.last_used_at?.getTime() ?? null,
  requests: Number(row.requests ?? 0),
});

/** Requests of one key in a span: a minute `2026-11-28T09:05`, or a day `2026-11-28`, both UTC. */
export interface GatewayUse {
  readonly key: string;
  readonly span: string;
  readonly requests: number;
}

/** Adds requests, and returns those of all processes in the same spans. */
export async function addGatewayUse(
  db: Database,
  uses: readonly GatewayUse[],
  now: number,
): Promise<readonly GatewayUse[]> {
  const rows = await db
    .insertInto('gateway_use')
    .values(uses.map(({ key, span, requests }) => ({ key_id: key, span, requests })))
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'span']).doUpdateSet(({ eb, ref }) => ({
        requests: eb(ref('gateway_use.requests'), '+', ref('excluded.requests')),
      })),
    )
    .returning(['key_id', 'span', 'requests'])
    .execute();
  const used = uses.filter(({ requests }) => requests > 0).map(({ key }) => key);
  if (used.length > 0)
    await db
      .updateTable('gateway_key')
      .set({ last_used_at: new Date(now) })
      .where('id', 'in', used)
      .execute();
  return rows.map(({ key_id: key, span, requests }) => ({ key, span, requests }));
}

/** Deletes the minutes of earlier days; the counts of days stay with their key. */
export async function deleteOldMinutes(db: Database, today: string): Promise<void> {
  await db.deleteFrom('gateway_use').where('span', 'like', '%T%').where('span', '<', today).execute();
}
