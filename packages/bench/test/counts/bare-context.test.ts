import { expect, it } from 'vitest';
import { complaintInBareContext, scoreInBareContext } from '../../src/benches/bare-context.ts';
import { ourEntry } from '../../src/bundling/entries.ts';

it('B6: the bundled client loads in a bare context and answers without a promise', async () => {
  expect(await complaintInBareContext(ourEntry)).toBeNull();
  expect(await scoreInBareContext()).toBe(72);
});

it('a script that needs the platform is told by what it misses', async () => {
  const entry = {
    who: 'timer',
    source: 'export const timer = setTimeout(() => 0, 0);',
    platform: 'browser',
  } as const;
  expect(await complaintInBareContext(entry)).toBe('setTimeout is not defined');
});
