import { describe, expect, test } from 'vitest';
import { anyForm, type LocalAddon, startLocalAddon } from '../support/local-addon.ts';
import { startRelay } from '../support/relay.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

type Day = Record<string, unknown> & { date: string };

const site = 'Meadow Clinic';
const dayMs = 86_400_000;
/** A Saturday. */
const today = '2026-11-21';

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** The day's number since 2020-01-01, as its visitors. */
const numberOf = (date: string): number => (Date.parse(date) - Date.parse('2020-01-01')) / dayMs;

const sumOf = (from: string, to: string): number => {
  let sum = 0;
  for (let date = from; date <= to; date = addDays(date, 1)) sum += numberOf(date);
  return sum;
};

interface Service {
  readonly addon: LocalAddon;
  /** Analytics requests since the last call. */
  requests(): number;
}

/** The add-on on 2026-11-21 at 09:00 UTC before a service whose days `change` replaces. */
async function withService(
  form: 1 | 2,
  change: (days: readonly Day[]) => readonly Day[],
  check: (service: Service) => Promise<void>,
): Promise<void> {
  const now = Date.parse(`${today}T09:00:00Z`);
  await using addon = await startLocalAddon(form, { now: () => now });
  await addon.sandbox.admin.setClock(new Date(now).toISOString());
  await addon.sandbox.admin.freezeClock();
  await using service = await startRelay(addon.sandbox, (path, text) => {
    if (!path.includes('/analytics') || !text.includes('"days"')) return text;
    const body: { days: Day[] } = JSON.parse(text);
    return JSON.stringify({ ...body, days: change(body.days) });
  });
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  await addon.connect(addon.sandbox.keys.live);
  await addon.confirm();
  service.asked.length = 0;
  await check({
    addon,
    requests() {
      const count = service.asked.filter((path) => path.includes('/analytics')).length;
      service.asked.length = 0;
      return count;
    },
  });
}

const numbered = (days: readonly Day[]): readonly Day[] =>
  days.map((day) => ({ ...day, visitors: numberOf(day.date) }));

const readTable = async (addon: LocalAddon, ...args: unknown[]): Promise<unknown[][]> => {
  const rows = (await addon.cell('ANALYTICS', site, ...args)) as unknown[][];
  return rows.map((row) =>
    row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)),
  );
};

