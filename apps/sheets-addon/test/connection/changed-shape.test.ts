import { expect, test } from 'vitest';
import { confirmFileRecipes, inspectFileEndpoints, toActionCaller } from '../../src/sidebar/inspect.ts';
import { type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';

/** Inspects the service again and confirms the first draft of each endpoint, as the sidebar does. */
async function confirmAnew({ host }: LocalAddon): Promise<void> {
  const callAction = toActionCaller((name, args) => host.sidebarCall(name, args));
  const inspection = await inspectFileEndpoints(callAction, 'service');
  if (!inspection.ok) throw new Error(inspection.sentence);
  const chosen = inspection.findings.flatMap(({ endpoint, status, drafts: [draft] }) =>
    status === null && draft ? [[endpoint, draft] as const] : [],
  );
  expect(await confirmFileRecipes(callAction, inspection, chosen)).toMatchObject({ ok: true });
}

test('a confirmation heals every cell, though answers of several shapes are stored that no recipe reads', async () => {
  await using addon = await startConnectedAddon(2, 'growth');
  const { sandbox, host } = addon;
  const websites = sandbox.websites.map(({ id }) => [id]);
  const show = () => addon.cell('SHARE_OF_VOICE', websites);
  const first = await show();
  /** Another shape, and all answers asked for again. */
  const change = async (quirks: Parameters<typeof sandbox.admin.setQuirks>[0]) => {
    await sandbox.admin.setQuirks(quirks);
    const stored = host.properties.document.all()['answershare.connection'] ?? '';
    const freshFrom = `"freshFrom":${Date.now()}`;
    host.properties.document.set('answershare.connection', stored.replace(/"freshFrom":\d+/, freshFrom));
    host.cache.clear();
    await addon.requests();
    expect(await show()).toEqual(first);
    expect((await addon.requests()).competitors).toBe(websites.length);
  };
  await change({ nesting: 'deep' });
  await change({ nesting: 'flat', shares: 'fraction' });
  await change({ shares: 'percent', envelope: 'columnar' });
  await confirmAnew(addon);
  expect(await show()).toEqual(first);
  await sandbox.admin.setQuirks({ envelope: 'named' });
  await confirmAnew(addon);
  await addon.requests();
  expect(await show()).toEqual(first);
  expect(await addon.requests()).toEqual({ competitors: websites.length - 3 });
});
