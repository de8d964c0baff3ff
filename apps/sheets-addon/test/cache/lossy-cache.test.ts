import { expect, test } from 'vitest';
import { startConnectedAddon } from '../support/local-addon.ts';

test('a cache that loses entries costs requests but never a wrong number', async () => {
  await using steady = await startConnectedAddon(2);
  await using losing = await startConnectedAddon(2, 'live', { cacheLoss: 0.5 });
  const ids = steady.sandbox.websites.map(({ id }) => [id]);
  const right = await steady.cell('CITATIONS', ids);
  for (let time = 0; time < 3; time++) expect(await losing.cell('CITATIONS', ids)).toEqual(right);
});

test('cache entries contain neither the key nor its fingerprint', async () => {
  await using addon = await startConnectedAddon(1);
  await addon.cell('WEBSITES');
  const names = Object.keys(addon.host.cache.inspect('document'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(name).toMatch(/^(?:note|warm2:[a-z0-9]{22}|[0-9a-f]{8}:[a-z0-9:]{1,60})$/);
  expect(addon.host.cache.inspect('script')).toEqual({});
  expect(addon.host.cache.inspect('user')).toEqual({});
});
