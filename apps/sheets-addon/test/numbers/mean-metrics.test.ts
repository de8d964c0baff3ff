import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAppsScript } from '@answershare/apps-script';
import { startSandbox } from '@answershare/sandbox';
import { expect, test } from 'vitest';
import { buildAddon } from '../../build/build-addon.ts';
import type { BuildSettings } from '../../build/build-settings.ts';
import { startRelay } from '../support/relay.ts';

const site = 'Northwind Outdoor';

/** Days of a Monday to a Sunday: rates 0.2 and then 0.6, three orders a day. */
const addMetrics = (text: string): string => {
  const body: { days: { date: string }[] } = JSON.parse(text);
  const days = body.days.map((day) => ({
    ...day,
    bounce_rate: day.date < '2026-11-16' ? 0.2 : 0.6,
    orders: 3,
  }));
  return JSON.stringify({ ...body, days });
};

test('a rate has a mean of several days, a count their sum', async () => {
  const now = Date.parse('2026-11-25T09:00:00Z');
  const folder = await mkdtemp(join(tmpdir(), 'answershare-means-'));
  const sandbox = await startSandbox({ form: 1, seed: 1, now: new Date(now).toISOString() });
  const service = await startRelay(sandbox, (path, text) =>
    path.includes('/analytics') ? addMetrics(text) : text,
  );
  const field = (name: string, codec = 'number'): string => `/days/*/${name} ${codec}`;
  const recipes: BuildSettings['recipes'] = {
    websites: {
      v: 1,
      kind: 'websites',
      lists: {
        websites: [{ at: '/websites/*', fields: { id: '/websites/*/id id', name: '/websites/*/name text' } }],
      },
    },
    analytics: {
      v: 1,
      kind: 'analytics',
      lists: {
        days: [
          {
            at: '/days/*',
            fields: {
              date: field('date', 'date'),
              visitors: field('visitors'),
              bounce_rate: field('bounce_rate'),
              orders: field('orders'),
            },
          },
        ],
      },
    },
  };
  await buildAddon(folder, { url: service.url, withSchedule: false, recipes });
  const host = await startAppsScript({ folder, threads: 1, now: () => now });
  try {
    host.properties.script.set('ANSWERSHARE_WORKSPACE_KEY', sandbox.keys.live);
    const weeks = await host.customFunction('ANALYTICS', [
      site,
      'last 2 weeks',
      'bounce rate, orders',
      'by=week; headers=no',
    ]);
    expect(weeks).toEqual([
      [new Date('2026-11-09'), expect.closeTo(0.2, 10), 21],
      [new Date('2026-11-16'), expect.closeTo(0.6, 10), 21],
    ]);
    const total = (...more: string[]) => host.customFunction('ANALYTICS_TOTAL', [site, 'last week', ...more]);
    expect(await total('bounce rate')).toBeCloseTo(0.6, 10);
    expect(await total('bounce rate', 'sum')).toBeCloseTo(4.2, 10);
    expect(await total('bounce rate', 'change')).toBeCloseTo(0.4, 10);
    expect(await total('bounce rate, orders', '', 'compare=previous')).toEqual([
      [...[0.6, 0.2, 0.4, 2].map((figure) => expect.closeTo(figure, 10)), 21, 21, 0, 0],
    ]);
  } finally {
    await host.close();
    await service[Symbol.asyncDispose]();
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
});
