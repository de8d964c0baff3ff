import { expect } from 'vitest';
import { alternatives, type Sight } from './alternatives.ts';

/**
 * Statuses of a caller whose minute is full and whose scope is missing: for a bad window, a foreign website and a good
 * question; then of one with a full minute and every scope.
 */
async function statuses(see: Sight): Promise<number[]> {
  const { admin, keys } = see.sandbox;
  await admin.setUsage('unscoped', { minute: 300 });
  await admin.setUsage('live', { minute: 300 });
  const paths = [
    see.path('analytics', '&period=x'),
    see.path('analytics').slice(0, -1),
    see.path('analytics'),
  ];
  const all = [];
  for (const key of [keys.unscoped, keys.live]) {
    for (const path of paths) all.push((await see.ask(path, { key })).status);
  }
  return all;
}

alternatives('order', 2, {
  'limits-first': async (see) => expect(await statuses(see)).toEqual([429, 429, 429, 429, 429, 429]),
  'limits-last': async (see) => expect(await statuses(see)).toEqual([403, 403, 403, 400, 404, 429]),
  'parameters-first': async (see) => expect(await statuses(see)).toEqual([400, 429, 429, 400, 429, 429]),
});
