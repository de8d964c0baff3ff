import { expect, test } from 'vitest';
import { connectedAddon, localAddon } from '../support/local-addon.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-21T12:00:00Z');

test.each([1, 2] as const)(
  'Form %i: cells tell the change since tracking began, at no request',
  async (form) => {
    await using addon = await connectedAddon(form, 'live', { now: () => now });
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
    expect(await addon.cell('AUTHORITY_CHANGE', id, '', 'verdict')).toBe('too few days to compare');
    expect(await addon.cell('CITATIONS_CHANGE', id)).toBe('');
    const share = Number(await addon.cell('SHARE_OF_VOICE', name));
    expect(await addon.cell('SHARE_OF_VOICE_CHANGE', id)).toBe(share - 0.25);
    expect(
      await addon.cell('AUTHORITY_CHANGE', [[name], ['nowhere.example'], [''], ['Harbor & Pine']]),
    ).toEqual([[7], [expect.stringMatching(/^\[not_found\] No website "nowhere\.example"/)], [''], ['']]);
    expect(await addon.requests()).toEqual({});
  },
);

test('a change costs no request by id or tracked name, and the list of websites by domain', async () => {
  await using addon = await connectedAddon(2);
  await addon.host.sidebarCall('act', ['track', {}]);
  const [site] = addon.sandbox.websites;
  addon.host.cache.clear();
  const { document } = addon.host.properties;
  const connection = document.get('answershare.connection') ?? '';
  document.clear();
  document.set('answershare.connection', connection);
  await addon.requests();
  for (const reference of [site?.id, site?.name]) {
    await addon.cell('AUTHORITY_CHANGE', reference);
    expect(await addon.requests()).toEqual({});
  }
  await addon.cell('AUTHORITY_CHANGE', site?.domain);
  expect(await addon.requests()).toEqual({ websites: 1 });
});

test('what is missing is told', async () => {
  await using addon = await localAddon(2);
  expect(await addon.note('AUTHORITY_CHANGE', 'x')).toBe(
    '[no_history] This file has no history yet. Start tracking in the sidebar.',
  );
  expect(await addon.note('AUTHORITY_CHANGE', 'x', 'last week')).toBe(
    '[bad_window] "last week" is no start. Write days such as 7d, or a date such as 2026-11-01.',
  );
  expect(await addon.note('AUTHORITY_CHANGE', 'x', '7d', 'trend')).toBe(
    '[bad_request] There is no "trend" of a change. There is change, before, after, date, newest, verdict.',
  );
});
