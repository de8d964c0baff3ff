import { expect, it } from 'vitest';
import { describeEntries } from '../../core/test/surface/declarations.ts';

it('the entry exports the declarations of its snapshot', async () => {
  const entries = describeEntries(new URL('../', import.meta.url).pathname, 'tsconfig.json');
  await expect(entries['.']).toMatchFileSnapshot('surface.txt');
});
