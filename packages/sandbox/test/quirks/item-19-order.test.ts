import { expect } from 'vitest';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

/**
 * Statuses of a caller whose minute is full and whose scope is missing: for a bad window, a foreign website and a good
 * question; then of one with a full minute and every scope.
 */
async function statuses(caller: QuirkCaller): Promise<number[]> {
  const { admin, keys } = caller.sandbox;
  await admin.setUsage('unscoped', { minute: 300 });
  await admin.setUsage('live', { minute: 300 });
  const paths = [
    caller.path('analytics', '&period=x'),
    caller.path('analytics').slice(0, -1),
    caller.path('analytics'),
  ];
  const all = [];
  for (const key of [keys.unscoped, keys.live]) {
    for (const path of paths) all.push((await caller.call(path, { key })).status);
  }
  return all;
}

testEachValue('order', 2, {
  'limits-first': async (caller) => expect(await statuses(caller)).toEqual([429, 429, 429, 429, 429, 429]),
  'limits-last': async (caller) => expect(await statuses(caller)).toEqual([403, 403, 403, 400, 404, 429]),
  'parameters-first': async (caller) =>
    expect(await statuses(caller)).toEqual([400, 429, 429, 400, 429, 429]),
});
