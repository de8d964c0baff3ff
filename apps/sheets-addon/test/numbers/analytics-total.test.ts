import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anyForm, type LocalAddon, startLocalAddon } from '../support/local-addon.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

type Row = Record<string, unknown> & { date: string };
type Body = { days: Row[] };

const site = 'Meadow Clinic';
const dateOf = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

describe.each(anyForm)('Form %i', (form) => {
  let addon: LocalAddon;
  let service: Relay;
  let change: (body: Body) => object;

  beforeEach(async () => {
    change = (body) => body;
    addon = await startLocalAddon(form);
    service = await startRelay(addon.sandbox, (path, text) =>
      path.includes('/analytics') && text.includes('"days"')
        ? JSON.stringify(change(JSON.parse(text)))
        : text,
    );
    addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
    await addon.connect(addon.sandbox.keys.live);
    service.asked.length = 0;
  });
  afterEach(async () => {
    await addon[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const daily = async (window: string): Promise<number[]> => {
    const rows = (await addon.cell('ANALYTICS', site, window, 'visitors', 'headers=no')) as [Date, number][];
    return rows.map(([, visitors]) => visitors);
  };
  const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

  test('computes sum, average, last and change from the daily table, without another request', async () => {
    const fifteen = await daily('15d');
    const seven = fifteen.slice(8);
    expect(seven).toHaveLength(7);
    expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '7d')).toBe(sum(seven));
    expect(await addon.cell('ANALYTICS_TOTAL', site, 'Visitors', '7d', 'average')).toBe(
      sum(seven.slice(0, 6)) / 6,
    );
    expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '7d', 'last')).toBe(seven[6]);
    expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '7d', 'change')).toBe(
      sum(fifteen.slice(7, 14)) - sum(fifteen.slice(0, 7)),
    );
    const dates = `${dateOf(6)}..${dateOf(0)}`;
    expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', dates, 'change')).toBe(
      sum(seven.slice(0, 6)) - sum(fifteen.slice(2, 8)),
    );
    expect(service.asked.filter((path) => path.includes('/analytics'))).toHaveLength(1);
  });

  test('refuses a missing or blank day unless the option accepts it', async () => {
    change = ({ days, ...rest }) => ({
      ...rest,
      days: days
        .filter(({ date }) => date !== dateOf(3))
        .map((day) => (day.date === dateOf(4) ? { ...day, visitors: null } : day)),
    });
    const note = `[incomplete] 2 of 7 days from ${dateOf(6)} have no visitors. The option incomplete=take counts what is there.`;
    expect(await addon.note('ANALYTICS_TOTAL', site, 'visitors', '7d')).toBe(note);
    expect(await addon.note('ANALYTICS_TOTAL', site, 'visitors', '7d', 'average')).toBe(
      note.replace('of 7', 'of 6'),
    );
    const there = (await daily('7d')).filter((figure) => typeof figure === 'number');
    expect(there).toHaveLength(5);
    const taken = await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '7d', '', 'incomplete=take');
    expect(taken).toBe(sum(there));
    expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '3d')).toBe(sum(await daily('3d')));
  });

  test('accepts a missing today, which is not over, but no missing yesterday', async () => {
    change = ({ days, ...rest }) => ({ ...rest, days: days.filter(({ date }) => date < dateOf(0)) });
    expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '7d')).toBe(sum(await daily('7d')));
    addon.host.cache.clear();
    addon.host.properties.document.clear();
    await addon.connect(addon.sandbox.keys.live);
    change = ({ days, ...rest }) => ({ ...rest, days: days.filter(({ date }) => date < dateOf(1)) });
    expect(await addon.note('ANALYTICS_TOTAL', site, 'visitors', '7d')).toMatch(
      /^\[incomplete\] 1 of 7 days /,
    );
  });

  test.each([
    ['has no row', () => []],
    ['has a part of its figure', (day: Row) => [{ ...day, visitors: 8 }]],
  ])('shows no change for a constant website if today %s', async (_, today) => {
    change = ({ days, ...rest }) => ({
      ...rest,
      days: days.flatMap((day) => (day.date < dateOf(0) ? [{ ...day, visitors: 100 }] : today(day))),
    });
    const dates = `${dateOf(6)}..${dateOf(0)}`;
    for (const window of ['7d', dates]) {
      expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', window, 'change')).toBe(0);
      expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', window, 'average')).toBe(100);
    }
  });

  test('prefers the body’s total of exactly this window to its own sum', async () => {
    change = (body) => ({
      ...body,
      totals: { from: dateOf(89), to: dateOf(0), visitors: 54_321, pageviews: 98_765 },
    });
    await addon.host.sidebarCall('disconnect', []);
    await addon.connect(addon.sandbox.keys.live);
    expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '90d')).toBe(54_321);
    const thirty = await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '30d');
    expect(thirty).toBe(sum(await daily('30d')));
  });

  test('returns one figure per row, and shows or hides a failing one', async () => {
    const sites = [[site], ['nowhere.example'], ['']];
    const shown = (await addon.cell('ANALYTICS_TOTAL', sites, 'citations', '7d')) as unknown[][];
    expect(shown).toEqual([[expect.any(Number)], [expect.stringMatching(/^\[not_found\] /)], ['']]);
    const blank = await addon.cell('ANALYTICS_TOTAL', sites, 'citations', '7d', '', 'on_error=blank');
    expect(blank).toEqual([shown[0], [''], ['']]);
    expect(await addon.note('ANALYTICS_TOTAL', sites, 'citations', '7d', '', 'on_error=throw')).toMatch(
      /^\[not_found\] No website "nowhere.example"/,
    );
    expect(await addon.cell('CITATIONS', 'nowhere.example', '', 'on_error=text')).toMatch(/^\[not_found\] /);
    expect(await addon.cell('AUTHORITY', 'nowhere.example', 'on_error=blank')).toBe('');
  });

  test('refuses an unknown metric or aggregate and lists the known ones', async () => {
    expect(await addon.note('ANALYTICS_TOTAL', site)).toBe(
      '[bad_request] ANALYTICS_TOTAL needs a metric: =ANALYTICS_TOTAL(A2; "30d"; "visitors"), or "pageviews", "citations".',
    );
    expect(await addon.note('ANALYTICS_TOTAL', site, 'visitors', '7d', 'median')).toBe(
      '[bad_request] There is no aggregate "median". Choose sum, average, max, min, last, change or change%.',
    );
    expect(await addon.note('ANALYTICS_TOTAL', site, 'vistors', '7d')).toMatch(
      /^\[bad_request\] There is no metric "vistors"\. Did you mean visitors\? Choose visitors, /,
    );
  });
});

