import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import { expect, test } from 'vitest';
import { startLocalAddon } from '../support/local-addon.ts';
import { openSidebar } from '../support/sidebar-page.ts';
import { expectAccessibleViews, photograph, writePicture } from './view-faults.ts';

// German has the longest words, English the pictures of the docs; the soak looks at all languages.
test.each(process.env.WRITE_PICTURES === '1' ? (['de', 'en'] as const) : (['de'] as const))(
  'in %s at 300 px every view is accessible and as wide as its place',
  expectAccessibleViews,
);

test('the form for a key breaks no rule of axe either', async () => {
  await using addon = await startLocalAddon(2);
  await using sidebar = await openSidebar(addon.host);
  await sidebar.frame.getByText('No key yet.').waitFor();
  await writePicture('sidebar-connect.png', await photograph(sidebar.page, sidebar.frame));
  await sidebar.frame.getByRole('button', { name: 'Connect', exact: true }).click();
  await sidebar.frame.getByText('Paste an API key first.').waitFor();
  expect(await findAccessibilityFaults(sidebar.frame)).toEqual([]);
});
