import { expect, test } from 'vitest';
import { hostileKinds } from '../support/hostile-bodies.ts';
import { type Fate, hostileRun } from '../support/hostile-run.ts';

test('300 hostile bodies of up to 30 KB are read or refused with a reason, and nothing throws', async () => {
  const fates = new Set<Fate>();
  let count = 0;
  for await (const { serial, kind, fate, reason } of hostileRun(300, 30_000)) {
    count += 1;
    fates.add(fate);
    expect(reason, `${serial} ${kind}`).not.toMatch(/a reader failed|reading it failed|memory/);
    if (fate === 'read') expect(reason).toBe('');
    else expect(reason.length, `${serial} ${kind}`).toBeGreaterThan(3);
  }
  expect(count).toBe(300);
  expect(hostileKinds).toHaveLength(10);
  expect([...fates]).toEqual(expect.arrayContaining(['read', 'refused', 'no JSON', 'depth']));
});
