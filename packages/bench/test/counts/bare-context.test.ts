import { expect, it } from 'vitest';
import { findLoadError, readScoreInBareContext } from '../../src/benches/bare-context.ts';
import { ourEntry } from '../../src/benches/bundle-size.ts';

it('B6: the bundled client loads in a bare context and returns values, not promises', async () => {
  expect(await findLoadError(ourEntry)).toBeNull();
  expect(await readScoreInBareContext()).toBe(72);
});

it('reports which platform function a script misses', async () => {
  const entry = {
    who: 'timer',
    source: 'export const timer = setTimeout(() => 0, 0);',
    platform: 'browser',
  } as const;
  expect(await findLoadError(entry)).toBe('setTimeout is not defined');
});
