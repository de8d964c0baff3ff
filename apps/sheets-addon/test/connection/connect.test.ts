import { describe, expect, test } from 'vitest';
import { connectFile } from '../../src/sidebar/inspect.ts';
import { forms, startLocalAddon } from '../support/local-addon.ts';

describe.each(forms)('Form %i', (form) => {
  test('stores a working key with its Form, its websites and its recipes', async () => {
    await using addon = await startLocalAddon(form);
    const key = addon.sandbox.keys.live;
    const host = new URL(addon.sandbox.baseUrl).host;
    const shown = {
      ok: true,
      connected: true,
      form,
      websites: 8,
      isLimited: false,
      connectedAt: expect.any(Number),
      connectedBy: '',
      shared: false,
      masked: `rs_live_…${key.slice(-4)}`,
      host,
      recipes: {
        websites: 'provisional',
        authority: 'provisional',
        citations: 'provisional',
        competitors: 'provisional',
        analytics: 'provisional',
      },
      refusal: null,
    };
    const call = (name: string, args: unknown[]) => addon.host.sidebarCall(name, args);
    expect(await connectFile(call, `  ${key}\n`)).toEqual(shown);
    // Three websites of each endpoint, and in Form 2 the parameter's other name.
    const requests = form + 12;
    expect((await addon.sandbox.admin.requests()).total).toBe(requests);
    expect(await addon.host.sidebarCall('connectionStatus', [])).toEqual(shown);
    const kept = Object.keys(addon.host.properties.document.all());
    expect(kept.filter((name) => !name.startsWith('answershare.kept.'))).toEqual(['answershare.connection']);
    for (const name of ['AUTHORITY', 'CITATIONS', 'SHARE_OF_VOICE', 'ANALYTICS']) {
      expect(await addon.note(name, 'Northwind Outdoor')).toMatch(/^no fault/);
    }
    expect((await addon.sandbox.admin.requests()).total).toBe(requests);
    expect(addon.host.properties.user.all()).toEqual({});
  });

  test.each(['revoked', 'unscoped', 'free'] as const)('does not store a key that is %s', async (label) => {
    await using addon = await startLocalAddon(form);
    expect(await addon.connect(addon.sandbox.keys[label])).toMatchObject({
      ok: false,
      code: label === 'revoked' ? 'invalid_key' : 'forbidden',
    });
    expect(addon.host.properties.document.all()).toEqual({});
  });

  test('keeps the earlier key if a new one fails', async () => {
    await using addon = await startLocalAddon(form);
    await addon.connect(addon.sandbox.keys.live);
    await addon.connect(addon.sandbox.keys.revoked);
    expect(await addon.cell('CITATIONS', 'Northwind Outdoor')).toEqual(expect.any(Number));
  });

  test('learns the unit of a reset', async () => {
    await using addon = await startLocalAddon(form);
    await addon.connect(addon.sandbox.keys.live);
    expect(await addon.cell('DIAGNOSE')).toContainEqual(['Reset counts in', 'seconds']);
  });

  test('removes the key on disconnecting', async () => {
    await using addon = await startLocalAddon(form);
    await addon.connect(addon.sandbox.keys.live);
    expect(await addon.host.sidebarCall('disconnect', [])).toMatchObject({ ok: true, connected: false });
    expect(addon.host.properties.document.all()).toEqual({});
    expect(await addon.note('CITATIONS', 'Northwind Outdoor')).toMatch(/^\[not_connected\] /);
  });
});

test.each([
  ['', 'no_key', /^No API key is set\./],
  ['   ', 'no_key', /^No API key is set\./],
  ['rsc_live_abcdefgh', 'invalid_key', /^This is a Content API token/],
  ['secret', 'invalid_key', /^The API key has a wrong format/],
  [null, 'no_key', /^No API key is set\./],
])('refuses %j without a request', async (key, code, sentence) => {
  await using addon = await startLocalAddon(1);
  const answer = await addon.host.sidebarCall('connect', [key]);
  expect(answer).toEqual({ ok: false, code, sentence: expect.stringMatching(sentence) });
  expect((await addon.sandbox.admin.requests()).total).toBe(0);
});
