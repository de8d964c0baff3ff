import { type Form, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { type Service, testConformance } from '@answershare/sandbox/conformance';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { openGateway } from '../../src/cli/io/open-gateway.ts';
import { openListener } from '../../src/http/listener.ts';
import { parseSettings } from '../../src/settings/settings.ts';
import { addGatewayUse, createGatewayKey, revokeGatewayKey } from '../../src/store/gateway-keys.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { gatewaySettings } from '../support/gateway.ts';
import { createLedgerDatabase } from '../support/ledgers.ts';
import { formatSettings } from '../support/settings-text.ts';

/** A gateway over a sandbox of its own, with keys of the same names and limits. */
interface ServedGateway extends Service {
  readUsage(label: string): Promise<{ readonly minute: number; readonly day: number }>;
}

const limits = { perMinute: 300, perDay: 1_000 };
let store: Store;

beforeAll(async () => {
  store = await openStore({ url: await createLedgerDatabase() });
});
afterAll(() => store.close());

async function serve(sandbox: RunningSandbox, clock: () => number) {
  const text = `${formatSettings({ url: sandbox.baseUrl, smtpPort: 1, form: String(sandbox.form) })}${gatewaySettings}`;
  const environment = { ANSWERSHARE_API_KEY: sandbox.keys.enterprise, SMTP_PASSWORD: 'unused-password' };
  const { gateway, ...settings } = parseSettings('answershare.yaml', text, environment);
  if (gateway === null || settings.http === null) throw new Error('The settings have no gateway.');
  const { db } = store;
  for (const table of ['shared_answer', 'shared_lock', 'gateway_use', 'gateway_key'] as const)
    await db.deleteFrom(table).execute();
  const ended = new AbortController();
  const opened = openGateway({
    store,
    settings: { ...settings, gateway },
    clock,
    ended: ended.signal,
    writeError: (line) => {
      throw new Error(line);
    },
  });
  const listener = await openListener(settings.http, null, opened.routes);
  onTestFinished(async () => {
    ended.abort();
    listener.close();
    await opened.close();
    await sandbox.close();
  });
  // The counts of requests are written at the end.
  return { url: listener.url, end: () => opened.close() };
}

async function start(
  form: Form,
  { now = '2026-11-16T09:00:00Z' }: { readonly now?: string } = {},
): Promise<ServedGateway> {
  const sandbox = await startSandbox({ form, now });
  let time = Date.parse(now);
  const served = await serve(sandbox, () => time);
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
