import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildAddon } from '../../build/build-addon.ts';
import { runAction } from '../support/actions.ts';
import { startConnectedAddon } from '../support/local-addon.ts';
import { openSidebar, openView } from '../support/sidebar-page.ts';

test('a build without a schedule says so, refuses one, and requests no trigger scope', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'answershare-addon-'));
  try {
    await buildAddon(folder, { withSchedule: false });
    await using addon = await startConnectedAddon(2, 'live', { folder });
    const { host } = addon;
    expect((await host.functions()).map(({ name }) => name)).not.toContain('onSchedule');
    expect((await runAction(host, 'state')).schedule.there).toBe(false);
    const order = { pace: 'day', hour: 7, tracking: true, plan: 'growth' } as const;
    await expect(runAction(host, 'saveSchedule', order)).rejects.toThrow(
      'This installation was built without a schedule.',
    );
    expect(host.consentAsked()).toEqual([]);
    await using sidebar = await openSidebar(host);
    await openView(sidebar.frame, 'Refresh');
    const panel = sidebar.frame.getByRole('tabpanel');
    await panel.getByText('This installation was built without a schedule.').waitFor();
    expect(await panel.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await host.sidebarCall('disconnect', []);
  } finally {
    await rm(folder, { recursive: true });
  }
});
