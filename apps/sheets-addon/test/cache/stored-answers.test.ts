import { describe, expect, test } from 'vitest';
import { startConnectedAddon, startLocalAddon } from '../support/local-addon.ts';
import { startRelay } from '../support/relay.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

const site = 'Meadow Clinic';

test('an answer that the cache lost is not requested again', async () => {
  await using addon = await startConnectedAddon(2);
  const first = await addon.cell('CITATIONS', site);
  await addon.requests();
  addon.host.cache.clear();
  expect(await addon.cell('CITATIONS', site)).toBe(first);
  expect(await addon.requests()).toEqual({});
});

test('a damaged answer is requested again, once its claim has expired, and affects no other row', async () => {
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
  await addon.connect(addon.sandbox.keys.live);
  const ids = addon.sandbox.websites.slice(0, 3).map(({ id }) => [id]);
  const first = await addon.cell('CITATIONS', ids);
  await addon.requests();
  const { document } = addon.host.properties;
  for (const [name, value] of Object.entries(document.all())) {
    if (value.includes(' gz:')) document.set(name, `${value.slice(0, -40)}${'A'.repeat(40)}`);
  }
  addon.host.cache.clear();
  await addon.pass(20_000);
  expect(await addon.cell('CITATIONS', ids)).toEqual(first);
  const { citations } = await addon.requests();
  expect(citations).toBeGreaterThanOrEqual(1);
});

test('a service that changes its Form costs each question one more request once', async () => {
  await using first = await startLocalAddon(1);
  await using second = await startLocalAddon(2);
  await first.connect(first.sandbox.keys.live);
  first.host.properties.script.set('ANSWERSHARE_SERVICE_URL', first.sandbox.baseUrl);
  const connection = JSON.parse(first.host.properties.document.get('answershare.connection') ?? '');
  await second.connect(second.sandbox.keys.live);
  const own = JSON.parse(second.host.properties.document.get('answershare.connection') ?? '');
  const outdated = { ...own, profile: connection.profile };
  second.host.properties.document.set('answershare.connection', JSON.stringify(outdated));
  second.host.cache.clear();
  const [one, other] = second.sandbox.websites.slice(2);
  await second.cell('AUTHORITY', one?.id);
  await second.requests();
  await second.cell('AUTHORITY', other?.id);
  expect(await second.requests()).toEqual({ authority: 1 });
});

describe('a key that the service echoes', () => {
  test('is removed from cells, cache entries and properties', async () => {
    await using addon = await startLocalAddon(2);
    const key = addon.sandbox.keys.live;
    const rest = key.slice(9);
    const hex = key.charCodeAt(8).toString(16);
    const writings = [
      key,
      `rs_live_\\u00${hex}${rest}`,
      `rs_live_%${hex}${rest}`,
      `rs_live_\\u0025${hex}${rest}`,
    ];
    const debug = writings.map((one) => `"Bearer ${one}"`).join(',');
    await using service = await startRelay(addon.sandbox, (path, body) =>
      path.includes('/citations')
        ? body.replace(/}$/, `,"debug":[${debug}],"by":{"${writings[1]}":7}}`)
        : body,
    );
    addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
    await addon.connect(key);
    const shown: unknown[] = [await addon.cell('API_FIELD', 'citations', site, '/by')];
    for (const at of writings.keys()) {
      const cell = await addon.cell('API_FIELD', 'citations', site, `/debug/${at}`);
      expect(cell).toBe('Bearer [redacted]');
      shown.push(cell);
    }
    expect(shown[0]).toBe('{"[redacted]":7}');
    const { 'answershare.connection': _, ...kept } = addon.host.properties.document.all();
    const seen = JSON.stringify([shown, addon.host.cache.inspect('document'), kept, addon.host.log()]);
    expect(seen).not.toContain(rest);
  });
});

describe('after', () => {
  test('a pause, cells send requests again at once', async () => {
    await using addon = await startConnectedAddon(2);
    await addon.cell('WEBSITES');
    await addon.host.sidebarCall('act', ['pause', { paused: true }]);
    expect(await addon.note('CITATIONS', site)).toMatch(/^\[paused\] /);
    expect(await addon.note('AUTHORITY', site)).toMatch(/^\[paused\] /);
    expect(await addon.requests()).toEqual({});
    await addon.host.sidebarCall('act', ['pause', { paused: false }]);
    expect(await addon.cell('AUTHORITY', site)).toEqual(expect.any(Number));
    expect(await addon.cell('CITATIONS', site)).toEqual(expect.any(Number));
  });

  test('disconnecting, a running execution stores nothing', async () => {
    let disconnected = false;
    await using addon = await startLocalAddon(2, {
      async onCall({ name, operation }) {
        if (name !== 'CITATIONS' || operation !== 'fetch.send' || disconnected) return;
        disconnected = true;
        await addon.host.sidebarCall('disconnect', []);
      },
    });
    await addon.connect(addon.sandbox.keys.live);
    await addon.cell('WEBSITES');
    expect(await addon.cell('CITATIONS', site)).toEqual(expect.any(Number));
    expect(disconnected).toBe(true);
    expect(Object.keys(addon.host.properties.document.all())).toEqual([]);
    expect(await addon.note('CITATIONS', site)).toMatch(/^\[not_connected\] /);
  });
});
