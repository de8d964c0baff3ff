import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function PUT(key, value, seconds) { var c = CacheService.getScriptCache(); seconds === undefined ? c.put(key, value) : c.put(key, value, seconds); }
function GET(key) { return CacheService.getScriptCache().get(key); }
function BAD(what) {
  var c = CacheService.getUserCache();
  if (what === 'number') c.put('k', 5);
  if (what === 'missing') c.put('k');
  if (what === 'all') c.putAll({ k: {} });
}
function MANY(from, to) {
  var entries = {};
  for (var i = from; i < to; i++) entries['k' + i] = 'v';
  CacheService.getDocumentCache().putAll(entries);
}
function THREE() {
  CacheService.getDocumentCache().put('k', 'document');
  CacheService.getUserCache().put('k', 'user');
  return [[CacheService.getDocumentCache().get('k'), CacheService.getScriptCache().get('k'), CacheService.getUserCache().get('k')]];
}
function ALL() {
  var c = CacheService.getScriptCache();
  c.putAll({ a: '1', b: '2', '__proto__': '3' });
  c.remove('a');
  var found = JSON.stringify(c.getAll(['a', 'b']));
  c.removeAll(['b']);
  return found + c.get('b');
}
`;

test('shares cached values between executions; document, script and user caches are separate', async () => {
  const host = await hostOf(code);
  await host.customFunction('PUT', ['k', 'v']);
  expect(await host.customFunction('GET', ['k'])).toBe('v');
  host.cache.clear();
  expect(await host.customFunction('THREE', [])).toEqual([['document', null, 'user']]);
  expect(await host.customFunction('ALL', [])).toBe('{"b":"2"}null');
});

test('keeps a value 600 seconds by default, at most 21,600', async () => {
  let now = 0;
  const host = await hostOf(code, { now: () => now });
  await host.customFunction('PUT', ['k', 'v']);
  await host.customFunction('PUT', ['long', 'v', 21_600]);
  now = 599_999;
  expect(await host.customFunction('GET', ['k'])).toBe('v');
  now = 600_000;
  expect(await host.customFunction('GET', ['k'])).toBe(null);
  expect(Object.keys(host.cache.inspect('script'))).toEqual(['long']);
  await host.customFunction('PUT', ['short', 'v', 1]);
  now += 999;
  expect(await host.customFunction('GET', ['short'])).toBe('v');
  now += 1;
  expect(await host.customFunction('GET', ['short'])).toBe(null);
  for (const seconds of [0, 21_601]) {
    expect((await failureOf(host.customFunction('PUT', ['k', 'v', seconds]))).message).toContain(
      'expirationInSeconds',
    );
  }
});

test('accepts a key of 250 characters and refuses one more', async () => {
  const host = await hostOf(code);
  await host.customFunction('PUT', ['k'.repeat(250), 'v']);
  const failure = await failureOf(host.customFunction('PUT', ['k'.repeat(251), 'v']));
  expect(failure.message).toBe('Argument too large: key');
  expect(failure.scriptName).toBe('Exception');
});

test('accepts a value of 100 KB and refuses one more byte', async () => {
  const host = await hostOf(code);
  await host.customFunction('PUT', ['k', 'ü'.repeat(51_200)]);
  const failure = await failureOf(host.customFunction('PUT', ['k', `${'ü'.repeat(51_200)}a`]));
  expect(failure.message).toBe('Argument too large: value');
});

test('keeps 1,000 items; the 1,001st leaves the newest 900', async () => {
  const host = await hostOf(code);
  await host.customFunction('MANY', [0, 1_000]);
  expect(Object.keys(host.cache.inspect('document'))).toHaveLength(1_000);
  await host.customFunction('MANY', [1_000, 1_001]);
  const kept = Object.keys(host.cache.inspect('document'));
  expect([kept.length, kept[0], kept[899]]).toEqual([900, 'k101', 'k1000']);
});

test.each([
  ['number', "The parameters (String,Number) don't match the method signature for CacheService.Cache.put."],
  ['missing', "The parameters (String) don't match the method signature for CacheService.Cache.put."],
  ['all', "The parameters (Object) don't match the method signature for CacheService.Cache.putAll."],
])('refuses an invalid argument: %s', async (what, message) => {
  const host = await hostOf(code);
  expect((await failureOf(host.customFunction('BAD', [what]))).message).toBe(message);
});

test('cacheLoss makes gets miss existing values', async () => {
  const dice = [0.4, 0.6];
  const host = await hostOf(code, { cacheLoss: 0.5, random: () => dice.shift() ?? 0 });
  await host.customFunction('PUT', ['k', 'v']);
  expect(await host.customFunction('GET', ['k'])).toBe(null);
  expect(await host.customFunction('GET', ['k'])).toBe('v');
  expect(host.counters()).toMatchObject({ cacheGets: 2, cachePuts: 1, executions: 3 });
});

test('two hosts share nothing', async () => {
  const [one, other] = [await hostOf(code), await hostOf(code)];
  await one.customFunction('PUT', ['k', 'v']);
  expect(await other.customFunction('GET', ['k'])).toBe(null);
});
