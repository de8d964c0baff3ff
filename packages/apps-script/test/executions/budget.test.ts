import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { steppedClock } from '../../src/index.ts';
import { failureOf, hostOf, pushedFolder } from '../support/pushed-folder.ts';

const code = `
function mark(name) { CacheService.getScriptCache().put(name, 'reached'); }
function LOOP() { try { for (;;); } catch (e) { mark('caught'); } finally { mark('finally'); } }
function SLEEP() { try { Utilities.sleep(300000); } catch (e) { mark('caught'); } }
function REGEX() { return /^(a+)+$/.test('a'.repeat(60) + 'b'); }
function MICRO() { function again() { return Promise.resolve().then(again); } again(); return 1; }
function FINE() { return 'fine'; }
`;

test.each(['LOOP', 'SLEEP', 'REGEX', 'MICRO'])(
  '%s is killed at its budget and cannot catch it',
  async (name) => {
    const host = await hostOf(code, { threads: 1, budgetMs: { customFunction: 300 } });
    const failure = await failureOf(host.customFunction(name, []));
    expect([failure.kind, failure.message]).toEqual(['timeout', 'Exceeded maximum execution time']);
    expect(await host.customFunction('FINE', [])).toBe('fine');
    expect(host.cache.inspect('script')).toEqual({});
  },
);

test('applies separate budgets to cells and other executions', async () => {
  const host = await hostOf('function NAP() { Utilities.sleep(600); return 1; }', {
    budgetMs: { customFunction: 200, other: 20_000 },
  });
  expect((await failureOf(host.customFunction('NAP', []))).kind).toBe('timeout');
  expect(await host.run('NAP')).toBe(1);
});

test('counts loading time: kills a file that never finishes', async () => {
  const host = await hostOf('for (;;); function F() {}', { budgetMs: { customFunction: 200 } });
  expect((await failureOf(host.customFunction('F', []))).kind).toBe('timeout');
});

test('executions beyond the number of threads wait, and all finish', async () => {
  const host = await hostOf('function ECHO(x) { return x; }', { threads: 2 });
  const asked = Array.from({ length: 40 }, (_, i) => i);
  expect(await Promise.all(asked.map((i) => host.customFunction('ECHO', [i])))).toEqual(asked);
});

test('ends only the execution that exhausts memory', async () => {
  const host = await hostOf(
    `${code} function EAT() { var all = []; for (;;) all.push(new Array(1e5).fill(all.length)); }`,
    {
      threads: 1,
    },
  );
  expect((await failureOf(host.customFunction('EAT', []))).message).toContain('memory');
  expect(await host.customFunction('FINE', [])).toBe('fine');
});

test('close ends running executions', async () => {
  const host = await hostOf(`${code} function HANG() { mark('started'); for (;;) Utilities.sleep(1000); }`, {
    threads: 2,
  });
  const running = failureOf(host.customFunction('HANG', []));
  while (host.cache.inspect('script').started === undefined) await host.customFunction('FINE', []);
  const rest = [failureOf(host.customFunction('HANG', [])), failureOf(host.customFunction('HANG', []))];
  await host.close();
  for (const failure of await Promise.all(rest)) expect(failure.message).toContain('closed');
  expect((await running).message).toBe('The execution was ended because the host was closed.');
  expect((await failureOf(host.customFunction('FINE', []))).message).toContain('The host is closed');
});

test('the process ends by itself once its hosts are closed', async () => {
  const folder = await pushedFolder({ 'Code.js': code });
  const program = `import { startAppsScript } from '${new URL('../../src/index.ts', import.meta.url)}';
    const host = await startAppsScript({ folder: process.argv[1] });
    console.log(await host.customFunction('FINE', []));
    await host.close();`;
  const args = ['--input-type=module', '--eval', program, folder];
  expect((await promisify(execFile)(process.execPath, args)).stdout).toBe('fine\n');
});

test.each([
  [{ threads: 31 }, 'threads must be a whole number from 1 to 30, not 31.'],
  [{ threads: 0 }, 'threads must be a whole number from 1 to 30, not 0.'],
  [{ cacheLoss: 2 }, 'cacheLoss must be from 0 to 1, not 2.'],
  [{ latencyMs: { 'cache.got': 1 } }, 'latencyMs names "cache.got"; the calls are fetch.send, cache.get,'],
  [{ latencyMs: { 'cache.get': -1 } }, 'latencyMs.cache.get must be 0 or more, not -1.'],
  [{ account: 'other' as 'consumer' }, 'account must be "consumer" or "workspace", not "other".'],
  [{ now: () => 0, clock: steppedClock(0) }, 'Give now or clock, not both'],
  [{ budgetMs: { other: 0 } }, 'budgetMs.other must be more than 0 milliseconds, not 0.'],
  [{ origins: { 'https://a/': 'http://b' } }, 'is not one.'],
])('refuses options %j', async (options, message) => {
  const { startAppsScript } = await import('../../src/index.ts');
  const folder = await pushedFolder({ 'Code.js': '' });
  expect((await failureOf(startAppsScript({ folder, ...options }))).message).toContain(message);
});
