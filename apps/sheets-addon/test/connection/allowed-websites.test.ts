import { describe, expect, test } from 'vitest';
import { inspectFile } from '../../src/sidebar/inspect.ts';
import { runAction } from '../support/actions.ts';
import { anyForm, type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';
import { openSidebar, toScreenshotPath } from '../support/sidebar-page.ts';

const [shown, other] = ['Northwind Outdoor', 'Harbor & Pine'];
const refusal =
  '[not_allowed] This file does not show "Harbor & Pine". The sidebar chooses its websites under Key.';

/** Lets the file show one website of the key. */
async function limit({ host, sandbox }: LocalAddon): Promise<string> {
  const { id = '' } = sandbox.websites.find(({ name }) => name === shown) ?? {};
  expect(await runAction(host, 'chooseWebsites', { ids: [id, 'ws_of_nobody'] })).toEqual({ faults: [] });
  return id;
}

const toOther = ({ sandbox }: LocalAddon) => sandbox.websites.find(({ name }) => name === other);

describe.each(anyForm)('Form %i: a file that shows some websites of the key', (form) => {
  test('lists these, and refuses every other one by any name, also one that it showed before', async () => {
    await using addon = await startConnectedAddon(form);
    const { host } = addon;
    const { id = '', domain = '' } = toOther(addon) ?? {};
    host.sheet.type('A1', `=CITATIONS("${other}")`);
    await host.sheet.calculate();
    expect(host.sheet.display('A1')[0]?.[0]).toMatch(/^\d/);
    const own = await limit(addon);
    await host.sheet.calculate();
    expect(host.sheet.display('A1')[0]?.[0]).toBe('#ERROR!');
    await addon.requests();
    expect(await addon.cell('WEBSITES', 'headers=no')).toEqual([[own, shown, expect.any(String)]]);
    expect(await addon.note('CITATIONS', other)).toBe(refusal);
    for (const name of [
      'AUTHORITY',
      'SHARE_OF_VOICE',
      'ANALYTICS',
      'COMPETITORS',
      'AUTHORITY_CHANGE',
      'EXPLAIN',
    ])
      for (const reference of [id, domain])
        expect(
          await (name === 'EXPLAIN' ? addon.note(name, 'AUTHORITY', reference) : addon.note(name, reference)),
          name,
        ).toMatch(name === 'AUTHORITY_CHANGE' ? /^\[no(t_allowed|_history)\] / : /^\[not_allowed\] /);
    for (const name of ['API_FIELD', 'API_TABLE'])
      expect(await addon.note(name, 'websites', '', '')).toMatch(/^\[not_allowed\] .* lists all of the key/);
    expect(await addon.note('CITATIONS', 'nowhere.example')).toMatch(/^\[not_found\] /);
    expect(await addon.note('CITATIONS', 'nowhere.example')).not.toContain(domain);
    expect(await addon.requests()).toEqual({});
    expect(await addon.cell('AUTHORITY', shown)).toEqual(expect.any(Number));
    expect(await addon.cell('API_STATUS', 'websites')).toBe(1);
  });

  test('shows no other one in lists, reports, history and refreshes', async () => {
    await using addon = await startConnectedAddon(form);
    const { host } = addon;
    const { id = '' } = toOther(addon) ?? {};
    host.sheet.type('A1', `=CITATIONS("${other}")`);
    await runAction(host, 'track');
    const own = await limit(addon);
    expect((await runAction(host, 'websites')).websites.map((website) => website.id)).toEqual([own]);
    expect((await runAction(host, 'planRefresh')).questions).toEqual([]);
    expect(await addon.note('AUTHORITY_CHANGE', id)).toMatch(/^\[not_allowed\] /);
    expect(await addon.note('AUTHORITY_HISTORY', other)).toMatch(/^\[not_allowed\] /);
    const { tab } = await runAction(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
    const report = host.sheet.display(`'${tab}'!A1:C40`).flat();
    expect(report).toContain(shown);
    expect(report).not.toContain(other);
    const refused = { kind: 'trend', website: id, as: 'values' } as const;
    await expect(runAction(host, 'insertReport', refused)).rejects.toThrow('[not_allowed] ');
    const inspected = await inspectFile((name, args) => host.sidebarCall(name, args));
    expect(inspected).toMatchObject({ ok: true });
    expect((await addon.cell('WEBSITES', 'headers=no')) as unknown[]).toHaveLength(1);
    const { websites, allowed } = await runAction(host, 'websiteChoice');
    expect({ websites: websites.length, allowed }).toEqual({ websites: 8, allowed: [own] });
    await expect(runAction(host, 'chooseWebsites', { ids: [] })).rejects.toThrow('[refused] ');
    await runAction(host, 'chooseWebsites', { ids: websites.map((website) => website.id) });
    expect(await addon.cell('CITATIONS', other)).toEqual(expect.any(Number));
    expect((await runAction(host, 'websiteChoice')).allowed).toBeNull();
  });
});

test('the sidebar shows since when a key is connected, and limits the file by keyboard', async () => {
  await using addon = await startConnectedAddon(2, 'live', { now: () => Date.parse('2026-11-21T09:00:05Z') });
  await using sidebar = await openSidebar(addon.host, { height: 1_100 });
  const { frame, page, errors } = sidebar;
  const panel = frame.getByRole('tabpanel');
  await panel.getByText('Connected', { exact: true }).waitFor();
  expect(await panel.locator('.facts').first().textContent()).toMatch(/ConnectedNov 21, 2026,? /);
  await panel.getByRole('button', { name: 'Choose websites' }).press('Enter');
  const list = panel.getByLabel('Websites');
  await expect.poll(() => list.evaluate((it) => it === document.activeElement)).toBe(true);
  await list.selectOption([{ label: 'Northwind Outdoor (northwind-outdoor.example)' }]);
  await page.screenshot({ path: toScreenshotPath('key-choose-websites') });
  await panel.getByRole('button', { name: 'Save' }).press('Enter');
  await panel.getByText('1, chosen for this file').waitFor();
  await page.screenshot({ path: toScreenshotPath('key-limited') });
  expect(await addon.note('CITATIONS', other)).toBe(refusal);
  expect(errors).toEqual([]);
});
