import { expect, test } from 'vitest';
import { hostileKinds } from '../test/support/hostile-bodies.ts';
import { type Ended, type Fate, hostileRun } from './hostile-run.ts';

const count = 10_000;
const fateNames: readonly Fate[] = ['read', 'refused', 'no JSON', 'bytes', 'depth', 'names', 'too slow'];

test('10,000 hostile bodies of up to 2 MB are read within the deadline or refused with a reason, and nothing throws', async () => {
  const all: Ended[] = [];
  for await (const ended of hostileRun(count, 2_100_000)) {
    all.push(ended);
    expect(ended.reason, `${ended.serial} ${ended.kind}`).not.toMatch(
      /a reader failed|reading it failed|memory/,
    );
  }
  expect(all).toHaveLength(count);
  console.table(
    hostileKinds.map((kind) => {
      const some = all.filter((one) => one.kind === kind);
      const fates = fateNames.map((fate) => [fate, some.filter((one) => one.fate === fate).length]);
      const slowest = some.reduce((most, { ms }) => Math.max(most, ms), 0);
      const longest = some.reduce((most, { bytes }) => Math.max(most, bytes), 0);
      return {
        kind,
        ...Object.fromEntries(fates),
        'slowest ms': Math.round(slowest),
        'longest bytes': longest,
      };
    }),
  );
  for (const { serial, kind, endpoint, bytes, ms } of all.filter(({ fate }) => fate === 'too slow'))
    console.log(`too slow: ${serial} ${kind} as ${endpoint}, ${bytes} bytes, ${Math.round(ms)} ms`);
  const limits = all.filter(({ fate }) => fate === 'bytes' || fate === 'depth' || fate === 'names');
  for (const { fate, reason } of limits)
    expect(reason).toMatch(
      { bytes: /2,000,000 bytes/, depth: /64 levels/, names: /4,000 different names/ }[fate as 'names'],
    );
  expect(new Set(limits.map(({ fate }) => fate)).size).toBe(3);
});
