import { describe, expect, test } from 'vitest';
import { estimateScheduleCost, parseSchedule } from '../../src/actions/schedule.ts';

describe('the cost of a schedule', () => {
  test.each([
    // 80 questions and the list: 81 a run (sheets with 20 websites and four functions).
    ['day', 'starter', 81, true, '6h'],
    ['month', 'starter', 81, true, '6h'],
    ['4h', 'starter', 486, false, '6h'],
    ['1h', 'growth', 1944, false, '4h'],
    ['1h', 'enterprise', 1944, true, '1h'],
    ['off', 'starter', 0, true, '6h'],
  ] as const)('%s on %s', (pace, plan, perDay, fits, closest) => {
    expect(estimateScheduleCost({ pace, plan, tracking: false }, 81, 60)).toMatchObject({
      perDay,
      fits,
      closest,
    });
  });

  test('adds the queries of tracking that the sheet lacks, once a day', () => {
    const cost = (tracking: boolean) =>
      estimateScheduleCost({ pace: '12h', plan: 'starter', tracking }, 81, 60).perDay;
    expect([cost(false), cost(true)]).toEqual([162, 222]);
  });

  test('accepts exactly a day’s budget', () => {
    const fits = (requests: number): boolean =>
      estimateScheduleCost({ pace: 'day', plan: 'starter', tracking: false }, requests, 0).fits;
    expect([fits(450), fits(451)]).toEqual([true, false]);
    expect(
      estimateScheduleCost({ pace: 'day', plan: 'starter', tracking: false }, 451, 0).closest,
    ).toBeNull();
  });
});

test.each([
  null,
  'off',
  {},
  { pace: '5m', hour: 7, plan: 'starter' },
  { pace: 'day', hour: 24, plan: 'starter' },
  { pace: 'day', hour: 7.5, plan: 'starter' },
  { pace: 'day', hour: 7, plan: 'free' },
  { pace: 'week', hour: 7, day: 8, plan: 'starter' },
  { pace: 'month', hour: 7, day: 0, plan: 'starter' },
])('rejects the schedule %j', (value) => expect(parseSchedule(value)).toBeNull());
