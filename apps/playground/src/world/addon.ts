import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ScriptHost, startAppsScript } from '@answershare/apps-script';
import { connectFile } from '@answershare/sheets-addon/connect-file';

/** The build without a service address: the one that is pushed may name a real service. */
export const bundle = fileURLToPath(new URL('../../../sheets-addon/dist-local', import.meta.url));

/** Runs the built add-on in a local Apps Script with the service at this address. `now` is its clock. */
export async function startAddon(serviceUrl: string, now?: () => number): Promise<ScriptHost> {
  if (!existsSync(bundle))
    throw new Error('The add-on is not built yet: run "pnpm build" once, then start this again.');
  const host = await startAppsScript({
    folder: bundle,
    // Each thread compiles the add-on anew; more of them would wait for the processor.
    threads: 4,
    timeZone: 'UTC',
    ...(now === undefined ? {} : { now }),
  });
  host.properties.script.set('ANSWERSHARE_SERVICE_URL', serviceUrl);
  return host;
}

/** Connects as the sidebar does. Rejects with the add-on's message if it refuses the key. */
export async function connectAddon(host: ScriptHost, key: string): Promise<void> {
  const answer = await connectFile((name, args) => host.sidebarCall(name, args), key);
  if (!answer.ok) throw new Error(`The add-on did not take the key: ${answer.sentence}`);
}

async function act(host: ScriptHost, name: string, input: object): Promise<void> {
  const answer = (await host.sidebarCall('act', [name, input])) as { ok: boolean; sentence?: string };
  if (!answer.ok) throw new Error(`The add-on did not run "${name}": ${answer.sentence}`);
}

/** Records today in the file's history, as the sidebar does. */
export const recordDay = (host: ScriptHost): Promise<void> => act(host, 'track', {});

/** Records today and saves a daily schedule that records each day, as the sidebar does. */
export async function startTracking(host: ScriptHost): Promise<void> {
  await recordDay(host);
  await act(host, 'saveSchedule', { pace: 'day', hour: 7, tracking: true, plan: 'growth' });
}

/** Disconnects, which deletes the stored answers and the schedule, and begins both again. */
export async function reconnectAddon(host: ScriptHost, key: string): Promise<void> {
  const answer = (await host.sidebarCall('disconnect', [])) as { ok: boolean; sentence?: string };
  if (!answer.ok) throw new Error(`The add-on did not disconnect: ${answer.sentence}`);
  await connectAddon(host, key);
  await startTracking(host);
}
