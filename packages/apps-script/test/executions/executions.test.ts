import { expect, test } from 'vitest';
import type { ScriptHost } from '../../src/index.ts';
import { failureOf, hostOf, serve } from '../support/pushed-folder.ts';

const code = `
function LEAD(url) {
  LockService.getDocumentLock().waitLock(1000);
  try { return UrlFetchApp.fetch(url).getContentText(); }
  catch (e) { CacheService.getScriptCache().put('caught', 'yes'); }
  finally { CacheService.getScriptCache().put('finally', 'yes'); }
}
function LOOP() { for (;;); }
function TRY() { return LockService.getDocumentLock().tryLock(0); }
function FINE() { return 'fine'; }
function BUSY(url) {
  var c = CacheService.getDocumentCache(), p = PropertiesService.getDocumentProperties();
  c.get('a'); c.getAll(['a', 'b']); c.put('a', '1'); c.remove('a');
  p.getProperty('k'); p.setProperty('k', 'v'); p.deleteProperty('k');
  LockService.getScriptLock().tryLock(0);
  UrlFetchApp.fetch(url); UrlFetchApp.fetchAll([url, url]);
  return SpreadsheetApp.getActiveSheet().getRange('A1').getValue();
}
`;

test('kills an execution during its request: none of its code runs, its lock is free', async () => {
  let hungUp = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    hungUp = resolve;
  });
  let arrived = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const server = await serve((_, response) => {
    response.on('close', hungUp);
    arrived();
  });
  const host = await hostOf(code, { threads: 1 });
  const leader = failureOf(host.customFunction('LEAD', [server.origin]));
  await asked;
  const [running] = host.executions();
  expect(running).toMatchObject({ name: 'LEAD', kind: 'cell', state: 'running', endedAt: null });
  expect(host.kill(running?.id ?? 0)).toBe(true);
  const failure = await leader;
  expect([failure.kind, failure.message]).toEqual([
    'killed',
    'Internal error executing the custom function.',
  ]);
  await gone;
  expect(await host.customFunction('TRY', [])).toBe(true);
  expect(host.cache.inspect('script')).toEqual({});
  expect(host.kill(running?.id ?? 0)).toBe(false);
  expect(host.executions()[0]?.state).toBe('killed');
});

test('kills a computing script, and one that waits for a thread never begins', async () => {
  const host = await hostOf(code, { threads: 1 });
  const looping = failureOf(host.run('LOOP'));
  const waiting = failureOf(host.customFunction('FINE', []));
  expect(host.executions().map(({ state }) => state)).toEqual(['running', 'waiting']);
  expect(host.executions(1).map(({ state }) => state)).toEqual(['waiting']);
  for (const { id } of host.executions().reverse()) host.kill(id);
  expect((await looping).kind).toBe('killed');
  expect((await waiting).kind).toBe('killed');
  expect(host.executions()[1]).toMatchObject({ state: 'killed', startedAt: null });
  expect(await host.customFunction('FINE', [])).toBe('fine');
});

test('lists of a sidebar call only plain words, for another argument may be a key', async () => {
  const host = await hostOf(code);
  await host.sidebarCall('FINE', ['insertReport', 'rs_live_abc', { key: 'secret' }]);
  expect(host.executions(1)[0]?.args).toEqual(['"insertReport"']);
});

test('runs 30 executions at once; one more waits', async () => {
  const held: (() => void)[] = [];
  let full = (): void => undefined;
  const thirty = new Promise<void>((resolve) => {
    full = resolve;
  });
  const server = await serve((_, response) => {
    held.push(() => response.end('x'));
    if (held.length === 30) full();
    if (held.length === 31) held[30]?.();
  });
  const host = await hostOf('function GET(url) { return UrlFetchApp.fetch(url).getContentText(); }', {
    threads: 30,
    budgetMs: { customFunction: 55_000 },
  });
  const all = Array.from({ length: 31 }, () => host.customFunction('GET', [server.origin]));
  await thirty;
  const states = host.executions().map(({ state }) => state);
  expect(states).toEqual([...Array.from({ length: 30 }, () => 'running'), 'waiting']);
  for (const answer of held) answer();
  expect(await Promise.all(all)).toHaveLength(31);
});

test('onCall gets each call before it runs, and can kill the execution', async () => {
  const server = await serve((_, response) => response.end('x'));
  const seen: string[] = [];
  const started: { host?: ScriptHost } = {};
  started.host = await hostOf(code, {
    onCall({ execution, name, operation }) {
      seen.push(`${name} ${operation}`);
      if (operation === 'fetch.send') started.host?.kill(execution);
    },
  });
  expect((await failureOf(started.host.customFunction('LEAD', [server.origin]))).kind).toBe('killed');
  expect(seen).toEqual(['LEAD lock.acquire', 'LEAD fetch.send']);
  expect(server.requests).toHaveLength(0);
});

test('each execution has its own counters', async () => {
  const server = await serve((_, response) => response.end('x'));
  const host = await hostOf(code, { threads: 2 });
  await Promise.all([host.customFunction('BUSY', [server.origin]), host.customFunction('FINE', [])]);
  const [busy, fine] = host.executions();
  expect(busy?.counters).toEqual({
    fetches: 3,
    fetchCalls: 2,
    cacheGets: 2,
    cachePuts: 1,
    cacheRemoves: 1,
    propertyReads: 1,
    propertyWrites: 2,
    sheetReads: 1,
    sheetWrites: 0,
    locks: 1,
  });
  expect(Object.values(fine?.counters ?? {}).every((count) => count === 0)).toBe(true);
  expect(host.counters()).toMatchObject({ executions: 2, fetches: 3, maxInFlight: 2 });
});

test('evicts items for good, with equal probability', async () => {
  const host = await hostOf(
    `function PUT() { var e = {}; for (var i = 0; i < 10; i++) e['k' + i] = 'v'; CacheService.getDocumentCache().putAll(e); }`,
    { random: () => 0 },
  );
  await host.customFunction('PUT', []);
  expect(host.cache.evict(0.25)).toBe(2);
  expect(Object.keys(host.cache.inspect('document'))[0]).toBe('k2');
  expect(host.cache.evict(1)).toBe(8);
});

test('a host closed twice frees each thread once', async () => {
  const first = await hostOf(code, { threads: 1 });
  await first.customFunction('FINE', []);
  await first.close();
  await first.close();
  const host = await hostOf(code, { threads: 2 });
  await Promise.all([host.customFunction('FINE', []), host.customFunction('FINE', [])]);
  expect(host.executions().map(({ state }) => state)).toEqual(['completed', 'completed']);
});
