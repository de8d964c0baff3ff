import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startLocalAddon } from '../support/local-addon.ts';
import { startRelay } from '../support/relay.ts';

test('a website whose connection always breaks fails only its own row', async () => {
  await using addon = await startLocalAddon(2);
  const [broken] = addon.sandbox.websites;
  await using service = await startRelay(addon.sandbox, (path, body) =>
    path.includes('/citations') && path.includes(broken?.id ?? '') ? null : body,
  );
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  expect(await addon.connect(addon.sandbox.keys.live)).toMatchObject({ ok: true });
  const ids = addon.sandbox.websites.map(({ id }) => [id]);
  const shown = ((await addon.cell('CITATIONS', ids)) as unknown[][]).map(([cell]) => cell);
  expect(shown[0]).toMatch(/^\[unreachable\] The service at 127\.0\.0\.1:\d+ could not be reached \(/);
  expect(shown.slice(1).map((cell) => typeof cell)).toEqual(ids.slice(1).map(() => 'number'));
});

test('an answer too long for a cache entry is shown, and leaves no claim', async () => {
  await using addon = await startLocalAddon(2);
  await using service = await startRelay(addon.sandbox, (path, body) =>
    path.includes('/citations')
      ? body.replace(/}$/, `,"note":"${randomBytes(120_000).toString('hex')}"}`)
      : body,
  );
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  await addon.connect(addon.sandbox.keys.live);
  service.asked.length = 0;
  const first = await addon.cell('CITATIONS', 'Northwind Outdoor');
  expect(first).toEqual(expect.any(Number));
  expect(await addon.cell('CITATIONS', 'Northwind Outdoor')).toBe(first);
  expect(service.asked.filter((path) => path.includes('/citations'))).toHaveLength(1);
  const kept = Object.values(addon.host.cache.inspect('document')).map(({ value }) => value);
  const heads = kept.map((value) => JSON.parse(value.split('\n', 1)[0] ?? ''));
  const claims = heads.filter(({ kind }) => kind === 'claim');
  expect(claims.filter(({ until }) => until > Date.now())).toEqual([]);
});
