import { describe, expect, test } from 'vitest';
import { functions } from '../../src/functions/functions.ts';
import { anyForm, type LocalAddon, startConnectedAddon, startLocalAddon } from '../support/local-addon.ts';
import { startRelay } from '../support/relay.ts';

const site = 'Meadow Clinic';

async function rows(addon: LocalAddon, ...args: unknown[]): Promise<[string, unknown][]> {
  return (await addon.cell('EXPLAIN', ...args)) as [string, unknown][];
}

describe.each(anyForm)('Form %i', (form) => {
  test('shows the request of a formula before and after it was sent, without sending one', async () => {
    await using addon = await startConnectedAddon(form);
    const id = addon.sandbox.websites[3]?.id ?? '';
    const before = Object.fromEntries(await rows(addon, 'CITATIONS', id));
    expect(before).toMatchObject({
      Request: `GET /api/v1/citations?website_id=${id}`,
      Form: String(form),
      Kept: 'no: the next cell asks',
    });
    expect(await addon.requests()).toEqual({});
    await addon.cell('CITATIONS', site);
    await addon.requests();
    const after = Object.fromEntries(await rows(addon, '=CITATIONS(A2)', site));
    expect(after).toMatchObject({
      Request: before.Request,
      Website: `${id}, ${site}, meadowclinic.example`,
      Kept: 'yes, shown without a request',
      Answered: expect.any(Date),
      'Age in minutes': expect.any(Number),
      'Fresh until': expect.any(Date),
      'Field total': '/total (count, assumed)',
    });
    const dayMs = 86_400_000;
    const [answered, until] = [Number(after.Answered), Number(after['Fresh until'])];
    const midnight = (Math.floor(answered / dayMs) + 1) * dayMs;
    expect(until - Math.max(midnight, answered + dayMs / 24)).toBeLessThanOrEqual(2_000);
    expect(await addon.requests()).toEqual({});
  });

  test('shows one request of ninety days for each window within them', async () => {
    await using addon = await startConnectedAddon(form, 'live', {
      now: () => Date.parse('2026-11-21T12:00:00Z'),
    });
    await addon.sandbox.admin.setClock('2026-11-21T12:00:00Z');
    const id = addon.sandbox.websites[3]?.id ?? '';
    const table = await rows(addon, 'analytics', id, '7d');
    expect(Object.fromEntries(table).Request).toBe(`GET /api/v1/analytics?website_id=${id}&period=90d`);
    expect(table.filter(([what]) => what === 'Known by').map(([, clause]) => clause)).toEqual([
      expect.stringMatching(new RegExp(`^website parameter: Form ${form}, seen: `)),
      expect.stringMatching(/^window: /),
    ]);
  });

  test('names the lists that a window cuts, once an answer of analytics is cached', async () => {
    await using addon = await startConnectedAddon(form);
    const cuts = async (...args: unknown[]): Promise<unknown[]> =>
      (await rows(addon, ...args)).filter(([what]) => what === 'Cut to a window').map(([, list]) => list);
    expect(await cuts('analytics', site, '7d')).toEqual([]);
    await addon.cell('API_FIELD', 'analytics', site, '/days/0/date', '7d');
    expect(await cuts('analytics', site, '7d')).toEqual(['/days']);
    await addon.cell('API_FIELD', 'authority', site, '/score');
    expect(await cuts('authority', site)).toEqual([]);
  });

  test('explains the list of websites, and refuses what is no query', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.cell('WEBSITES');
    const list = Object.fromEntries(await rows(addon, 'WEBSITES'));
    expect(list).toMatchObject({ Request: 'GET /api/v1/websites', Kept: 'yes, shown without a request' });
    expect(await addon.note('EXPLAIN', 'CITATIONS')).toBe(
      '[bad_request] EXPLAIN needs a website: an id, a domain or a name.',
    );
    expect(await addon.note('EXPLAIN', 'SUM', site)).toMatch(
      /^\[bad_request\] EXPLAIN has nothing about "SUM"\. Choose WEBSITES, /,
    );
    expect(await addon.note('EXPLAIN', 'CITATIONS', 'nowhere.example')).toMatch(/^\[not_found\] No website /);
  });
});

test('EXPLAIN names the place of each field', async () => {
  await using addon = await startConnectedAddon(2);
  await addon.cell('AUTHORITY', site);
  const facts = Object.fromEntries(await rows(addon, 'AUTHORITY_BREAKDOWN', site));
  expect(facts['Cannot be read']).toBeUndefined();
  expect(facts['Field score']).toBe('/score (number, assumed)');
});

describe('DIAGNOSE', () => {
  test('lists build, masked key, Form and stored answers, without a request or a secret', async () => {
    await using addon = await startConnectedAddon(2);
    await addon.cell('CITATIONS', site);
    await addon.sandbox.admin.fault({ fault: 'reset', times: 'always' });
    await addon.note('AUTHORITY', site);
    await addon.requests();
    const key = addon.sandbox.keys.live;
    const table = (await addon.cell('DIAGNOSE')) as [string, string][];
    const facts = Object.fromEntries(table);
    expect(facts).toMatchObject({
      'Add-on': expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/),
      Service: addon.sandbox.baseUrl,
      Key: `rs_live_…${key.slice(-4)}`,
      Form: '2',
      'Runs in': 'a cell (CUSTOM_FUNCTION)',
      'Spreadsheet zone': 'Etc/UTC',
      'Spreadsheet locale': 'en_US',
      Cache: 'keeps',
      'Answers kept': expect.stringMatching(/^15, \d{4}-/),
      Fault: expect.stringMatching(/ UTC \[unreachable\] The service at /),
    });
    expect(JSON.stringify(table)).not.toContain(key.slice('rs_live_'.length, -4));
    expect(await addon.requests()).toEqual({});
  });

  test('works without a connection, and says why a stored one cannot be used', async () => {
    await using addon = await startLocalAddon(1);
    const table = async () => Object.fromEntries((await addon.cell('DIAGNOSE')) as [string, string][]);
    expect(await table()).toMatchObject({ Connection: 'none', 'Answers kept': '0, unknown to unknown' });
    addon.host.properties.document.set('answershare.connection', '{"broken');
    expect((await table()).Connection).toMatch(
      /^\[not_connected\] The connection stored in this file is damaged/,
    );
  });
});

test('every function can be explained', async () => {
  await using addon = await startConnectedAddon(2);
  const [{ id = '' } = {}] = addon.sandbox.websites;
  for (const { name } of functions) {
    const table = (await addon.cell('EXPLAIN', name, name === 'WEBSITES' ? '' : id)) as [string, unknown][];
    const [[first, text] = ['', '']] = table;
    expect(first).toBe(/CHANGE|HISTORY|^API_|EXPLAIN|DIAGNOSE/.test(name) ? 'Source' : 'Request');
    expect(String(text)).not.toBe('');
  }
});

test('EXPLAIN gives the reason why a cached body cannot be read', async () => {
  await using addon = await startLocalAddon(2);
  await using service = await startRelay(addon.sandbox, (path, text) =>
    path.includes('/competitors') ? '{"rows": "none"}' : text,
  );
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  await addon.connect(addon.sandbox.keys.live);
  const note = await addon.note('SHARE_OF_VOICE', site);
  const facts = Object.fromEntries(await rows(addon, 'SHARE_OF_VOICE', site));
  expect(facts['Cannot be read']).toBe(note);
  expect(facts.Answered).toBeInstanceOf(Date);
});
