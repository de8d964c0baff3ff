import { type Form, startSandbox } from '@answershare/sandbox';
import { type Service, testConformance } from '@answershare/sandbox/conformance';
import { afterAll, beforeAll } from 'vitest';
import { addGatewayUse, createGatewayKey, revokeGatewayKey } from '../../src/store/gateway-keys.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { createLedgerDatabase } from '../support/ledgers.ts';
import { serveGateway } from '../support/served-gateway.ts';

/** A gateway over a sandbox of its own, with keys of the same names and limits. */
interface GatewayService extends Service {
  readUsage(label: string): Promise<{ readonly minute: number; readonly day: number }>;
}

const limits = { perMinute: 300, perDay: 1_000 };
let store: Store;

beforeAll(async () => {
  store = await openStore({ url: await createLedgerDatabase() });
});
afterAll(() => store.close());

async function start(
  form: Form,
  { now = '2026-11-16T09:00:00Z' }: { readonly now?: string } = {},
): Promise<GatewayService> {
  const sandbox = await startSandbox({ form, now });
  let time = Date.parse(now);
  const served = await serveGateway(store, sandbox, () => time);
  const { db } = store;
  const ids = new Map<string, string>();
  const createKey = async (name: string, websites: readonly { readonly id: string }[]): Promise<string> => {
    const grant = { name, websites: websites.map(({ id }) => id), ...limits, expiresAt: null };
    const { id, text } = await createGatewayKey(db, grant, time);
    ids.set(name, id).set(text, id);
    return text;
  };
  const idOf = (labelOrKey: string): string => ids.get(labelOrKey) ?? labelOrKey;
  const websites = sandbox.websites.slice(0, -1);
  const keys = {
    live: await createKey('live', websites),
    growth: await createKey('growth', websites),
    revoked: await createKey('revoked', websites),
    otherTeam: await createKey('otherTeam', sandbox.websites.slice(-1)),
  };
  await revokeGatewayKey(db, idOf('revoked'), time);
  /** Adds requests of this minute and day, and returns all. */
  const addUses = (key: string, counts: readonly [number, number]) => {
    const at = new Date(time).toISOString();
    const uses = [at.slice(0, 16), at.slice(0, 10)].map((span, index) => ({
      key: idOf(key),
      span,
      requests: counts[index] ?? 0,
    }));
    return addGatewayUse(db, uses, time);
  };
  return {
    form,
    baseUrl: served.url,
    websites,
    keys,
    admin: {
      createKey: ({ label = 'another' } = {}) => createKey(label, websites),
      revoke: async (key) => {
        await revokeGatewayKey(db, idOf(key), time);
        // A revoked key answers no longer than a second.
        time += 1_000;
      },
      setUsage: async (key, { minute = 0, day = 0 }) => void (await addUses(key, [minute, day])),
      fault: sandbox.admin.fault,
      setClock: async (iso) => {
        time = Date.parse(iso);
        await sandbox.admin.setClock(iso);
      },
      advanceClock: async (milliseconds) => {
        time += milliseconds;
        await sandbox.admin.advanceClock(milliseconds);
      },
    },
    readUsage: async (label) => {
      await served.end();
      const [minute, day] = await addUses(label, [0, 0]);
      return { minute: minute?.requests ?? 0, day: day?.requests ?? 0 };
    },
  };
}

testConformance({
  start,
  // One body for both Forms.
  wordsOf: () => 2,
  readUsage: (service, label) => service.readUsage(label),
  documentPath: '/api/v1/openapi.json',
});
