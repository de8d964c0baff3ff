import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyForm, type LocalAddon, startLocalAddon } from '../support/local-addon.ts';
import { fetchPlain } from '../support/plain-read.ts';
import { type Relay, startRelay } from '../support/relay.ts';

const site = 'Meadow Clinic';
const long = 'x'.repeat(60_000);

describe.each(anyForm)('Form %i', (form) => {
  let addon: LocalAddon;
  let service: Relay;
  let strange: unknown = null;
  let id: string;

  beforeAll(async () => {
    addon = await startLocalAddon(form);
    id = addon.sandbox.websites[3]?.id ?? '';
    service = await startRelay(addon.sandbox, (path, text) =>
      path.includes('/authority') && strange !== null && path.includes(id) ? JSON.stringify(strange) : text,
    );
    addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
    await addon.connect(addon.sandbox.keys.live);
    strange = {
      weird: [
        { a: 1, b: '=1+1' },
        { a: null, c: { d: true } },
      ],
      map: { x: { n: 1 }, y: { n: 2 } },
      'with/slash': '-5',
      empty: [],
      long,
    };
  });
  afterAll(async () => {
    await addon[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const value = (path: string) => addon.cell('API_FIELD', 'authority', site, path);

  test('reads any field of a body, from the same request as the function of that endpoint', async () => {
    const body = await fetchPlain(addon.sandbox, 'citations', id);
    service.asked.length = 0;
    expect(await addon.cell('CITATIONS', site)).toBe(body.total);
    expect(await addon.cell('API_FIELD', 'citations', site, '/total')).toBe(body.total);
    expect(await addon.cell('API_FIELD', 'Citations', id, 'total')).toBe(body.total);
    const whole = JSON.stringify(body);
    const shown = whole.length > 50_000 ? `${whole.slice(0, 49_999)}…` : whole;
    expect(await addon.cell('API_FIELD', 'citations', site, '')).toBe(shown);
    expect(service.asked.filter((path) => path.includes('/citations'))).toHaveLength(1);
  });

  test('reads a body without a recipe, for one request', async () => {
    service.asked.length = 0;
    expect(await addon.note('AUTHORITY', site)).toMatch(/^\[shape\] /);
    expect(await value('/weird/0/a')).toBe(1);
    expect(await value('/weird/*/a')).toEqual([[1], ['']]);
    expect(await value('/weird/1')).toBe('{"a":null,"c":{"d":true}}');
    expect(await value('/weird/1/c/d')).toBe(true);
    expect(await value('/with~1slash')).toBe('-5');
    expect(await value('/weird/0/b')).toBe('=1+1');
    expect(await value('/empty')).toBe('[]');
    expect(await value('/long')).toBe(`${long.slice(0, 49_999)}…`);
    // For a body without its website's name the client checks the parameter once, with an unknown id.
    expect(service.asked.filter((path) => path.includes('/authority') && path.includes(id))).toHaveLength(1);
  });

  test('names the longest existing part of a path that leads nowhere', async () => {
    expect(await addon.note('API_FIELD', 'authority', site, '/weird/0/z')).toBe(
      '[not_found] Nothing at "/weird/0/z". Did you mean /weird/0/a? Choose /weird/0/a or /weird/0/b.',
    );
    expect(await addon.note('API_FIELD', 'authority', site, '/map/z/n')).toBe(
      '[not_found] Nothing at "/map/z/n". Choose /map/x or /map/y.',
    );
    expect(await addon.note('API_FIELD', 'authority', site, '/weird/7')).toBe(
      '[not_found] Nothing at "/weird/7": "/weird" is a list of 2.',
    );
    expect(await addon.note('API_FIELD', 'authority', site, '/a~2')).toMatch(
      /^\[bad_request\] "\/a~2" is not a path/,
    );
    expect(await addon.note('API_FIELD', 'visits', site, '/a')).toBe(
      '[bad_request] There is no endpoint "visits". Choose websites, analytics, citations, competitors or authority.',
    );
    expect(await addon.note('API_FIELD', 'citations', site, '/total', '7d')).toBe(
      '[bad_window] Only analytics has a window. Leave it blank for citations.',
    );
  });

  test('returns one value per row for a range of websites', async () => {
    const shown = await addon.cell('API_FIELD', 'citations', [[site], ['nowhere.example'], ['']], '/total');
    expect(shown).toEqual([[expect.any(Number)], [expect.stringMatching(/^\[not_found\] No website/)], ['']]);
    expect(await addon.note('API_FIELD', 'citations', [[site], [site]], '/engines/*')).toMatch(
      /^\[bad_request\] A path with \* gives a column/,
    );
  });

  test('shows a list as a table with all fields, or with the requested columns', async () => {
    const table = (path: string, ...more: unknown[]) =>
      addon.cell('API_TABLE', 'authority', site, path, ...more);
    expect(await table('/weird')).toEqual([
      ['a', 'b', 'c'],
      [1, '=1+1', ''],
      ['', '', '{"d":true}'],
    ]);
    expect(await table('/weird', 'c/d, a', '', 'headers=no')).toEqual([
      ['', 1],
      [true, ''],
    ]);
    expect(await table('/map/*')).toEqual([
      ['Key', 'n'],
      ['x', 1],
      ['y', 2],
    ]);
    expect(await table('/map/*', [['n', '*']], '', 'headers=no')).toEqual([
      [1, 'x'],
      [2, 'y'],
    ]);
    expect(await table('/empty')).toEqual([['']]);
    expect(await addon.note('API_TABLE', 'authority', site, '/weird', 'z')).toBe(
      '[not_found] No row has a field "z". Choose a, b or c.',
    );
  });

  test('reads the list of websites', async () => {
    const sites = (await addon.cell(
      'API_TABLE',
      'websites',
      '',
      '/websites',
      'name',
      '',
      'headers=no',
    )) as string[][];
    expect(sites.map(([name]) => name)).toEqual(addon.sandbox.websites.map(({ name }) => name));
  });
});
