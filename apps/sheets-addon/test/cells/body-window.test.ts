import { describe, expect, onTestFinished, test } from 'vitest';
import { anyForm, type LocalAddon, startLocalAddon } from '../support/local-addon.ts';
import { fetchPlain } from '../support/plain-read.ts';
import { startRelay } from '../support/relay.ts';

const site = 'Meadow Clinic';
const noon = '2026-11-21T12:00:00Z';

interface File extends LocalAddon {
  readonly asked: readonly string[];
  readonly week: Days;
  /** Confirms the list of days, which no recipe assumes before. */
  confirmDays(): Promise<void>;
}

interface Days {
  readonly days: readonly { readonly date: string; readonly visitors: number }[];
}

const sum = (table: unknown): number =>
  (table as number[][]).reduce((all, [value]) => all + Number(value), 0);

describe.each(anyForm)('a window of a body of analytics, Form %i', (form) => {
  /** A file whose service answers analytics with `made` bodies. */
  async function file(made: (body: Days) => unknown): Promise<File> {
    const addon = await startLocalAddon(form, { now: () => Date.parse(noon) });
    onTestFinished(() => addon[Symbol.asyncDispose]());
    await addon.sandbox.admin.setClock(noon);
    const service = await startRelay(addon.sandbox, (path, text) =>
      path.includes('/analytics') ? JSON.stringify(made(JSON.parse(text) as Days)) : text,
    );
    onTestFinished(() => service[Symbol.asyncDispose]());
    addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
    await addon.connect(addon.sandbox.keys.live);
    const confirmDays = async (): Promise<void> => {
      expect(await addon.note('ANALYTICS', site, '7d')).toMatch(/^\[shape\] .*sidebar/);
      expect(await addon.note('API_FIELD', 'analytics', site, '/*', '7d')).toMatch(
        /^\[bad_window\] The answer has no list of days to cut/,
      );
      expect(await addon.confirm()).toEqual(['analytics']);
    };
    service.asked.length = 0;
    const window = form === 1 ? { from: '2026-11-15', to: '2026-11-21' } : { period: '7d' };
    const week = await fetchPlain(addon.sandbox, 'analytics', addon.sandbox.websites[3]?.id ?? '', window);
    return { ...addon, asked: service.asked, confirmDays, week: week as unknown as Days };
  }

  const table = (path: string, columns: string, window: string): [string, ...unknown[]] => [
    'API_TABLE',
    'analytics',
    site,
    path,
    columns,
    window,
    'headers=no',
  ];

  test('shows the days of a week, and the whole answer without a window, for one request', async () => {
    const { cell, week, asked } = await file((body) => body);
    const truth = week.days.reduce((all, { visitors }) => all + visitors, 0);
    expect(sum(await cell(...table('/days', 'visitors', '7d')))).toBe(truth);
    expect(await cell('ANALYTICS_TOTAL', site, 'visitors', '7d')).toBe(truth);
    expect(await cell(...table('/days', 'date', '2026-11-16..2026-11-17'))).toEqual([
      ['2026-11-16'],
      ['2026-11-17'],
    ]);
    expect(await cell('API_FIELD', 'analytics', site, '/days/0/date', '7d')).toBe('2026-11-15');
    expect(await cell('API_FIELD', 'analytics', [[site], ['']], '/days/6/date', '7d')).toEqual([
      ['2026-11-21'],
      [''],
    ]);
    expect(await cell('API_FIELD', 'analytics', site, '/days/*/date', '90d')).toHaveLength(90);
    expect(await cell('API_FIELD', 'analytics', site, '/days/*/date')).toHaveLength(90);
    expect(asked.filter((path) => path.includes('/analytics'))).toHaveLength(1);
  });

  test('cuts nested lists and objects keyed by date', async () => {
    const { cell, week, confirmDays } = await file(({ days }) => ({
      report: { days, engines: [{ name: 'ChatGPT', days }] },
      byDate: Object.fromEntries(days.map(({ date, visitors }) => [date, visitors])),
    }));
    await confirmDays();
    const visitors = week.days.map((day) => [day.visitors]);
    for (const path of ['/report/days', '/report/engines/0/days', '/report/engines/*/days/*']) {
      expect(await cell(...table(path, 'visitors', '7d'))).toEqual(visitors);
    }
    expect(await cell('API_TABLE', 'analytics', site, '/report/days/*', '', '7d')).toEqual([
      Object.keys(week.days[0] ?? {}),
      ...week.days.map((day) => Object.values(day)),
    ]);
    expect(await cell('API_FIELD', 'analytics', site, '/report/days', '7d')).toBe(JSON.stringify(week.days));
  });

  test('refuses a total of the whole answer for another window, and says what to do', async () => {
    const { cell, note, confirmDays } = await file((body) => ({
      ...body,
      total: 229_240,
      pages: [{ url: '/', visitors: 5 }],
    }));
    await confirmDays();
    const whole = 'Leave the window out, or use ANALYTICS_TOTAL.';
    for (const path of ['/total', '/pages', '/pages/*/visitors', '', '/*/0/visitors']) {
      expect(await note('API_FIELD', 'analytics', site, path, '7d')).toBe(
        `[bad_window] Only "/days" can be cut to a window; this covers 2026-08-24 to 2026-11-21. ${whole}`,
      );
    }
    expect(await note(...table('/pages', 'visitors', '30d'))).toMatch(
      /^\[bad_window\] Only "\/days" can be cut/,
    );
    for (const window of ['', '90d', '2026-08-24..2026-11-21']) {
      expect(await cell('API_FIELD', 'analytics', site, '/total', window)).toBe(229_240);
    }
  });

  test('refuses a body without a list of days for another window', async () => {
    const { cell, note } = await file(() => ({ visitors: 229_240 }));
    expect(await note('API_FIELD', 'analytics', site, '/visitors', '7d')).toBe(
      '[bad_window] The answer has no list of days to cut; it covers 2026-08-24 to 2026-11-21. Leave the window out, or use ANALYTICS_TOTAL.',
    );
    expect(await cell('API_FIELD', 'analytics', site, '/visitors')).toBe(229_240);
    expect(await note('API_TABLE', 'analytics', site, '/days', '', '7d')).toMatch(
      /^\[not_found\] Nothing at "\/days"/,
    );
  });

  test('refuses a window without a day of the list instead of showing a blank', async () => {
    const { note } = await file(({ days }) => ({ days: days.slice(-30) }));
    expect(await note(...table('/days', 'visitors', '2026-09-01..2026-09-07'))).toBe(
      '[bad_answer] No entry of "/days" lies in 2026-09-01 to 2026-09-07.',
    );
  });
});
