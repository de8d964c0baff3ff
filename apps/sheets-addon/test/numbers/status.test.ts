import { describe, expect, test } from 'vitest';
import { connectFile } from '../../src/sidebar/inspect.ts';
import { anyForm, type LocalAddon, startConnectedAddon, startLocalAddon } from '../support/local-addon.ts';

const at = (iso: string) => ({ now: () => Date.parse(iso) });

async function status(addon: LocalAddon): Promise<Record<string, unknown>> {
  return Object.fromEntries((await addon.cell('API_STATUS')) as [string, unknown][]);
}

describe.each(anyForm)('Form %i', (form) => {
  test('shows the facts after a few answers, without a request', async () => {
    await using addon = await startLocalAddon(form, at('2026-11-21T09:00:05Z'));
    await addon.sandbox.admin.setClock('2026-11-21T09:00:05Z');
    await addon.sandbox.admin.freezeClock();
    await addon.connect(addon.sandbox.keys.live);
    await addon.cell(
      'CITATIONS',
      addon.sandbox.websites.slice(0, 5).map(({ id }) => [id]),
    );
    await addon.requests();
    const facts = await status(addon);
    expect(facts).toMatchObject({
      state: 'ready',
      host: addon.sandbox.baseUrl.replace('http://', ''),
      form,
      websites: 8,
      plan: 'growth',
      minute_limit: 300,
      limits_seen: new Date('2026-11-21T09:00:05Z'),
      oldest_data: new Date('2026-11-21T09:00:05Z'),
      newest_data: new Date('2026-11-21T09:00:05Z'),
      paused: false,
      last_refresh: '',
      last_fault: '',
    });
    expect(facts.minute_left).toBe(300 - (form + 12) - 3);
    expect(Number(facts.spent_today)).toBeGreaterThanOrEqual(6);
    expect(await addon.cell('API_STATUS', 'minute_left')).toBe(facts.minute_left);
    expect(await addon.requests()).toEqual({});
  });

  test('forgets the rest of a minute after it, and keeps the requests spent', async () => {
    let now = Date.parse('2026-11-21T09:00:05Z');
    await using addon = await startLocalAddon(form, { now: () => now });
    await addon.sandbox.admin.setClock('2026-11-21T09:00:05Z');
    await addon.connect(addon.sandbox.keys.live);
    await addon.cell('CITATIONS', 'Northwind Outdoor');
    const spent = await addon.cell('API_STATUS', 'spent_today');
    now += 120_000;
    expect(await addon.cell('API_STATUS', 'minute_left')).toBe('');
    expect(await addon.cell('API_STATUS', 'spent_today')).toBe(spent);
    now += 86_400_000;
    expect(await addon.cell('API_STATUS', 'spent_today')).toBe(0);
    expect(await addon.cell('API_STATUS', 'day_left')).toBe('');
  });

  test('the count of a day never falls, without the cache or after connecting again', async () => {
    let now = Date.parse('2026-11-21T09:00:05Z');
    await using addon = await startLocalAddon(form, { now: () => now });
    await addon.connect(addon.sandbox.keys.live);
    const counts: number[] = [];
    const ask = async (website: number) => {
      await addon.cell('CITATIONS', addon.sandbox.websites[website]?.id);
      counts.push(Number(await addon.cell('API_STATUS', 'spent_today')));
    };
    await ask(2);
    addon.host.cache.clear();
    await ask(3);
    now += 7 * 3_600_000;
    await ask(4);
    await connectFile((name, args) => addon.host.sidebarCall(name, args), addon.sandbox.keys.live);
    await ask(5);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(new Set(counts).size).toBe(4);
  });

  test('shows a current fault as the state until an answer comes', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.cell('WEBSITES');
    await addon.sandbox.admin.setUsage('live', { day: 1_000 });
    await addon.note('CITATIONS', 'Meadow Clinic');
    expect(await status(addon)).toMatchObject({
      state: 'daily_quota_exceeded',
      plan: 'growth',
      minute_limit: 300,
      day_limit: 1_000,
      day_left: 0,
      last_fault: expect.stringMatching(
        /^\[daily_quota_exceeded\] The key's requests of this day are used up/,
      ),
      last_fault_at: expect.any(Date),
    });
    await addon.sandbox.admin.setUsage('live', { day: 0 });
    await addon.connect(addon.sandbox.keys.live);
    await addon.cell('AUTHORITY', 'Meadow Clinic');
    expect(await addon.cell('API_STATUS', 'state')).toBe('ready');
  });
});

test('a rejected key is the state until a key works, even without requests', async () => {
  let now = Date.parse('2026-11-21T09:00:05Z');
  await using addon = await startLocalAddon(1, { now: () => now });
  await addon.connect(addon.sandbox.keys.live);
  await addon.sandbox.admin.revoke('live');
  await addon.note('CITATIONS', 'Meadow Clinic');
  now += 3 * 3_600_000;
  expect(await addon.cell('API_STATUS', 'state')).toBe('invalid_key');
  expect(await addon.host.sidebarCall('connectionStatus', [])).toMatchObject({
    connected: true,
    refusal: { code: 'invalid_key' },
  });
  await addon.connect(addon.sandbox.keys.starter);
  expect(await addon.cell('API_STATUS', 'state')).toBe('ready');
  expect(await addon.host.sidebarCall('connectionStatus', [])).toMatchObject({ refusal: null });
});

test('without a connection API_STATUS says so, and other facts are blank', async () => {
  await using addon = await startLocalAddon(2);
  expect(await status(addon)).toMatchObject({ state: 'not connected', host: '', spent_today: '' });
});

test('an unknown fact is refused with the known ones', async () => {
  await using addon = await startConnectedAddon(2);
  expect(await addon.note('API_STATUS', 'left')).toMatch(
    /^\[bad_request\] There is no fact "left"\. Choose state, host, form, .* and \d+ more\.$/,
  );
});
