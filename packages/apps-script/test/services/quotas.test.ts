import { expect, test } from 'vitest';
import { GoogleAccounts, steppedClock } from '../../src/index.ts';
import { failureOf, hostOf, serve } from '../support/pushed-folder.ts';

const code = `
function FETCH(url, n) { var all = []; for (var i = 0; i < n; i++) all.push(url); return UrlFetchApp.fetchAll(all).length; }
function TOUCH() { var p = PropertiesService.getUserProperties(); p.setProperty('k', 'v'); return p.getProperty('k'); }
`;

test.each([
  ['consumer', 20_000],
  ['workspace', 100_000],
] as const)('lets a %s account fetch %d times a day', async (account, most) => {
  let now = 0;
  const server = await serve((_, response) => response.end());
  const host = await hostOf(code, { account, now: () => now });
  host.quotas.add({ urlFetch: most - 2 });
  expect((await failureOf(host.customFunction('FETCH', [server.origin, 3]))).message).toBe(
    'Service invoked too many times for one day: urlfetch.',
  );
  expect(server.requests).toHaveLength(0);
  expect(await host.customFunction('FETCH', [server.origin, 2])).toBe(2);
  expect(host.quotas.used().urlFetch).toBe(most);
  expect((await failureOf(host.customFunction('FETCH', [server.origin, 1]))).scriptName).toBe('Exception');
  now = 86_400_000;
  expect(await host.customFunction('FETCH', [server.origin, 1])).toBe(1);
});

test.each([
  ['consumer', 50_000],
  ['workspace', 500_000],
] as const)('lets a %s account read and write properties %d times a day', async (account, most) => {
  const host = await hostOf(code, { account });
  host.quotas.add({ properties: most - 2 });
  expect(await host.run('TOUCH')).toBe('v');
  expect((await failureOf(host.run('TOUCH'))).message).toBe(
    'Service invoked too many times for one day: properties.',
  );
});

test('30 executions of an account run at once, over all of its files', async () => {
  const account = new GoogleAccounts('workspace');
  const files = await Promise.all([1, 2].map(() => hostOf(code, { account, threads: 2 })));
  const runs = files.flatMap((host) => Array.from({ length: 20 }, () => host.run('TOUCH').catch(String)));
  const shown = await Promise.all(runs);
  expect(shown.filter((value) => value === 'v')).toHaveLength(30);
  expect(shown[39]).toContain('too many scripts running simultaneously for this Google user account');
  expect(await files[1]?.run('TOUCH')).toBe('v');
  expect(files[1]?.executions().filter(({ state }) => state === 'failed')).toHaveLength(10);
  files[0]?.signIn('ben@example.com');
  expect(files[0]?.quotas.used().properties).toBe(0);
});

test('refuses a burst of properties, but not the same calls at a latency', async () => {
  const burst = { account: 'workspace' as const, clock: steppedClock(0) };
  const script = `function READ(n) { for (var i = 0; i < n; i++) PropertiesService.getScriptProperties().getProperty('k'); return n; }`;
  const host = await hostOf(script, burst);
  expect((await failureOf(host.run('READ', [250]))).message).toMatch(
    /^Service invoked too many times in a short time: properties/,
  );
  const slow = await hostOf(script, {
    ...burst,
    clock: steppedClock(0),
    latencyMs: { 'properties.read': 30 },
  });
  expect(await slow.run('READ', [250])).toBe(250);
});

test('counts use and refuses nothing without an account', async () => {
  const host = await hostOf(code);
  host.quotas.add({ properties: 1_000_000 });
  expect(await host.run('TOUCH')).toBe('v');
  expect(host.quotas.used().properties).toBe(1_000_002);
});
