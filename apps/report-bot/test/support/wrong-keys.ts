import { randomBytes } from 'node:crypto';
import { createAccess } from '../../src/gateway/access.ts';
import { createGatewayKey, revokeGatewayKey } from '../../src/store/gateway-keys.ts';
import type { Store } from '../../src/store/store.ts';
import { serveNewGateway } from './served-gateway.ts';

const now = '2026-11-18T09:00:00Z';
const time = Date.parse(now);

/** What so many guesses from one address got, and right keys of the same address among them. */
export interface Guesses {
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Different answers with 401, without their date. */
  readonly refusals: ReadonlySet<string>;
  /** Answers with 429. */
  readonly waits: ReadonlySet<string>;
  /** Statuses of the right key. */
  readonly right: ReadonlySet<number>;
  /** Requests that the ledger counted for all keys. */
  readonly counted: number;
  readonly rightAsked: number;
  /** The texts of all keys that exist. */
  readonly keys: readonly string[];
}

/** Guesses keys of every kind over HTTP, a right key after each hundred. Its clock does not go on. */
export async function guessKeys(store: Store, count: number): Promise<Guesses> {
  const { db } = store;
  const gateway = await serveNewGateway(store, now);
  const grant = { name: 'Sheet', websites: null, perMinute: 100_000, perDay: 100_000 };
  const right = await createGatewayKey(db, { ...grant, expiresAt: null }, time);
  const revoked = await createGatewayKey(db, { ...grant, expiresAt: null }, time);
  await revokeGatewayKey(db, revoked.id, time);
  const expired = await createGatewayKey(db, { ...grant, expiresAt: time - 1 }, time - 2);
  const [prefix = ''] = /^.*gw_/.exec(right.text) ?? [];
  const kinds: readonly ((at: number) => string)[] = [
    () => `${prefix}${randomBytes(32).toString('base64url')}`,
    (at) => `${prefix}${at}`,
    (at) => right.text.slice(0, -1 - (at % 40)),
    () => `${right.text}A`,
    () => right.text.toLowerCase(),
    () => right.text.slice(prefix.length),
    () => revoked.text,
    () => expired.text,
    () => right.id,
    () => `${prefix}' or '1'='1`.replaceAll(' ', ''),
    () => 'x'.repeat(5_000),
  ];
  const statuses = new Map<number, number>();
  const refusals = new Set<string>();
  const waits = new Set<string>();
  const rightStatuses = new Set<number>();
  let rightAsked = 0;
  const ask = async (key: string): Promise<Response> =>
    fetch(`${gateway.url}/api/v1/websites`, { headers: { authorization: `Bearer ${key}` } });
  const guess = async (at: number): Promise<void> => {
    const kind = kinds[at % kinds.length];
    const response = await ask(kind?.(at) ?? '');
    const { status, headers } = response;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const shown = [...headers].filter(([name]) => name !== 'date');
    (status === 401 ? refusals : waits).add(JSON.stringify([status, shown, await response.text()]));
  };
  for (let from = 0; from < count; from += 100) {
    await Promise.all(Array.from({ length: Math.min(100, count - from) }, (_, at) => guess(from + at)));
    const response = await ask(right.text);
    await response.text();
    rightStatuses.add(response.status);
    rightAsked += 1;
  }
  await gateway.end();
  const used = await db
    .selectFrom('gateway_use')
    .select('requests')
    .where('span', 'not like', '%T%')
    .execute();
  return {
    statuses,
    refusals,
    waits,
    right: rightStatuses,
    rightAsked,
    counted: used.reduce((sum, { requests }) => sum + requests, 0),
    keys: [right.text, revoked.text, expired.text],
  };
}

/** Guesses from so many addresses. Returns the refusals by status. */
export async function guessFromAddresses(
  store: Store,
  addresses: number,
  each: number,
): Promise<ReadonlyMap<number, number>> {
  const access = createAccess(store.db, () => time);
  const statuses = new Map<number, number>();
  for (let from = 0; from < addresses; from += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, addresses - from) * each }, async (_, at) => {
        const key = `Bearer rs_live_gw_${randomBytes(32).toString('base64url')}`;
        const address = `2001:db8::${(from + (at % 10)).toString(16)}`;
        const { status } = await access.authenticate(key, address).then(
          () => ({ status: 200 }),
          (refusal: { readonly status: number }) => refusal,
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
  return statuses;
}
