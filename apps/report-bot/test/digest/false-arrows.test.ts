import { describe, expect, it } from 'vitest';
import { countFalseArrows, countFound } from '../simulation/false-arrows.ts';
import { established } from '../simulation/simulated-weeks.ts';

// The whole simulation, with 2,000 mails a case: soak/false-arrows.soak.ts.
describe('of 40 mails about 20 websites that did not change at most two show an arrow', () => {
  it.each([
    ['shares of 30 days with counts', established],
    ['shares of 7 days with counts', { ...established, window: 7 }],
    ['no counts, a lively score', { ...established, counts: false, deviation: 2 }],
    ['whole per cents, a daily score', { ...established, counts: false, step: 0.01, moves: 'daily' }],
    ['the fourth week of a new user', { ...established, weeks: 4 }],
    ['the eighth week, no counts', { ...established, weeks: 8, counts: false }],
  ] as const)('%s', (_, service) => {
    const found = countFalseArrows(service, 40, 20, 11);
    expect(found.series.competitor.of).toBe(3_200);
    expect(found.own).toBeLessThanOrEqual(2);
    expect(found.competitors).toBeLessThanOrEqual(2);
    expect(found.headline).toBeLessThanOrEqual(found.own);
  });
});

describe('a true change of the authority score by 5 units', () => {
  it('is found in nearly every mail about one website, from the eighth week on', () => {
    expect(countFound(established, 40, 1, 5, 11)).toBeGreaterThanOrEqual(36);
    expect(countFound({ ...established, weeks: 7 }, 40, 1, 5, 11)).toBe(0);
  });
});
