import { describe, expect, test } from 'vitest';
import { anyForm, startConnectedAddon } from '../support/local-addon.ts';

describe.each(anyForm)('Form %i', (form) => {
  test('keeps a blank, and names an unknown website in its own row', async () => {
    await using addon = await startConnectedAddon(form);
    const [first, second] = addon.sandbox.websites;
    const column = [[first?.id], [''], ['nowhere.example'], [undefined], [second?.name], ['   ']];
    const shown = (await addon.cell('AUTHORITY', column)) as unknown[][];
    expect(shown).toHaveLength(6);
    expect(shown.map(([cell]) => typeof cell)).toEqual([
      'number',
      'string',
      'string',
      'string',
      'number',
      'string',
    ]);
    expect([shown[1], shown[3], shown[5]]).toEqual([[''], [''], ['']]);
    expect(shown[2]?.[0]).toMatch(
      /^\[not_found\] No website "nowhere\.example" for this key\. Check it with =WEBSITES\(\)\.$/,
    );
  });

  test('keeps the shape of a row and of a block', async () => {
    await using addon = await startConnectedAddon(form);
    const [a, b, c] = addon.sandbox.websites.map(({ domain }) => domain);
    const [one, two, three] = await Promise.all([a, b, c].map((domain) => addon.cell('CITATIONS', domain)));
    expect(await addon.cell('CITATIONS', [[a, b, c]])).toEqual([[one, two, three]]);
    expect(
      await addon.cell('CITATIONS', [
        [a, b],
        [c, ''],
      ]),
    ).toEqual([
      [one, two],
      [three, ''],
    ]);
  });

  test('sends nothing for a range of blanks', async () => {
    await using addon = await startConnectedAddon(form);
    expect(await addon.cell('CITATIONS', [[''], ['']])).toEqual([[''], ['']]);
    expect(await addon.cell('CITATIONS', '')).toBe('');
    expect(await addon.requests()).toEqual({});
  });

  test('shows other rows if one website fails', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.cell('WEBSITES');
    await addon.sandbox.admin.fault({ fault: 'cut', endpoint: 'citations', times: 1 });
    const ids = addon.sandbox.websites.slice(0, 4).map(({ id }) => [id]);
    const shown = ((await addon.cell('CITATIONS', ids)) as unknown[][]).map(([cell]) => cell);
    expect(shown.filter((cell) => typeof cell === 'number')).toHaveLength(3);
    expect(shown.filter((cell) => /^\[bad_answer\] /.test(String(cell)))).toHaveLength(1);
  });

  test('shows all rows after a connection that breaks once', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.cell('WEBSITES');
    await addon.sandbox.admin.fault({ fault: 'reset', endpoint: 'citations', times: 1 });
    const ids = addon.sandbox.websites.slice(0, 4).map(({ id }) => [id]);
    const shown = (await addon.cell('CITATIONS', ids)) as unknown[][];
    expect(shown.map(([cell]) => typeof cell)).toEqual(['number', 'number', 'number', 'number']);
  });
});
