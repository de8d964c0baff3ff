import { describe, expect, test } from 'vitest';
import { type AppsScriptOptions, steppedClock } from '../../src/index.ts';
import { failureOf, hostOf, manifest, serve } from '../support/pushed-folder.ts';

const code = `
function SLEEP(ms) { var from = Date.now(); try { Utilities.sleep(ms); } finally { CacheService.getScriptCache().put('finally', 'reached'); } return Date.now() - from; }
function NAPS(times, ms) { for (var i = 0; i < times; i++) Utilities.sleep(ms); return Date.now(); }
function LOG(name, ms) { Utilities.sleep(ms); Logger.log(name + '@' + Date.now()); Utilities.sleep(ms); Logger.log(name + '@' + Date.now()); }
function HOLD(ms) { LockService.getScriptLock().waitLock(1000); Utilities.sleep(ms); }
function CLOCKS() {
  var date = new Date(); date.setTime(Date.now());
  return [[Date.now(), new Date().getTime(), new Date().valueOf(), +new Date(), Number(new Date()), date.getTime(), new Date(Date.now()).getTime(), Date.parse(new Date().toISOString())]];
}
function MOMENTS() { return [[Date(), new Date().toString(), new Date(Date.now()).toString()]]; }
function PARTS() { var now = new Date(); return [[now.getMilliseconds(), now.getUTCMilliseconds(), now.setMilliseconds(7.9) % 1000, now.setUTCSeconds(1.5, 2.5) % 1000, Date.UTC(2026, 0, 1, 0, 0, 0, 7.9) % 1000, new Date(2026, 0, 1, 0, 0, 0, 7.9) % 1000]]; }
function WANT(ms) { Utilities.sleep(1); var from = Date.now(); var got = LockService.getScriptLock().tryLock(ms); return [[got, Date.now() - from]]; }
`;

test.each([
  [
    'a cell',
    30_000,
    (host: Awaited<ReturnType<typeof hostOf>>, ms: number) => host.customFunction('SLEEP', [ms]),
  ],
  [
    'any other execution',
    300_000,
    (host: Awaited<ReturnType<typeof hostOf>>, ms: number) => host.run('SLEEP', [ms]),
  ],
])('sleep moves the clock instead of waiting: %s', async (_, ms, run) => {
  const host = await hostOf(code, { clock: steppedClock(0) });
  expect(await run(host, ms)).toBe(ms);
});

test('limits a cell to exactly 30,000 ms, and other executions to 360,000', async () => {
  const host = await hostOf(code, { clock: steppedClock(0), threads: 1 });
  expect(await host.customFunction('NAPS', [30, 1_000])).toBe(30_000);
  const cell = await failureOf(host.customFunction('SLEEP', [30_001]));
  expect([cell.kind, cell.message]).toEqual(['timeout', 'Exceeded maximum execution time']);
  expect(host.cache.inspect('script')).toEqual({});
  expect(host.executions().at(-1)).toMatchObject({ startedAt: 30_000, endedAt: 60_000, state: 'timed out' });
  expect(await host.run('NAPS', [2, 180_000])).toBe(420_000);
  expect((await failureOf(host.run('NAPS', [360_001 / 3, 3]))).kind).toBe('timeout');
});

test('wakes parallel sleeping executions in order of time', async () => {
  const host = await hostOf(code, { clock: steppedClock(0), threads: 2 });
  await Promise.all([host.run('LOG', ['slow', 1_000]), host.run('LOG', ['fast', 300])]);
  const order = host.log().map((line) => line.split('@')[0]);
  expect(order).toEqual(['fast', 'fast', 'slow', 'slow']);
});

test('waits for a lock by the clock', async () => {
  const host = await hostOf(code, { clock: steppedClock(0), threads: 2 });
  const holder = host.run('HOLD', [10_000]);
  expect(await host.customFunction('WANT', [5_000])).toEqual([[false, 5_000]]);
  await holder;
  const again = host.run('HOLD', [10_000]);
  const [[got]] = (await host.customFunction('WANT', [20_000])) as [[boolean]];
  expect(got).toBe(true);
  await again;
});

test('sees at once how far a service call moved the clock', async () => {
  let now = 1_000;
  const onCall = (): void => {
    now += 4_000;
  };
  const host = await hostOf(
    `function TIMES() { var cache = CacheService.getScriptCache(), times = [Date.now()];
       for (var i = 0; i < 3; i++) { cache.get('k'); times.push(Date.now()); } return [times]; }`,
    { now: () => now, onCall },
  );
  expect(await host.customFunction('TIMES', [])).toEqual([[1_000, 5_000, 9_000, 13_000]]);
});

test('sleeps exactly 300,000 ms at most', async () => {
  const host = await hostOf(code, { clock: steppedClock(0) });
  expect(await host.run('NAPS', [1, 300_000])).toBe(300_000);
  expect((await failureOf(host.run('NAPS', [1, 300_001]))).message).toContain('0 to 300000');
});

test('applies latencyMs by the clock, in all executions in parallel', async () => {
  const server = await serve((_, response) => response.end('x'));
  const host = await hostOf(
    `function CALLS(url) {
      var from = Date.now(), c = CacheService.getScriptCache();
      c.get('k'); c.put('k', 'v'); UrlFetchApp.fetchAll([url, url]);
      return Date.now() - from;
    }`,
    {
      clock: steppedClock(0),
      threads: 4,
      latencyMs: { 'cache.get': 4, 'cache.put': 60, 'fetch.send': () => 1_200 },
    },
  );
  const cells = Array.from({ length: 4 }, () => host.customFunction('CALLS', [server.origin]));
  expect(await Promise.all(cells)).toEqual([1_264, 1_264, 1_264, 1_264]);
});

test('ends the execution at its budget during a longer call', async () => {
  const host = await hostOf(code, { clock: steppedClock(0), latencyMs: { 'lock.acquire': 30_001 } });
  expect((await failureOf(host.customFunction('HOLD', [0]))).kind).toBe('timeout');
  expect(host.executions()[0]).toMatchObject({ startedAt: 0, endedAt: 30_000 });
});

describe.each([
  ['a clock', (at: number): Partial<AppsScriptOptions> => ({ clock: steppedClock(at) })],
  ['now', (at: number): Partial<AppsScriptOptions> => ({ now: () => at })],
])('with fractions of a millisecond from %s', (_, given) => {
  const at = Date.UTC(2026, 10, 21, 9, 0, 5, 123) + 0.75;

  test.each(['Etc/UTC', 'Asia/Kathmandu'])(
    'every clock of the script counts whole ones, in %s',
    async (zone) => {
      const host = await hostOf(code, given(at), {
        'appsscript.json': JSON.stringify({ ...manifest, timeZone: zone }),
      });
      expect(await host.customFunction('CLOCKS', [])).toEqual([Array(8).fill(Math.floor(at))]);
      expect(new Set(((await host.customFunction('MOMENTS', [])) as string[][])[0]).size).toBe(1);
      expect(await host.customFunction('PARTS', [])).toEqual([[123, 123, 7, 2, 7, 7]]);
    },
  );
});

test('the system clock counts whole milliseconds', async () => {
  const host = await hostOf(code);
  const [clocks] = (await host.customFunction('CLOCKS', [])) as number[][];
  expect(clocks?.map(Number.isInteger)).toEqual(Array(8).fill(true));
});
