import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { onTestFinished } from 'vitest';
import { openGateway } from '../../src/cli/io/open-gateway.ts';
import { openListener } from '../../src/http/listener.ts';
import { parseSettings } from '../../src/settings/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { gatewaySettings } from './gateway.ts';
import { formatSettings } from './settings-text.ts';

/** A gateway over real HTTP in this process, so that a test has its clock. */
export interface ServedGateway {
  readonly url: string;
  /** Writes the counts of requests. */
  end(): Promise<void>;
}

/** Serves a sandbox from an empty cache and without a key; the end of the test closes both. */
export async function serveGateway(
  store: Store,
  sandbox: RunningSandbox,
  clock: () => number,
): Promise<ServedGateway> {
  const text = `${formatSettings({ url: sandbox.baseUrl, smtpPort: 1, form: String(sandbox.form) })}${gatewaySettings}`;
  const environment = { ANSWERSHARE_API_KEY: sandbox.keys.enterprise, SMTP_PASSWORD: 'unused-password' };
  const { gateway, ...settings } = parseSettings('answershare.yaml', text, environment);
  if (gateway === null || settings.http === null) throw new Error('The settings have no gateway.');
  for (const table of ['shared_answer', 'shared_lock', 'gateway_use', 'gateway_key'] as const)
    await store.db.deleteFrom(table).execute();
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
  return { url: listener.url, end: opened.close };
}

/** {@link serveGateway} of a new sandbox. */
export const serveNewGateway = async (store: Store, now: string): Promise<ServedGateway> =>
  serveGateway(store, await startSandbox({ form: 2, now }), () => Date.parse(now));
