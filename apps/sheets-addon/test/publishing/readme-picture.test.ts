import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAppsScript } from '@answershare/apps-script';
import { startBrowser } from '@answershare/browser';
import { startSandbox } from '@answershare/sandbox';
import { expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { renderSheet } from '../../listing/sheet-page.ts';
import { runAction } from '../support/actions.ts';
import { dist, openAddon } from '../support/local-addon.ts';

const repository = join(root, '../..');
const now = '2026-11-16T09:00:00Z';

test('the README describes its picture of a sheet by the cells that a report writes', async () => {
  const sandbox = await startSandbox({ form: 2, seed: 1, now });
  const options = { folder: dist, threads: 2, now: () => Date.parse(now) };
  await using addon = openAddon(sandbox, await startAppsScript(options));
  await addon.connect(sandbox.keys.live);
  const { tab } = await runAction(addon.host, 'insertReport', {
    kind: 'overview',
    website: '',
    as: 'values',
  });
  const [row = []] = addon.host.sheet.display(`'${tab}'!B5:F5`);
  const [name, , authority, share, citations] = row;
  const alt = `A sheet: ${name} has authority ${authority}, share of voice ${share} and ${citations} AI citations`;
  expect(readFileSync(join(repository, 'README.md'), 'utf8')).toContain(`![${alt}](docs/pictures/sheet.png)`);
  const browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.setContent(renderSheet(addon.host, 'All websites', tab, 10));
  const picture = await page.screenshot({ clip: { x: 0, y: 44, width: 856, height: 264 } });
  await browser.close();
  const file = join(repository, 'docs/pictures/sheet.png');
  if (process.env.WRITE_PICTURES === '1') writeFileSync(file, picture);
  // Fonts differ from machine to machine: the format and the size are compared, not each dot.
  expect(readFileSync(file).subarray(0, 24)).toEqual(picture.subarray(0, 24));
});
