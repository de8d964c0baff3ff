import { expect, it } from 'vitest';
import { describeEntries } from './declarations.ts';

const root = new URL('../../', import.meta.url).pathname;
const entries = Object.entries(describeEntries(root, 'tsconfig.test.json'));

it.each(entries)('entry %s exports the declarations of its snapshot', async (entry, declarations) => {
  expect(declarations).not.toContain('No declaration of');
  await expect(declarations).toMatchFileSnapshot(`${entry.replace('./', '').replace('.', 'core')}.txt`);
});
