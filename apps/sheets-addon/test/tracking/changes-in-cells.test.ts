import { expect, test } from 'vitest';
import { anyForm, startConnectedAddon, startLocalAddon } from '../support/local-addon.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-21T12:00:00Z');

test.each(anyForm)('Form %i: cells show the change since tracking began, without a request', async (form) => {
  await using addon = await startConnectedAddon(form, 'live', { now: () => now });
  await addon.sandbox.admin.setClock('2026-11-21T12:00:00Z');
  expect(await addon.host.sidebarCall('act', ['track', {}])).toMatchObject({ ok: true });
  const [site] = addon.sandbox.websites;
  const { name = '', domain = '', id = '' } = site ?? {};
  const score = Number(await addon.cell('AUTHORITY', name));
  const tab = addon.host.sheet.tabs().at(-1);
  const next = (tab?.lastRow ?? 0) + 1;
  addon.host.sheet.typeRows(
    `'${tab?.name}'!A${next}`,
    [7, 8, 30].map((ago) => [new Date(now - ago * day), id, name, score - ago, 0.25, '', '', '']),
  );
  await addon.requests();
  expect(await addon.cell('AUTHORITY_CHANGE', name)).toBe(7);
  expect(await addon.cell('AUTHORITY_CHANGE', domain, '10d')).toBe(30);
  expect(await addon.cell('AUTHORITY_CHANGE', id, '2026-11-13', 'before')).toBe(score - 8);
  expect(await addon.cell('AUTHORITY_CHANGE', id, new Date('2026-11-20T00:00:00Z'), 'date')).toEqual(
    new Date('2026-11-14T00:00:00Z'),
  );
  expect(await addon.cell('AUTHORITY_CHANGE', id, '', 'verdict')).toMatch(
    /^too few days to compare: \d and \d of 7 days/,
  );
  expect(await addon.cell('CITATIONS_CHANGE', id)).toBe('');
  const share = Number(await addon.cell('SHARE_OF_VOICE', name));
  expect(await addon.cell('SHARE_OF_VOICE_CHANGE', id)).toBe(share - 0.25);
  expect(
    await addon.cell('AUTHORITY_CHANGE', [[name], ['nowhere.example'], [''], ['Harbor & Pine']]),
  ).toEqual([[7], [expect.stringMatching(/^\[not_found\] No website "nowhere\.example"/)], [''], ['']]);
  expect(await addon.requests()).toEqual({});
});

test('a change costs no request by id, and the list of websites by domain or name', async () => {
  await using addon = await startConnectedAddon(2);
  await addon.host.sidebarCall('act', ['track', {}]);
  const [site] = addon.sandbox.websites;
  addon.host.cache.clear();
  const { document } = addon.host.properties;
  const connection = document.get('answershare.connection') ?? '';
  document.clear();
  document.set('answershare.connection', connection);
  await addon.requests();
  await addon.cell('AUTHORITY_CHANGE', site?.id);
  expect(await addon.requests()).toEqual({});
  await addon.cell('AUTHORITY_CHANGE', [[site?.name], [site?.domain], ['nowhere.example']]);
  expect(await addon.requests()).toEqual({ websites: 1 });
  await addon.cell('AUTHORITY_CHANGE', site?.name);
  expect(await addon.requests()).toEqual({});
});

/** A history of ten days with two websites under names that somebody edited. */
async function withHistory(names: readonly [string, string]) {
  const addon = await startConnectedAddon(2, 'live', { now: () => now });
  await addon.sandbox.admin.setClock('2026-11-21T12:00:00Z');
  const [one, other] = addon.sandbox.websites;
  const row = (ago: number, id = '', name = '', citations = 0) => [
    new Date(now - ago * day),
    id,
    name,
    60,
    0.3,
    citations,
    '',
    '',
  ];
  addon.host.sheet.typeRows('A1', [
    ['Date', 'Website id', 'Website', 'Authority', 'Share of voice', 'Citations', 'Method', 'Notes'],
    row(7, one?.id, names[0], 100),
    row(0, one?.id, names[0], 170),
    row(7, other?.id, names[1], 900),
    row(0, other?.id, names[1], 830),
  ]);
  addon.host.sheet.name('AnswershareHistory', 'A1:H1');
  return { addon, one, other };
}

