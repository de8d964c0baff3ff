import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAddon, recordDay, startAddon } from '../../src/world/addon.ts';
import { startBot } from '../../src/world/bot.ts';
import { CleanupStack } from '../../src/world/cleanup.ts';

const program = fileURLToPath(new URL('../../../report-bot/dist/answershare.mjs', import.meta.url));
const site = 'northwind-outdoor.example';
const days = ['2026-11-21', '2026-11-22', '2026-11-23'];
const monday = '2026-11-23T09:00:00Z';

const cleanup = new CleanupStack();
let now = Date.parse(monday);
let service: Awaited<ReturnType<typeof openCells>>;
let gateway: Awaited<ReturnType<typeof openCells>>;
let asked: () => Promise<number>;
let stopGateway: () => Promise<void>;

/** A file that is connected to this address. */
async function openCells(url: string, key: string) {
  const host = await cleanup.add(await startAddon(url, () => now));
  await connectAddon(host, key);
  const cell = (name: string, ...args: unknown[]): Promise<unknown> =>
    host.customFunction(name, [site, ...args]).catch((fault: Error) => fault.message);
  return { host, cell };
}

beforeAll(async () => {
  const sandbox = await cleanup.add(await startSandbox({ form: 2, seed: 1, now: monday }));
  await sandbox.admin.freezeClock();
  const key = sandbox.keys.enterprise;
  const folder = await mkdtemp(join(tmpdir(), 'answershare-gateway-'));
  await cleanup.add({ close: () => rm(folder, { recursive: true, force: true }) });
  const settings = [
    `service: { url: ${sandbox.baseUrl}, key: "\${ANSWERSHARE_API_KEY}" }`,
    'http: { listen: "127.0.0.1:0" }',
    'gateway: {}',
    'schedules: []',
  ];
  await writeFile(join(folder, 'answershare.yaml'), settings.join('\n'));
  const bot = startBot(folder, key);
  for (const day of days) {
    await sandbox.admin.setClock(`${day}T05:30:00Z`);
    await bot.run(`snapshot --now ${day}T05:30:00Z`);
  }
  await sandbox.admin.setClock(monday);
  await bot.close();
  const env = { PATH: process.env.PATH, ANSWERSHARE_API_KEY: key };
  const line = ['keys', 'create', '--name', 'Sheet', '--websites', site, '--json', '--now', monday];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...line], { cwd: folder, env });
  const { key: own } = JSON.parse(stdout) as { key: string };
  const serving = spawn(process.execPath, [program, 'serve', '--json', '--now', monday], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(serving, 'close');
  stopGateway = async () => {
    serving.kill('SIGTERM');
    await ended;
  };
  await cleanup.add({ close: stopGateway });
  const [first] = await once(serving.stdout.setEncoding('utf8'), 'data');
  const { url } = JSON.parse(String(first)) as { url: string };
  service = await openCells(sandbox.baseUrl, key);
  gateway = await openCells(url, own);
  asked = async () => (await sandbox.admin.requests()).total;
}, 300_000);
afterAll(() => cleanup.close());

const formulas: readonly (readonly [string, ...unknown[]])[] = [
  ['AUTHORITY'],
  ['SHARE_OF_VOICE'],
  ['CITATIONS'],
  ['COMPETITORS'],
  ['ANALYTICS_TOTAL', '7d', 'visitors'],
  ['ANALYTICS', '3d'],
];

test('a sheet that moves to the gateway keeps its figures, and what the ledger has costs no request', async () => {
  const direct = [];
  for (const [name, ...args] of formulas) direct.push(await service.cell(name, ...args));
  const before = await asked();
  const served = [];
  for (const [name, ...args] of formulas) served.push(await gateway.cell(name, ...args));
  expect(served).toEqual(direct);
  // Both windows of analytics.
  expect((await asked()) - before).toBeLessThanOrEqual(2);
});

test('the history of the ledger is the history of the file at once, and its changes are judged', async () => {
  await recordDay(service.host);
  expect(await service.cell('AUTHORITY_HISTORY')).toHaveLength(2);
  await recordDay(gateway.host);
  for (const name of ['AUTHORITY_HISTORY', 'SHARE_OF_VOICE_HISTORY']) {
    const rows = (await gateway.cell(name)) as readonly (readonly [Date, number])[];
    expect(rows.slice(1).map(([date]) => new Date(date).toISOString().slice(0, 10))).toEqual(days);
  }
  const [, ...authority] = (await gateway.cell('AUTHORITY_HISTORY')) as readonly (readonly [Date, number])[];
  const change = (await gateway.cell('AUTHORITY_CHANGE', '2d')) as number;
  expect(change).toBe((authority[2]?.[1] ?? 0) - (authority[0]?.[1] ?? 0));
  await recordDay(gateway.host);
  expect(await gateway.cell('AUTHORITY_HISTORY')).toHaveLength(days.length + 1);
});

test('the websites of others do not exist for the file', async () => {
  expect(await gateway.host.customFunction('WEBSITES', [])).toHaveLength(2);
  await expect(gateway.host.customFunction('AUTHORITY', ['harborandpine.example'])).rejects.toThrow(
    'not_found',
  );
});

test('with the gateway down, the last good figures stay', async () => {
  const before = await gateway.cell('CITATIONS');
  await stopGateway();
  now += 9 * 3_600_000;
  expect(await gateway.cell('CITATIONS')).toEqual(before);
});
