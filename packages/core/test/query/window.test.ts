import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { form1, form2 } from '../../src/dialects/forms.ts';
import { addDays, toCalendarDate } from '../../src/index.ts';
import { cutToWindow } from '../../src/query/cut-to-window.ts';
import { planWindow } from '../../src/query/window.ts';

const now = Date.UTC(2026, 10, 21, 23, 59, 59);

describe('planWindow', () => {
  it.each<[string, Parameters<typeof planWindow>[0], string, string]>([
    ['7 days', { last: 7 }, 'from=2026-11-15&to=2026-11-21 emulated', 'period=7d native'],
    ['90 days', { last: 90 }, 'from=2026-08-24&to=2026-11-21 emulated', 'period=90d native'],
    ['14 days', { last: 14 }, 'from=2026-11-08&to=2026-11-21 emulated', 'period=30d sliced'],
    [
      'two dates',
      { from: '2026-11-01', to: '2026-11-05' },
      'from=2026-11-01&to=2026-11-05 native',
      'period=30d sliced',
    ],
    [
      'one day',
      { from: '2026-11-21', to: '2026-11-21' },
      'from=2026-11-21&to=2026-11-21 native',
      'period=7d sliced',
    ],
  ])('gives the query of each Form for %s', (_, window, one, two) => {
    const words = (dialect: typeof form1 | typeof form2) => {
      const plan = planWindow(window, dialect, now);
      return `${plan.parameters.map((pair) => pair.join('=')).join('&')} ${plan.how}`;
    };
    expect(words(form1)).toBe(one);
    expect(words(form2)).toBe(two);
  });

  it.each([
    { last: 0 },
    { last: 1.5 },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '21.11.2026', to: '2026-11-22' },
    { from: '2026-11-05', to: '2026-11-01' },
  ])('refuses %j', (window) => {
    expect(() => planWindow(window, form1, now)).toThrow(expect.objectContaining({ kind: 'window' }));
  });

  it('refuses more than 90 days in Form 2 and names the earliest day', () => {
    expect(() => planWindow({ from: '2026-08-23', to: '2026-11-01' }, form2, now)).toThrow(
      /2026-08-24 to 2026-11-21, not 2026-08-23/,
    );
    expect(planWindow({ from: '2026-08-24', to: '2026-11-01' }, form2, now).how).toBe('sliced');
  });
});

describe('a window that begins after today', () => {
  it('is refused by Form 2 with a hint to an earlier window', () => {
    expect(() => planWindow({ from: '2026-11-22', to: '2026-11-25' }, form2, now)).toThrow(
      expect.objectContaining({
        kind: 'window',
        message: 'The window starts on 2026-11-22, after today (2026-11-21, UTC).',
        hint: 'Choose an earlier start.',
      }),
    );
    expect(planWindow({ from: '2026-11-21', to: '2026-11-25' }, form2, now).how).toBe('sliced');
  });
});

describe('cutToWindow', () => {
  const plan = planWindow({ from: '2026-11-01', to: '2026-11-05' }, form2, now);
  const day = (date: string) => ({ date, visitors: 1, pageviews: null, citations: null, metrics: {} });

  it('cuts an answer to the requested days', () => {
    const fitted = cutToWindow(
      { days: ['2026-10-30', '2026-11-01', '2026-11-05', '2026-11-06'].map(day), period: null },
      plan,
    );
    expect(fitted.ok && fitted.value.days.map((it) => it.date)).toEqual(['2026-11-01', '2026-11-05']);
  });

  it('lists missing days, without padding', () => {
    const fitted = cutToWindow({ days: ['2026-11-04', '2026-11-05'].map(day), period: null }, plan);
    expect(fitted).toMatchObject({
      ok: true,
      window: { asked: 5, given: 2 },
      note: '2 of the 5 asked days came',
    });
  });

  it('refuses an answer of another window', () => {
    expect(cutToWindow({ days: [day('2026-10-30')], period: null }, plan)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('outside'),
    });
  });
});

it('addDays is calendar arithmetic for any date', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.integer({ min: -400, max: 400 }),
      (ms, days) => {
        const date = toCalendarDate(ms);
        expect(addDays(addDays(date, days), -days)).toBe(date);
        expect(addDays(date, days) > date).toBe(days > 0);
      },
    ),
  );
});