test('a stale answer serves no dates after it, and a relative window up to its day', async () => {
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:00Z');
  await addon.connect(addon.sandbox.keys.live);
  const total = (...more: string[]) => addon.cell('ANALYTICS_TOTAL', site, 'visitors', ...more);
  const before = await total('2026-11-11..2026-11-15');
  const week = [await total('7d', 'sum'), await total('7d', 'average')];
  await addon.pass(86_400_000);
  await addon.sandbox.admin.fault({ fault: 'status', times: 'always' });
  expect(await total('2026-11-11..2026-11-15')).toBe(before);
  for (const [aggregate, missing] of [
    ['sum', 1],
    ['average', 2],
  ] as const) {
    const dates = '2026-11-11..2026-11-17';
    const note = await addon.note('ANALYTICS_TOTAL', site, 'visitors', dates, aggregate);
    expect(note).toContain(`[incomplete] ${missing} of 7 days from 2026-11-11 have no visitors.`);
  }
  expect([await total('7d', 'sum'), await total('7d', 'average')]).toEqual(week);
  const wholeDays = await total('2026-11-10..2026-11-15', 'change');
  expect(wholeDays).toEqual(expect.any(Number));
  expect(await total('7d', 'change')).toBe(wholeDays);
  await addon.pass(86_400_000);
  expect(await addon.note('ANALYTICS_TOTAL', site, 'visitors', '7d', 'change')).toMatch(
    /^\[incomplete\] 2 of 7 days from 2026-11-11 have no visitors\./,
  );
  expect(await total('7d', 'change', 'incomplete=take')).toEqual(expect.any(Number));
});
