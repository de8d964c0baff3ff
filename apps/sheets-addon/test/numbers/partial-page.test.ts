import { startAppsScript } from '@answershare/apps-script';
import { startSandbox } from '@answershare/sandbox';
import { expect, test } from 'vitest';
import { localFolder } from '../../build/build-addon.ts';
import { forms, openAddon, startLocalAddon } from '../support/local-addon.ts';
import { startRelay } from '../support/relay.ts';

interface Feed {
  readonly total: number;
  readonly engines: readonly object[];
  readonly citations: readonly object[];
}

test('a feed without a total counts its rows if complete, and “at least” its rows if paged', async () => {
  await using addon = await startLocalAddon(1);
  const [whole, page] = addon.sandbox.websites.slice(2).map(({ id }) => id);
  const rows = new Map<string, number>();
  await using service = await startRelay(addon.sandbox, (path, body) => {
    if (!path.includes('/citations')) return body;
    const { total: _, engines: __, ...feed } = JSON.parse(body) as Feed;
    const isPage = path.includes(`${page}`);
    rows.set(isPage ? 'page' : 'whole', feed.citations.length);
    return JSON.stringify({ ...feed, hasMore: isPage });
  });
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  await addon.connect(addon.sandbox.keys.live);
  expect(await addon.cell('CITATIONS', whole)).toBe(rows.get('whole'));
  expect(await addon.cell('CITATIONS', page)).toBe(`≥ ${rows.get('page')}`);
  const inSum = addon.host.customFunction('CITATIONS', [[[whole], [page]]], '=SUM(CITATIONS(A2:A3))');
  await expect(inSum).rejects.toThrow('[incomplete] The service gave one page of more: ≥ ');
});

test.each(forms)('Form %i: says of missing days that the answer is one page and more exist', async (form) => {
  const instant = '2026-11-21T12:00:00Z';
  const sandbox = await startSandbox({ form, seed: 1, quirks: { pages: 'cursor' } });
  await sandbox.admin.setClock(instant);
  await sandbox.admin.freezeClock();
  const script = { folder: localFolder, threads: 2, now: () => Date.parse(instant) };
  await using addon = openAddon(sandbox, await startAppsScript(script));
  await addon.connect(sandbox.keys.live);
  const total = (...args: unknown[]) => addon.note('ANALYTICS_TOTAL', 'Northwind Outdoor', ...args);
  const page = 'Choose a period within 2026-10-23..2026-11-16.';
  const note = (missing: string) =>
    `[incomplete] The answer is one page, and more exist: ${missing} are not on it. ${page}`;
  expect(await total('30d', 'citations')).toBe(note('4 of 30 days from 2026-10-23'));
  expect(await total('30d', 'citations', 'max')).toBe(note('4 of 29 days from 2026-10-23'));
  expect(await total('30d', 'citations', 'last')).toBe(note('the days from 2026-11-17'));
  expect(await total('2026-11-01..2026-11-07', 'citations')).toMatch(/^no fault but \d+$/);
  expect(await total('30d', 'citations', '', 'incomplete=take')).toMatch(/^no fault but \d+$/);
});

test('says of days without figures that the service marks them', async () => {
  await using addon = await startLocalAddon(1);
  await using service = await startRelay(addon.sandbox, (path, body) =>
    path.includes('/analytics') ? JSON.stringify({ ...JSON.parse(body), sampled: true }) : body,
  );
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  await addon.connect(addon.sandbox.keys.live);
  expect(await addon.note('ANALYTICS_TOTAL', addon.sandbox.websites[0]?.id, '7d', 'visitors')).toBe(
    '[not_measured] The service marks these figures: /sampled is true: figures next to it are unknown.',
  );
});