describe.each(anyForm)('Form %i', (form) => {
  test('sums weeks from Monday, and marks those that the window or today cuts', () =>
    withService(form, numbered, async ({ addon, requests }) => {
      expect(await readTable(addon, '15d', 'visitors, partial', 'by=week')).toEqual([
        ['Date', 'Visitors', 'Partial'],
        ['2026-11-02', sumOf('2026-11-07', '2026-11-08'), true],
        ['2026-11-09', sumOf('2026-11-09', '2026-11-15'), false],
        ['2026-11-16', sumOf('2026-11-16', today), true],
      ]);
      // Options in the place of the metrics.
      expect(await readTable(addon, '15d', 'by=week')).toEqual(await readTable(addon, '15d', '', 'by=week'));
      expect(await readTable(addon, 'last 2 weeks', 'visitors, partial', 'by=week; headers=no')).toEqual([
        ['2026-11-02', sumOf('2026-11-02', '2026-11-08'), false],
        ['2026-11-09', sumOf('2026-11-09', '2026-11-15'), false],
      ]);
      expect(requests()).toBe(1);
    }));

  test('sums months, newest first if wanted, and marks a day that is not over', () =>
    withService(form, numbered, async ({ addon, requests }) => {
      const months = [
        ['2026-09-01', sumOf('2026-09-01', '2026-09-30'), false],
        ['2026-10-01', sumOf('2026-10-01', '2026-10-31'), false],
        ['2026-11-01', sumOf('2026-11-01', today), true],
      ];
      const byMonth = (options: string) =>
        readTable(addon, '2026-09-01..', 'visitors, partial', `headers=no; by=month${options}`);
      expect(await byMonth('')).toEqual(months);
      expect(await byMonth('; order=desc; top=2')).toEqual(months.reverse().slice(0, 2));
      expect(await readTable(addon, '2d', 'partial', 'headers=no')).toEqual([
        ['2026-11-20', false],
        [today, true],
      ]);
      expect(requests()).toBe(1);
    }));

  test('gives a week without all of its figures as a blank, unless the option accepts it', () =>
    withService(
      form,
      (days) => numbered(days).filter(({ date }) => date !== '2026-11-11'),
      async ({ addon }) => {
        const window = '2026-11-02..2026-11-15';
        const gap = sumOf('2026-11-09', '2026-11-15') - numberOf('2026-11-11');
        const first = ['2026-11-02', sumOf('2026-11-02', '2026-11-08')];
        const byWeek = (options: string) =>
          readTable(addon, window, 'visitors', `by=week; headers=no${options}`);
        expect(await byWeek('')).toEqual([first, ['2026-11-09', '']]);
        expect(await byWeek('; incomplete=take')).toEqual([first, ['2026-11-09', gap]]);
      },
    ));

  test('compares whole days by position, with one request, and no percentage of zero', () =>
    withService(
      form,
      (days) => numbered(days).map((day) => (day.date === '2026-11-09' ? { ...day, visitors: 0 } : day)),
      async ({ addon, requests }) => {
        const rows = await readTable(addon, '7d', 'visitors, partial', 'compare=previous');
        const compare = (date: string, past: number) => {
          const change = numberOf(date) - past;
          return [date, numberOf(date), past, change, past === 0 ? '' : change / past, false];
        };
        expect(rows[0]).toEqual([
          'Date',
          'Visitors',
          'Visitors before',
          'Visitors change',
          'Visitors change %',
          'Partial',
        ]);
        expect(rows.slice(1)).toEqual(
          [-7, -6, -5, -4, -3, -2, -1].map((days) => {
            const date = addDays(today, days);
            const past = addDays(date, -7);
            return compare(date, past === '2026-11-09' ? 0 : numberOf(past));
          }),
        );
        expect(requests()).toBe(1);
      },
    ));

  test('compares weeks with as many days before', () =>
    withService(form, numbered, async ({ addon, requests }) => {
      const rows = await readTable(
        addon,
        'last 2 weeks',
        'visitors',
        'by=week; compare=previous; headers=no',
      );
      const weeks = ['2026-11-02', '2026-11-09'].map((monday) => [
        monday,
        sumOf(monday, addDays(monday, 6)),
        sumOf(addDays(monday, -14), addDays(monday, -8)),
        98,
        98 / sumOf(addDays(monday, -14), addDays(monday, -8)),
      ]);
      expect(rows).toEqual(weeks);
      expect(requests()).toBe(1);
    }));

  test('gives total, total before, change and change % in one row, which fit together', () =>
    withService(form, numbered, async ({ addon, requests }) => {
      const total = (...more: string[]) => addon.cell('ANALYTICS_TOTAL', site, '7d', 'visitors', ...more);
      const now = sumOf('2026-11-14', '2026-11-20');
      const past = sumOf('2026-11-07', '2026-11-13');
      expect(await total('', 'compare=previous')).toEqual([[now, past, 49, 49 / past]]);
      expect(await total('average', 'compare=previous')).toEqual([
        [now / 7, past / 7, 7, expect.closeTo(49 / past, 12)],
      ]);
      expect(await total('last', 'compare=previous')).toEqual([
        [numberOf('2026-11-20'), numberOf('2026-11-13'), 7, 7 / numberOf('2026-11-13')],
      ]);
      expect(await total('change')).toBe(49);
      expect(await total('change%')).toBe(49 / past);
      expect(await total('growth', 'compare=previous')).toBe(49 / past);
      expect(requests()).toBe(1);
    }));

  test('a zero base has a change and no percentage', () =>
    withService(
      form,
      (days) => numbered(days).map((day) => (day.date < '2026-11-14' ? { ...day, visitors: 0 } : day)),
      async ({ addon }) => {
        const now = sumOf('2026-11-14', '2026-11-20');
        const total = (...more: string[]) => addon.cell('ANALYTICS_TOTAL', site, '7d', 'visitors', ...more);
        expect(await total('', 'compare=previous')).toEqual([[now, 0, now, '']]);
        expect(await total('change%')).toBe('');
      },
    ));

  test('refuses a comparison of a day that is not over, and without a request', () =>
    withService(form, numbered, async ({ addon, requests }) => {
      const note = `[bad_window] No day of the period is over on ${today}, so there is nothing to compare. Write yesterday or last 7 days.`;
      expect(await addon.note('ANALYTICS', site, 'today', '', 'compare=previous')).toBe(note);
      expect(await addon.note('ANALYTICS_TOTAL', site, 'today', 'visitors', 'change')).toBe(note);
      expect(requests()).toBe(0);
    }));

  test('a new website is compared as far as it has days', () =>
    withService(
      form,
      (days) => numbered(days).filter(({ date }) => date >= '2026-11-12'),
      async ({ addon }) => {
        const rows = await readTable(addon, '7d', 'visitors', 'compare=previous; headers=no');
        expect(rows.map(([date, , past]) => [date, past])).toEqual([
          ...[14, 15, 16, 17, 18].map((day) => [`2026-11-${day}`, '']),
          ['2026-11-19', numberOf('2026-11-12')],
          ['2026-11-20', numberOf('2026-11-13')],
        ]);
      },
    ));
});