test('a reference means the same website as in every other function', async () => {
  const { addon, one, other } = await withHistory(['Northwind Outdoor', 'Harbor & Pine']);
  await using _ = addon;
  const domain = one?.domain ?? '';
  expect(await addon.cell('CITATIONS', domain)).toBe(await addon.cell('CITATIONS', one?.id));
  addon.host.sheet.typeRows('C4', [[domain], [domain]]);
  expect(await addon.cell('CITATIONS_CHANGE', [[domain], [one?.name], [one?.id], [other?.id]])).toEqual([
    [70],
    [70],
    [70],
    [-70],
  ]);
});

test('the history’s own names count for a website that left the list, and without a list', async () => {
  const { addon } = await withHistory(['Old name', 'old.example']);
  await using _ = addon;
  const asked = [['Old name'], ['old.example'], ['nowhere']];
  expect(await addon.cell('CITATIONS_CHANGE', asked)).toEqual([
    [70],
    [-70],
    [expect.stringMatching(/^\[not_found\] /)],
  ]);
  await addon.host.sidebarCall('disconnect', []);
  expect(await addon.cell('CITATIONS_CHANGE', asked)).toEqual([
    [70],
    [expect.stringMatching(/^\[not_connected\] /)],
    [expect.stringMatching(/^\[not_connected\] /)],
  ]);
});

test('the recorded days are a table for a chart, without a request', async () => {
  const { addon, one, other } = await withHistory(['Northwind Outdoor', 'Harbor & Pine']);
  await using _ = addon;
  const dayCell = (ago: number) => new Date(Date.parse('2026-11-21T00:00:00Z') - ago * day);
  await addon.requests();
  expect(await addon.cell('AUTHORITY_HISTORY', one?.id)).toEqual([
    ['Date', 'Authority'],
    [dayCell(7), 60],
    [dayCell(0), 60],
  ]);
  const newestFirst = 'headers=no; order=desc';
  expect(await addon.cell('SHARE_OF_VOICE_HISTORY', other?.id, '8d', newestFirst)).toEqual([
    [dayCell(0), 0.3],
    [dayCell(7), 0.3],
  ]);
  const newestDay = [[dayCell(0), 60]];
  expect(await addon.cell('AUTHORITY_HISTORY', one?.id, '7d', 'headers=no')).toEqual(newestDay);
  expect(await addon.cell('AUTHORITY_HISTORY', one?.id, dayCell(6), 'headers=no')).toEqual(newestDay);
  expect(await addon.requests()).toEqual({});
  expect(await addon.note('AUTHORITY_HISTORY', addon.sandbox.websites[2]?.domain)).toMatch(
    /^\[no_history\] No authority of "[a-z.-]+" is recorded yet\. Press "Record today" under Reports/,
  );
});

test('cells name what is missing', async () => {
  await using addon = await startLocalAddon(2);
  expect(await addon.note('AUTHORITY_CHANGE', 'x')).toBe(
    '[no_history] This file has no history yet. Press "Record today" under Reports in the sidebar.',
  );
  expect(await addon.note('AUTHORITY_HISTORY', 'x')).toMatch(
    /^\[no_history\] This file has no history yet\./,
  );
  expect(await addon.note('AUTHORITY_HISTORY', '')).toBe(
    '[bad_request] AUTHORITY_HISTORY needs a website: an id, a domain or a name.',
  );
  expect(await addon.note('AUTHORITY_CHANGE', 'x', 'last week')).toMatch(
    /^\[bad_window\] The period ends on \d{4}-\d\d-\d\d, but a change ends on the newest tracked day\. /,
  );
  expect(await addon.note('AUTHORITY_CHANGE', 'x', '7d', 'trend')).toBe(
    '[bad_request] A change has no "trend". Choose change, before, after, date, newest or verdict.',
  );
});

test('a history whose days have no figure asks for no new record', async () => {
  await using addon = await startConnectedAddon(1);
  await addon.host.sidebarCall('act', ['track', {}]);
  const site = 'quillfield.example';
  expect(await addon.cell('AUTHORITY', site)).toBe('');
  await addon.requests();
  expect(await addon.note('AUTHORITY_HISTORY', site)).toBe(
    `[no_history] The recorded days of "${site}" have no authority: the service gave none. Notes in the history tab name faults.`,
  );
  expect(await addon.cell('AUTHORITY_CHANGE', site)).toBe('');
  expect(await addon.requests()).toEqual({});
});
