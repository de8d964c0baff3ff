import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Bot } from '../support/bot.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { formatSettings } from '../support/settings-text.ts';

let sandbox: RunningSandbox;
let proxy: Server;
let refused: number;
/** Called at each 429 before the bot gets it. */
let atRefusal: () => Promise<void>;
let bot: Bot;

/** Starts the sandbox with its clock standing at this second of a minute, and a gate before it that sees each 429. */
async function standAt(second: string): Promise<void> {
  sandbox = await startSandbox({ form: 1, now: `2026-11-18T06:00:${second}Z` });
  refused = 0;
  proxy = createServer(async (request, response) => {
    const headers = { authorization: request.headers.authorization ?? '' };
    const answer = await sandbox.fetch(new Request(`${sandbox.baseUrl}${request.url}`, { headers }));
    if (answer.status === 429) {
      refused += 1;
      await atRefusal();
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await sandbox.admin.setUsage(sandbox.keys.starter, { minute: 50 });
  bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: sandbox.keys.starter,
    SMTP_PASSWORD: 'smtp-canary-password',
  });
  bot.settings(formatSettings({ url, smtpPort: 1 }));
}

beforeEach(() => {
  atRefusal = async () => undefined;
});
afterEach(async () => {
  await bot.remove();
  proxy.close();
  await sandbox.close();
});

const snapshot = ['snapshot', '--json', '--now', '2026-11-18T06:00:00Z'];

test('a burst limit is waited out and every answer is collected', async () => {
  await standAt('59');
  atRefusal = () => sandbox.admin.advanceClock(1_000);
  const finished = await bot.run(snapshot);
  const sites = sandbox.websites.length;
  expect(1 + 4 * sites).toBeGreaterThan(10);
  expect(JSON.parse(finished.out)).toMatchObject({ answers: 1 + 4 * sites, failures: [], stopped: null });
  expect(finished.code).toBe(0);
  expect(refused).toBe(1);
});

test('reports a wait for a burst limit', async () => {
  await standAt('59');
  atRefusal = () => sandbox.admin.advanceClock(1_000);
  const finished = await bot.run(snapshot.filter((word) => word !== '--json'));
  const lines = finished.err.split('\n').filter((line) => line.startsWith('The limit'));
  expect(lines).toEqual(['The limit of a minute is met. Waiting 1 s, as the service asks.']);
  expect(finished.code).toBe(0);
});

test('a limit that waiting does not lift ends the snapshot with what is left', async () => {
  await standAt('59');
  const finished = await bot.run(snapshot);
  const sites = sandbox.websites.length;
  const { answers, failures, stopped } = JSON.parse(finished.out) as {
    answers: number;
    failures: object[];
    stopped: string;
  };
  expect(finished.code).toBe(1);
  expect(answers).toBe(10);
  expect(failures).toHaveLength(1);
  expect(stopped).toContain(`Left for today: ${4 * sites - 9} answers`);
  expect(refused).toBe(3);
});

test('a waiting process meets no limit, reports the wait, and stops at once', async () => {
  await standAt('01');
  const running = await bot.begin(['snapshot', '--now', '2026-11-18T06:00:00Z']);
  await running.says('Waiting ');
  running.child.kill('SIGTERM');
  const finished = await running.finished;
  expect(finished).toMatchObject({ code: 1, signal: null });
  expect(finished.err).toMatch(/^Waiting [1-5]\d s, so that the limit of a minute is not met\.\n$/m);
  expect(finished.out).toContain('It was stopped.');
  expect(refused).toBe(0);
});

test('start logs that the snapshot waits, and stops at once', async () => {
  await standAt('01');
  const running = await bot.begin(['start', '--now', '2026-11-18T06:00:00Z']);
  await running.says('Waiting ');
  running.child.kill('SIGTERM');
  const finished = await running.finished;
  expect(finished).toMatchObject({ code: 0, signal: null, err: '' });
  expect(finished.out).toMatch(
    /^2026-11-18T06:00:\d\dZ Waiting [1-5]\d s, so that the limit of a minute is not met\.$/m,
  );
  expect(finished.out).toMatch(/It was stopped\.[\s\S]*Stopped\.\n$/);
  expect(refused).toBe(0);
});
