import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../build/build-addon.ts';
import { faultSections } from '../test/support/fault-cases.ts';
import { faultPage, showFaults } from '../test/support/fault-page.ts';

test('faults.txt equals the cells’ notes', async () => {
  const page = faultPage(await showFaults(faultSections.flatMap(([, cases]) => cases)));
  await expect(page).toMatchFileSnapshot(join(root, 'test/faults/faults.txt'));
});
