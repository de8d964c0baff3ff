import { expect, test } from 'vitest';
import { startConnectedAddon } from '../support/local-addon.ts';

test('a service that never answers is asked twice and ends in a sentence before Google kills the cell', async () => {
  await using addon = await startConnectedAddon(2);
  await addon.cell('WEBSITES');
  await addon.requests();
  await addon.sandbox.admin.fault({ fault: 'hang', times: 'always' });
  expect(await addon.note('CITATIONS', 'Meadow Clinic')).toMatch(
    /^\[timeout\] The service at 127\.0\.0\.1:\d+ did not answer in time\. /,
  );
  expect(await addon.requests()).toEqual({ citations: 2 });
});
