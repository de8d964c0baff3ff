import { describe, expect, test } from 'vitest';
import { anyForm, startConnectedAddon, startLocalAddon } from '../support/local-addon.ts';

/** A sentence may end with a quotation of the service's own. */
const isNote = /^\[[a-z_]+\] \S.{20,159}(?:…|\."?)$/;

describe.each(anyForm)('Form %i', (form) => {
  test('names an unknown website', async () => {
    await using addon = await startConnectedAddon(form);
    for (const name of [
      'CITATIONS',
      'ANALYTICS',
      'SHARE_OF_VOICE',
      'COMPETITORS',
      'AUTHORITY',
      'AUTHORITY_BREAKDOWN',
    ]) {
      const note = await addon.note(name, 'x');
      expect(note).toMatch(/^\[not_found\] No website "x" for this key\. /);
      expect(note.length).toBeLessThanOrEqual(160);
    }
    expect(await addon.requests()).toEqual({});
  });

  test('names an unknown engine and an unknown competitor', async () => {
    await using addon = await startConnectedAddon(form);
    expect(await addon.note('CITATIONS', 'Northwind Outdoor', 'Chatgtp')).toMatch(
      /^\[not_found\] No engine "Chatgtp" in these citations\. Did you mean ChatGPT\? Choose ChatGPT, /,
    );
    expect(await addon.note('SHARE_OF_VOICE', 'Northwind Outdoor', 'Nobody')).toMatch(
      /^\[not_found\] No competitor "Nobody" of this website\. Choose Summit Supply, /,
    );
  });

  test('shows 0 for an engine that one website of a range lacks, whose other engines make the total', async () => {
    await using addon = await startConnectedAddon(form);
    const shown = await addon.cell('CITATIONS', [['Northwind Outdoor'], ['Quillfield Studio']], 'ChatGPT');
    expect(shown).toEqual([[expect.any(Number)], [0]]);
  });

  test('sends nothing without a key', async () => {
    await using addon = await startLocalAddon(form);
    expect(await addon.note('CITATIONS', 'x')).toMatch(/^\[not_connected\] This file has no API key yet\. /);
    expect(await addon.note('CITATIONS', [['x'], ['y']])).toMatch(/^\[not_connected\] /);
    expect(await addon.requests()).toEqual({});
  });

  test('sends one request for all cells after the key was revoked; a range says so in its row, a sum is an error', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.sandbox.admin.revoke('live');
    expect(await addon.note('CITATIONS', 'Meadow Clinic')).toMatch(
      /^\[invalid_key\] The service refuses this API key/,
    );
    const range = [['Meadow Clinic'], ['x']];
    expect(await addon.cell('AUTHORITY', range)).toEqual([
      [expect.stringMatching(/^\[invalid_key\] /)],
      [expect.stringMatching(/^\[not_found\] /)],
    ]);
    const inSum = addon.host.customFunction('AUTHORITY', [range], '=SUM(AUTHORITY(A2:A3))');
    await expect(inSum).rejects.toThrow('[invalid_key] ');
    expect(await addon.requests()).toEqual({ citations: 1 });
  });

  test('sends requests again at once after reconnecting a rejected key', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.sandbox.admin.setUsage('live', { day: 1_000 });
    expect(await addon.note('CITATIONS', 'Meadow Clinic')).toMatch(/^\[daily_quota_exceeded\] /);
    await addon.sandbox.admin.setUsage('live', { day: 0 });
    await addon.connect(addon.sandbox.keys.live);
    expect(await addon.cell('CITATIONS', 'Meadow Clinic')).toEqual(expect.any(Number));
  });

  test('names the missing scope of a key', async () => {
    await using addon = await startLocalAddon(form);
    const key = await addon.sandbox.admin.createKey({ label: 'list only', scopes: ['websites:read'] });
    expect(await addon.connect(key)).toMatchObject({ ok: true, websites: 8 });
    expect(await addon.note('CITATIONS', 'Northwind Outdoor')).toMatch(
      /^\[forbidden\] This key may not read citations/,
    );
    const shown = (await addon.cell('CITATIONS', [['Northwind Outdoor'], ['']])) as unknown[][];
    expect(shown).toEqual([[expect.stringMatching(/^\[forbidden\] /)], ['']]);
    expect(await addon.cell('WEBSITES')).toHaveLength(9);
  });

  test('learns on connecting a dialect that some endpoints do not show', async () => {
    await using addon = await startLocalAddon(form);
    const scopes = ['websites:read', 'citations:read'] as const;
    const key = await addon.sandbox.admin.createKey({ label: 'no authority', scopes: [...scopes] });
    await addon.connect(key);
    await addon.requests();
    for (const { id } of addon.sandbox.websites.slice(2, 6)) await addon.cell('CITATIONS', id);
    expect(await addon.requests()).toEqual({ citations: 4 });
  });

  test('gives the time when the day’s requests are used up, and later cells send nothing', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.cell('WEBSITES');
    await addon.sandbox.admin.setUsage('live', { day: 1_000 });
    await addon.requests();
    expect(await addon.note('CITATIONS', 'Meadow Clinic')).toMatch(
      /^\[daily_quota_exceeded\] The key's requests of this day are used up\. Choose "Run failed formulas again" after \d{4}-\d\d-\d\d \d\d:\d\d\.$/,
    );
    expect(await addon.note('AUTHORITY', 'Atlas Freight')).toMatch(/^\[daily_quota_exceeded\] /);
    expect(await addon.requests()).toEqual({ citations: 1 });
  });

  test('shows a range’s answers up to the minute’s limit, and when the rest can be requested', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.cell('WEBSITES');
    await addon.sandbox.admin.setClock('2026-11-21T09:00:05Z');
    await addon.sandbox.admin.setUsage('live', { minute: 298 });
    await addon.requests();
    const ids = addon.sandbox.websites.slice(2, 7).map(({ id }) => [id]);
    const shown = ((await addon.cell('AUTHORITY', ids)) as unknown[][]).map(([cell]) => cell);
    expect(shown.filter((cell) => typeof cell === 'number')).toHaveLength(2);
    const texts = shown.filter((cell) => typeof cell === 'string');
    expect(texts).toHaveLength(3);
    for (const text of texts)
      expect(text).toMatch(
        /^\[rate_limited\] The key's requests of this minute are used up\. Choose "Run failed formulas again" after \d\d:\d\d:\d\d\.$/,
      );
    expect(await addon.requests()).toEqual({ authority: 5 });
    expect(await addon.note('CITATIONS', 'Meadow Clinic')).toMatch(/^\[rate_limited\] /);
    expect(await addon.requests()).toEqual({});
  });

  test.each([
    ['status', 'server_error'],
    ['html', 'bad_answer'],
    ['html502', 'server_error'],
    ['cut', 'bad_answer'],
    ['cutConnection', 'unreachable'],
    ['reset', 'unreachable'],
    ['empty', 'unreachable'],
  ] as const)('shows the fault %s as %s', async (fault, code) => {
    await using addon = await startConnectedAddon(form);
    await addon.cell('WEBSITES');
    await addon.sandbox.admin.fault({ fault, times: 'always' });
    const note = await addon.note('CITATIONS', 'Meadow Clinic');
    expect(note).toMatch(isNote);
    expect(note.slice(1, note.indexOf(']'))).toBe(code);
    expect(note).not.toContain('<');
    expect((await addon.requests()).citations).toBeLessThanOrEqual(2);
    await addon.note('CITATIONS', 'Meadow Clinic');
    expect(await addon.requests()).toEqual({});
  });

  test('retries one fault of the service', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.cell('WEBSITES');
    await addon.sandbox.admin.fault({ fault: 'status', times: 1 });
    expect(await addon.cell('CITATIONS', 'Northwind Outdoor')).toEqual(expect.any(Number));
  });
});
