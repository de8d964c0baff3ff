import { describe, expect, it } from 'vitest';
import { measurePower, measureStepDates } from '../simulation/digest-truth.ts';
import { countFalseArrows, countFound } from '../simulation/false-arrows.ts';
import { established } from '../simulation/simulated-weeks.ts';

/** 5 % of 40 mails and two standard errors of it. */
const limit = 4;

// The whole simulation, with 2,000 mails a case: soak/false-arrows.soak.ts.
describe('of 40 mails about 20 websites that did not change about 5 % or fewer show an arrow', () => {
  it.each([
    ['shares of 30 days with counts', established],
    ['shares of 7 days with counts', { ...established, window: 7 }],
    ['shares of 30 days, mentions in clusters of 3', { ...established, cluster: 3 }],
    ['shares of 7 days, mentions in clusters of 3', { ...established, window: 7, cluster: 3 }],
    ['shares of 30 days that the bodies do not state', { ...established, stated: false }],
    ['no counts, a lively score', { ...established, counts: false, deviation: 2 }],
    ['whole per cents, a daily score', { ...established, counts: false, step: 0.01, moves: 'daily' }],
    ['the fourth week of a new user', { ...established, weeks: 4 }],
    ['the eighth week, no counts', { ...established, weeks: 8, counts: false }],
  ] as const)('%s', (_, service) => {
    const found = countFalseArrows(service, 40, 20, 11);
    expect(found.series.competitor.of).toBe(3_200);
    expect(found.own).toBeLessThanOrEqual(limit);
    expect(found.competitors).toBeLessThanOrEqual(limit);
    expect(found.headline).toBeLessThanOrEqual(found.own);
  });
});

describe('a true change of the authority score by 5 units', () => {
  it('is found in nearly every mail about one website, from the eighth week on', () => {
    expect(countFound(established, 40, 1, 5, 11)).toBeGreaterThanOrEqual(36);
    expect(countFound({ ...established, weeks: 7 }, 40, 1, 5, 11)).toBe(0);
  });
});

describe('a lasting step of the share, 1,000 mentions in 30 days', () => {
  const service = { ...established, mentions: 1_000 };

  it('of 10 points is found within six mails about one website, of 5 points mostly', () => {
    expect(measurePower(service, 10, 40, 11)['no shared day']).toBeGreaterThanOrEqual(0.95);
    expect(measurePower(service, 5, 100, 11)['no shared day']).toBeGreaterThanOrEqual(0.5);
  });

  it('of 10 points is dated within a week in four of five mails that find it', () => {
    const { clear, dated, right } = measureStepDates(service, 10, 40, 11);
    expect(dated).toBeGreaterThan(0.9 * clear);
    expect(right).toBeGreaterThan(0.8 * dated);
  });

  it('of 5 points is missed by weeks that share days', () => {
    expect(measurePower(service, 5, 40, 11)['last week, as independent']).toBeLessThanOrEqual(0.05);
  });
});
