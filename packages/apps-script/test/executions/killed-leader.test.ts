import { expect, test } from 'vitest';
import { type ScriptHost, steppedClock } from '../../src/index.ts';
import { hostOf, serve } from '../support/pushed-folder.ts';

// One request for all cells that ask the same: a claim in the cache, a short lock, followers that poll.
const code = `
function ASK(url) {
  var cache = CacheService.getDocumentCache(), lock = LockService.getDocumentLock();
  for (;;) {
    var known = JSON.parse(cache.get(url) || 'null');
    if (known && known.answer) return known.answer;
    if (!known || known.until < Date.now()) {
      lock.waitLock(20000);
      known = JSON.parse(cache.get(url) || 'null');
      if (!known || (!known.answer && known.until < Date.now())) {
        cache.put(url, JSON.stringify({ until: Date.now() + 10000 }));
        lock.releaseLock();
        var answer = UrlFetchApp.fetch(url).getContentText();
        cache.put(url, JSON.stringify({ answer: answer }));
        return answer;
      }
      lock.releaseLock();
    }
    Utilities.sleep(250);
  }
}
`;

test('followers poll by the clock and take over from a leader that is killed before its request', async () => {
  const server = await serve((request, response) => response.end(`answer ${request.url}`));
  const killed: number[] = [];
  const started: { host?: ScriptHost } = {};
  const clock = steppedClock(0);
  started.host = await hostOf(code, {
    clock,
    threads: 8,
    onCall({ execution, operation }) {
      if (operation !== 'fetch.send' || killed.length > 0) return;
      killed.push(execution);
      started.host?.kill(execution);
    },
  });
  const urls = Array.from({ length: 48 }, (_, i) => `${server.origin}/${i % 4}`);
  const cells = await Promise.allSettled(urls.map((url) => started.host?.customFunction('ASK', [url])));
  expect(cells.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(server.requests.map(({ url }) => url).sort()).toEqual(['/0', '/1', '/2', '/3']);
  expect(started.host.counters().fetches).toBe(4);
  expect(clock.now()).toBeGreaterThan(10_000);
  expect(started.host.executions().filter(({ state }) => state === 'killed')).toHaveLength(1);
});
