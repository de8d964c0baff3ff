import { startAppsScript } from '@answershare/apps-script';
import { expect, test } from 'vitest';
import { localFolder } from '../../build/build-addon.ts';
import { type LocalAddon, openAddon, startConnectedAddon } from '../support/local-addon.ts';

const site = 'Atlas Freight';
const property = 'ANSWERSHARE_SHARED_ANSWERS';

/** Another file of the same script: the local Apps Script has one document, so its script properties are copied. */
async function openSecondFile({ host, sandbox }: LocalAddon, key: string): Promise<LocalAddon> {
  const second = openAddon(sandbox, await startAppsScript({ folder: localFolder, threads: 2 }));
  for (const [name, text] of Object.entries(host.properties.script.all()))
    second.host.properties.script.set(name, text);
  await second.connect(key);
  await sandbox.admin.resetRequests();
  return second;
}

async function openFirstFile(choice: string): Promise<LocalAddon> {
  const first = await startConnectedAddon(2);
  first.host.properties.script.set(property, choice);
  expect(await first.cell('CITATIONS', site)).toEqual(expect.any(Number));
  expect(await first.cell('API_STATUS', 'newest_data')).toEqual(expect.any(Date));
  return first;
}

test('files with one key ask once, and know the requests of each other', async () => {
  await using first = await openFirstFile('yes');
  await using second = await openSecondFile(first, first.sandbox.keys.live);
  expect(await second.cell('CITATIONS', site)).toBe(await first.cell('CITATIONS', site));
  expect(await first.requests()).toEqual({});
  const spent = async (file: LocalAddon) => Number(await file.cell('API_STATUS', 'spent_today'));
  expect(await spent(second)).toBeGreaterThan(await spent(first));
  const others = Object.keys(first.host.properties.script.all()).filter(
    (name) => !/^answershare\.kept\./.test(name),
  );
  expect(others.sort()).toEqual(['ANSWERSHARE_SERVICE_URL', property]);
  // Nothing of the file goes with them: neither its key nor what a cell shows.
  const shared = JSON.stringify([first.host.properties.script.all(), first.host.cache.inspect('script')]);
  expect(shared).not.toContain(first.sandbox.keys.live);
  expect(shared).not.toContain('warm2:');
  expect(JSON.stringify(first.host.properties.document.all())).not.toContain('"kind":"answer"');
});

test.each(['', 'no'])('without the choice "yes" each file asks for itself: %j', async (choice) => {
  await using first = await openFirstFile(choice);
  await using second = await openSecondFile(first, first.sandbox.keys.live);
  await second.cell('CITATIONS', site);
  expect(await first.requests()).toMatchObject({ citations: 1 });
  expect(JSON.stringify(first.host.properties.script.all())).not.toContain('answershare.kept.');
});

test('a file with another key reads nothing that its key may not, and its faults stay its own', async () => {
  await using first = await openFirstFile('yes');
  await using other = await openSecondFile(first, first.sandbox.keys.otherTeam);
  expect(await other.note('CITATIONS', site)).toMatch(/^\[not_found\] /);
  const [id] = first.sandbox.websites;
  expect(await other.note('CITATIONS', id?.id)).toMatch(/^\[not_found\] /);
  await using unscoped = await openSecondFile(first, first.sandbox.keys.unscoped);
  expect(await unscoped.note('CITATIONS', site)).toMatch(/^\[(forbidden|not_connected)\] /);
  for (const [name, text] of Object.entries(other.host.properties.script.all()))
    first.host.properties.script.set(name, text);
  first.host.cache.clear();
  expect(await first.cell('CITATIONS', site)).toEqual(expect.any(Number));
});