test('Form 1 compares with the year before, at one more request', () =>
  withService(1, numbered, async ({ addon, requests }) => {
    await readTable(addon, '7d');
    expect(requests()).toBe(1);
    const rows = await readTable(addon, '2026-11-19..', 'visitors', 'compare=year; headers=no');
    expect(rows).toEqual(
      ['2026-11-19', '2026-11-20'].map((date) => {
        const past = numberOf(`2025${date.slice(4)}`);
        return [date, numberOf(date), past, 365, 365 / past];
      }),
    );
    expect(requests()).toBe(1);
  }));

test('Form 2 says that it does not reach the year before, or a long window before', () =>
  withService(2, numbered, async ({ addon, requests }) => {
    await readTable(addon, '7d');
    expect(requests()).toBe(1);
    expect(await addon.note('ANALYTICS', site, '7d', '', 'compare=year')).toBe(
      '[bad_window] The comparison needs 2025-11-14 to 2025-11-20, but the service gives the last 90 days only. Use compare=previous.',
    );
    const total = await addon.note('ANALYTICS_TOTAL', [[site], ['x']], '60d', 'visitors', 'change%');
    expect(total).toBe(
      '[bad_window] The comparison needs 2026-07-24 to 2026-09-21, but the service gives the last 90 days only. Choose a shorter or later period.',
    );
    expect(requests()).toBe(0);
  }));

test('an older answer marks its own day as partial, and compares no part of a day', async () => {
  await using addon = await startTimedAddon(2, '2026-11-20T22:00:00Z');
  await addon.connect(addon.sandbox.keys.live);
  await addon.cell('ANALYTICS', site, '7d');
  await addon.sandbox.admin.fault({ fault: 'status', times: 'always' });
  await addon.pass(3 * 3_600_000);
  const rows = await readTable(addon, 'last 2 days', 'partial', 'headers=no');
  expect(rows).toEqual([
    ['2026-11-19', false],
    ['2026-11-20', true],
  ]);
  const compared = await readTable(addon, 'last 2 days', 'visitors', 'compare=previous; headers=no');
  expect(compared.map(([, , , change, ratio]) => [typeof change, ratio === ''])).toEqual([
    ['number', false],
    ['string', true],
  ]);
});

describe('a grid of websites and metrics', () => {
  test.each(anyForm)('Form %i: gives what the single formulas give', (form) =>
    withService(
      form,
      (days) => days,
      async ({ addon, requests }) => {
        const total = (website: unknown, metric: string, ...more: string[]) =>
          addon.cell('ANALYTICS_TOTAL', website, 'last 7 days', metric, ...more);
        const other = 'Atlas Freight';
        const [one, two] = await Promise.all(
          [site, other].map(async (name) => [await total(name, 'visitors'), await total(name, 'citations')]),
        );
        expect(requests()).toBe(2);
        const metrics = 'visitors, citations';
        expect(await total([['Website'], [site], [other], [''], ['x']], metrics)).toEqual([
          ['Visitors', 'Citations'],
          one,
          two,
          ['', ''],
          [expect.stringMatching(/^\[not_found\] /), ''],
        ]);
        expect(await total([[site, other]], metrics, '', 'headers=yes')).toEqual([
          ['Visitors', one?.[0], two?.[0]],
          ['Citations', one?.[1], two?.[1]],
        ]);
        expect(await total([[site], [other]], 'visitors', '', 'headers=yes')).toEqual([
          ['Visitors'],
          [one?.[0]],
          [two?.[0]],
        ]);
        expect(await total([[site], [other]], 'citations', '', 'compare=previous; headers=yes')).toEqual([
          ['Citations', 'Citations before', 'Citations change', 'Citations change %'],
          [one?.[1], expect.any(Number), expect.any(Number), expect.any(Number)],
          [two?.[1], expect.any(Number), expect.any(Number), expect.any(Number)],
        ]);
        expect(
          await addon.note(
            'ANALYTICS_TOTAL',
            [
              [site, other],
              [site, other],
            ],
            '7d',
            metrics,
          ),
        ).toBe(
          '[bad_request] ANALYTICS_TOTAL gives several cells per website here. Give the websites in one column or in one row.',
        );
        expect(requests()).toBe(0);
      },
    ),
  );
});
