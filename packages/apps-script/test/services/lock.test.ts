import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function NEXT() {
  var lock = LockService.getScriptLock();
  lock.waitLock(30000);
  var properties = PropertiesService.getScriptProperties();
  var n = Number(properties.getProperty('n')) + 1;
  properties.setProperty('n', String(n));
  lock.releaseLock();
  return n;
}
function LEAD(ready) {
  LockService.getDocumentLock().waitLock(1000);
  CacheService.getScriptCache().put('leading', 'yes');
  for (;;) Utilities.sleep(1000);
}
function HOLD() { var lock = LockService.getDocumentLock(); return [[lock.tryLock(20000), lock.hasLock(), lock.tryLock(0)]]; }
function TRY(milliseconds) { return LockService.getDocumentLock().tryLock(milliseconds); }
function WAIT(milliseconds) { LockService.getDocumentLock().waitLock(milliseconds); }
function BOTH() { var s = LockService.getScriptLock(), u = LockService.getUserLock(); return s.tryLock(0) && !u.hasLock() && u.tryLock(0); }
function LEADING() { return CacheService.getScriptCache().get('leading'); }
`;

test('30 parallel read-modify-writes under the lock give distinct values', async () => {
  const host = await hostOf(code, { threads: 30 });
  const numbers = await Promise.all(Array.from({ length: 30 }, () => host.customFunction('NEXT', [])));
  expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 30 }, (_, i) => i + 1)));
});

test('a lock has one holder, who may acquire it again, and is freed when the script ends', async () => {
  const host = await hostOf(code, { threads: 2 });
  expect(await host.customFunction('HOLD', [])).toEqual([[true, true, true]]);
  expect(await host.customFunction('TRY', [0])).toBe(true);
  expect(await host.customFunction('BOTH', [])).toBe(true);
});

test('passes the lock of a killed execution to the next; a short wait fails', async () => {
  const host = await hostOf(code, { threads: 3, budgetMs: { customFunction: 20_000, other: 3_000 } });
  const leader = failureOf(host.run('LEAD'));
  while ((await host.customFunction('LEADING', [])) !== 'yes');
  expect(await host.customFunction('TRY', [0])).toBe(false);
  expect((await failureOf(host.customFunction('WAIT', [1]))).message).toBe(
    'Lock timeout: another process was holding the lock for too long.',
  );
  const heir = host.customFunction('HOLD', []);
  expect((await leader).kind).toBe('timeout');
  expect(await heir).toEqual([[true, true, true]]);
});

test('runs the next execution after a killed one', async () => {
  const host = await hostOf(code, { threads: 1, budgetMs: { other: 300 } });
  expect((await failureOf(host.run('LEAD'))).kind).toBe('timeout');
  expect(await host.customFunction('TRY', [0])).toBe(true);
});
