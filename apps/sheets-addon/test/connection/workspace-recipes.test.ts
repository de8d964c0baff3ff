import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAppsScript } from '@answershare/apps-script';
import { startSandbox } from '@answershare/sandbox';
import { expect, test } from 'vitest';
import { buildAddon } from '../../build/build-addon.ts';

const site = 'Northwind Outdoor';

test('a build with recipes serves a file without connecting or inspecting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'answershare-recipes-'));
  const sandbox = await startSandbox({ form: 1, seed: 1 });
  const recipes = {
    websites: {
      v: 1,
      kind: 'websites',
      lists: {
        websites: [{ at: '/websites/*', fields: { id: '/websites/*/id id', name: '/websites/*/name text' } }],
      },
    },
    authority: { v: 1, kind: 'authority', whole: { score: '/score number', scale: '/maxScore number' } },
  } as const;
  await buildAddon(folder, { url: sandbox.baseUrl, withSchedule: false, recipes });
  const host = await startAppsScript({ folder, threads: 1 });
  try {
    host.properties.script.set('ANSWERSHARE_WORKSPACE_KEY', sandbox.keys.live);
    expect(await host.customFunction('AUTHORITY', [site])).toBe(70);
    await expect(host.customFunction('CITATIONS', [site])).rejects.toThrow(/^\[shape\] .*sidebar\.$/);
    const rows = (await host.customFunction('EXPLAIN', ['AUTHORITY', site])) as string[][];
    expect(rows.find(([what]) => what === 'Field score')?.[1]).toBe('/score (number, configured)');
    expect(await host.sidebarCall('connectionStatus', [])).toMatchObject({
      recipes: { websites: 'configured', authority: 'configured' },
    });
  } finally {
    await host.close();
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
});
