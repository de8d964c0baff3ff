import { addDays } from '@answershare/core';
import { describe, expect, test } from 'vitest';
import { computeTrackedChange, readMethod, type TrackedDay } from '../../src/tracking/tracked-change.ts';

const first = '2026-06-01';

/** One figure per day. */
function daily(values: readonly number[], method = ''): TrackedDay[] {
  return values.map((value, at) => ({ date: addDays(first, at), value, ...readMethod(method) }));
}

/** A figure that alternates by one. */
const wavering = (length: number, level: number) =>
  Array.from({ length }, (_, at) => level + (at % 2 === 0 ? 0 : 1));

describe('comparing two days', () => {
  test('compares the newest with the nearest at or before the start', () => {
    const days = daily([70, 71, 72, 73, 74, 75, 76, 77, 78]).filter(({ date }) => date !== addDays(first, 1));
    expect(computeTrackedChange('authority', days, { days: 7 })).toMatchObject({
      change: 8,
      before: 70,
      after: 78,
      date: first,
      newest: addDays(first, 8),
    });
    expect(computeTrackedChange('authority', days, { date: addDays(first, 3) })).toMatchObject({
      before: 73,
      change: 5,
    });
  });

  test('shows no change from the newest day on, and nothing from a later day', () => {
    const days = daily([70, 71, 72]);
    const newest = addDays(first, 2);
    expect(computeTrackedChange('authority', days, { date: newest })).toEqual({
      change: 0,
      before: 72,
      after: 72,
      date: newest,
      newest,
      verdict: '',
    });
    expect(computeTrackedChange('authority', days, { date: addDays(first, 3) })).toEqual({
      change: null,
      before: null,
      after: 72,
      date: null,
      newest,
      verdict: '',
    });
  });

  test('shows nothing and no verdict without an earlier day', () => {
    const nothing = { change: null, before: null, date: null, verdict: '' };
    expect(computeTrackedChange('citations', daily([5]), { days: 7 })).toMatchObject({
      ...nothing,
      after: 5,
    });
    expect(computeTrackedChange('citations', [], { days: 7 })).toMatchObject({ ...nothing, newest: null });
    expect(computeTrackedChange('citations', daily([5, 6, 7]), { days: 7 })).toMatchObject(nothing);
  });
});

describe('the verdict on', () => {
  test('a move within the usual variation is no clear change, even between very different days', () => {
    const days = daily(wavering(71, 70));
    const tracked = computeTrackedChange('authority', days, { days: 7 });
    expect(tracked.change).toBe(-1);
    expect(tracked.verdict).toBe('steady');
    const citations = computeTrackedChange('citations', daily(wavering(90, 400)), { days: 7 });
    expect([citations.change, citations.verdict]).toEqual([1, 'steady']);
    const wide = wavering(71, 70).map((score, at) => score + (at % 3 === 0 ? 6 : 0));
    expect(computeTrackedChange('authority', daily(wide), { days: 7 }).verdict).toBe('no clear change');
  });

  test('a move beyond the usual variation has its direction', () => {
    const days = daily(wavering(70, 70).concat(wavering(7, 80)));
    expect(computeTrackedChange('authority', days, { days: 7 }).verdict).toMatch(/^up /);
    expect(
      computeTrackedChange('share', daily(Array(70).fill(0.3).concat(Array(7).fill(0.24))), { days: 7 })
        .verdict,
    ).toBe('down 6.0 points');
  });

  test('any move with a short history is too early to judge', () => {
    const jump = wavering(40, 70).concat(wavering(7, 95));
    expect(computeTrackedChange('authority', daily(jump), { days: 7 }).verdict).toBe('too early to judge');
    expect(computeTrackedChange('citations', daily(wavering(20, 400)), { days: 7 }).verdict).toBe(
      'too early to judge',
    );
    expect(computeTrackedChange('share', daily(Array(16).fill(0.3)), { days: 7 }).verdict).toBe(
      'too early to judge',
    );
  });

  test('weeks with missing days does not use them for the usual variation', () => {
    const long = wavering(70, 70).concat(wavering(7, 80));
    const gaps = daily(long).filter((_, at) => at >= 63 || at % 2 === 0);
    expect(computeTrackedChange('authority', daily(long), { days: 7 }).verdict).toMatch(/^up /);
    expect(computeTrackedChange('authority', gaps, { days: 7 }).verdict).toBe('too early to judge');
  });

  test('a score that never moved has a minimum variation', () => {
    const still = (after: number) => daily(Array(70).fill(70).concat(Array(7).fill(after)));
    expect(computeTrackedChange('authority', still(71), { days: 7 }).verdict).toBe('no clear change');
    expect(computeTrackedChange('authority', still(72), { days: 7 }).verdict).toBe('up 2.0');
  });

  test('two weeks with missing days is absent', () => {
    const days = daily(wavering(30, 70)).filter((_, at) => at % 2 === 0);
    expect(computeTrackedChange('authority', days, { days: 7 }).verdict).toMatch(
      /^too few days to compare: \d and \d of 7 days tracked, 6 needed$/,
    );
  });

  test('two days never contradicts the direction of their change', () => {
    const days = daily(wavering(70, 70).concat([90, 90, 90, 90, 90, 90, 60]));
    const tracked = computeTrackedChange('authority', days, { days: 7 });
    expect(tracked.change).toBeLessThan(0);
    expect(tracked.verdict).not.toMatch(/^up/);
  });
});

describe('another method of measurement', () => {
  const parts = 'of 100: Content 40 %, Links 60 %';

  test('gives no change, whatever the figures', () => {
    const days = daily(wavering(10, 70), parts).concat(
      daily(wavering(20, 700), 'of 1000: Content 40 %, Links 60 %').slice(10),
    );
    expect(computeTrackedChange('authority', days, { days: 7 }).verdict).toMatch(
      /^too few days to compare: \d and \d of 7 days tracked, 6 needed$/,
    );
    expect(computeTrackedChange('authority', days, { days: 14 })).toMatchObject({
      change: null,
      verdict: 'method may have changed',
    });
  });

  test('is noticed between the two days', () => {
    const days = daily(wavering(20, 70), parts).map((day, at) =>
      at === 15 ? { ...day, ...readMethod('of 100: Content 50 %, Links 50 %') } : day,
    );
    expect(computeTrackedChange('authority', days, { days: 7 })).toMatchObject({ change: null });
  });

  test('is read back from the written text', () => {
    expect(readMethod(parts)).toEqual({
      scale: 100,
      components: [
        { name: 'Content', weight: 0.4 },
        { name: 'Links', weight: 0.6 },
      ],
    });
    expect(readMethod('Content, Links 12.5 %')).toEqual({
      scale: null,
      components: [
        { name: 'Content', weight: null },
        { name: 'Links', weight: 0.125 },
      ],
    });
    expect(readMethod('of 100')).toEqual({ scale: 100, components: [] });
    expect(readMethod('')).toEqual({ scale: null, components: [] });
  });
});
