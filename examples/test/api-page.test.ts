import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { renderApiPage } from './api-page.ts';

test('docs/api.md has each export of core and the recogniser with its doc comment', async () => {
  const page = renderApiPage(fileURLToPath(new URL('../..', import.meta.url)));
  await expect(page).toMatchFileSnapshot('../../docs/api.md');
});
