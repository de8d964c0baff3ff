import { describe, expect, test } from 'vitest';
import { forms, startConnectedAddon } from '../support/local-addon.ts';
import { fetchPlain, rows } from '../support/plain-read.ts';

const day = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

describe.each(forms)('Form %i', (form) => {
  test.each([
    ['14d', -13, 0],
    ['90d', -89, 0],
    ['dates', -40, -35],
    ['one day', -3, -3],
  ])('%s shows the service’s days', async (words, first, last) => {
    await using addon = await startConnectedAddon(form);
    const now = Date.now();
    const [from, to] = [dateOf(now + first * day), dateOf(now + last * day)];
    const window = words.endsWith('d') ? words : `${from}..${to}`;
    const all = form === 1 ? { from: dateOf(now - 89 * day), to: dateOf(now) } : { period: '90d' };
    const body = await fetchPlain(addon.sandbox, 'analytics', addon.sandbox.websites[0]?.id ?? '', all);
    const wanted = rows(body, 'days').filter(({ date }) => String(date) >= from && String(date) <= to);
    const shown = await addon.cell('ANALYTICS', 'Northwind Outdoor', window, 'visitors', 'headers=no');
    expect(shown).toEqual(wanted.map(({ date, visitors }) => [new Date(`${date}T00:00:00Z`), visitors]));
    expect(wanted).toHaveLength(last - first + 1);
  });

  test('refuses a window that ends before it starts, without a request', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.cell('WEBSITES');
    await addon.requests();
    expect(await addon.note('ANALYTICS', 'Northwind Outdoor', '2026-11-07..2026-11-01')).toBe(
      '[bad_window] The period starts on 2026-11-07, after its end 2026-11-01. Exchange the two dates.',
    );
    expect(await addon.note('ANALYTICS', 'Northwind Outdoor', '2026-13-01..2026-13-02')).toMatch(
      /^\[bad_window\] "2026-13-01"/,
    );
    expect(await addon.note('ANALYTICS', 'Northwind Outdoor', 'always')).toMatch(
      /^\[bad_window\] "always" is not a period\./,
    );
    expect(await addon.requests()).toEqual({});
  });
});

test('Form 2 refuses a start before its ninety days, and names the available days', async () => {
  await using addon = await startConnectedAddon(2);
  await addon.cell('WEBSITES');
  await addon.requests();
  expect(await addon.note('ANALYTICS', 'Northwind Outdoor', '2024-03-01..2024-03-07')).toMatch(
    /^\[bad_window\] The service gives the last 90 days only: \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, not 2024-03-01\./,
  );
  expect(await addon.requests()).toEqual({});
});
