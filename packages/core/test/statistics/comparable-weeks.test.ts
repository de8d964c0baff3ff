import { describe, expect, it } from 'vitest';
import { computeWeekLevel } from '../../src/statistics/change.ts';
import { checkComparable } from '../../src/statistics/compare-levels.ts';

const week = (days: number, value = 1) =>
  computeWeekLevel(Array.from({ length: days }, (_, at) => ({ day: `2026-11-${10 + at}`, value })));
const usual = { seenBefore: true, methodChange: null };

describe('two weeks are compared', () => {
  it('from six days each on', () => {
    expect(checkComparable(week(6, 1), week(6, 2), usual)).toEqual({ refused: null, from: 1, to: 2 });
  });
});

describe('two weeks are not compared', () => {
  it.each([
    ['none', week(7), week(0), 'no value for this week'],
    ['incomplete', week(7), week(5), 'This week has 5 of 7 days'],
    ['incomplete', week(3), week(7), 'The week before has 3 of 7 days'],
    ['incomplete', week(3), week(2), 'This week has 2 of 7 days and the week before has 3 of 7 days'],
    ['incomplete', week(0), week(7), 'The week before has no values'],
  ])('with %s', (verdict, before, after, words) => {
    const { refused } = checkComparable(before, after, usual);
    expect(refused).toMatchObject({ verdict, direction: null, difference: null });
    expect(refused?.reason).toContain(words);
  });

  it('in the first week', () => {
    const { refused } = checkComparable(week(0), week(7), { seenBefore: false, methodChange: null });
    expect(refused).toMatchObject({ verdict: 'first', difference: null });
  });

  it('after a change of method, which is named', () => {
    const { refused } = checkComparable(week(7), week(3), {
      seenBefore: true,
      methodChange: 'The scale changed.',
    });
    expect(refused).toMatchObject({
      verdict: 'method-changed',
      reason: 'The scale changed.',
      difference: null,
    });
  });
});

describe('a level', () => {
  it('is the mean of the known days', () => {
    const level = computeWeekLevel([
      { day: '2026-11-16', value: 1 },
      { day: '2026-11-17', value: null },
      { day: '2026-11-18', value: 4 },
    ]);
    expect(level).toEqual({ value: 2.5, days: 2, of: 7 });
  });

  it('takes the later of two values for one day', () => {
    expect(
      computeWeekLevel([
        { day: 'd', value: 1 },
        { day: 'd', value: 3 },
      ]),
    ).toMatchObject({ value: 3, days: 1 });
  });
});
