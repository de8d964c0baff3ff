import { expect, test } from 'vitest';
import { startLocalAddon } from '../support/local-addon.ts';

const menu = {
  title: 'Extensions',
  addon: true,
  items: [
    { caption: 'Open sidebar', functionName: 'openSidebar' },
    { separator: true },
    { caption: 'Insert a report…', functionName: 'openReports' },
    { caption: 'Refresh this file…', functionName: 'openRefresh' },
    // The view runs failed formulas by itself.
    { caption: 'Run failed formulas again…', functionName: 'openRefresh' },
    { separator: true },
    { caption: 'Freeze this tab', functionName: 'freezeTab' },
  ],
};

// The menu reads only the user's locale.
test.each([
  ['onOpen', 'LIMITED'],
  ['onOpen', 'NONE'],
  ['onOpen', 'FULL'],
  ['onInstall', 'FULL'],
] as const)('%s in %s adds the menu and touches no service beyond the locale', async (name, mode) => {
  await using addon = await startLocalAddon(2);
  addon.host.resetCounters();
  await addon.host.run(name, [], mode);
  expect(addon.host.ui().menus).toEqual([menu]);
  const { executions, maxInFlight, sheetReads, ...touched } = addon.host.counters();
  expect(sheetReads).toBe(1);
  expect(Object.values(touched).every((count) => count === 0)).toBe(true);
});

test.each([
  ['openSidebar', 'key'],
  ['openReports', 'reports'],
  ['openRefresh', 'refresh'],
])('the menu item %s opens the sidebar at its view', async (item, view) => {
  await using addon = await startLocalAddon(2);
  await addon.host.run(item);
  const { sidebar } = addon.host.ui();
  expect(sidebar?.title).toBe('Answershare');
  expect(sidebar?.html).toContain(
    `<main id="sidebar" data-locale="en" data-file-locale="en_US" data-zone="Etc/UTC" data-view="${view}">`,
  );
});

test.each([
  ['de_CH', 'de', 'Seitenleiste öffnen'],
  ['es_MX', 'es', 'Abrir barra lateral'],
  ['fr_FR', 'fr', 'Ouvrir la barre latérale'],
  ['ja', 'ja', 'サイドバーを開く'],
  ['nl_NL', 'en', 'Open sidebar'],
])('with the locale %s menu and sidebar speak %s', async (locale, language, caption) => {
  await using addon = await startLocalAddon(2, { locale });
  await addon.host.run('onOpen', [], 'LIMITED');
  expect(addon.host.ui().menus[0]?.items[0]).toMatchObject({ caption });
  await addon.host.run('openSidebar');
  expect(addon.host.ui().sidebar?.html).toContain(`data-locale="${language}"`);
});
