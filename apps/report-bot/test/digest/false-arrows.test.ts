import { describe, expect, it } from 'vitest';
import { measurePower, ownRule } from '../simulation/digest-truth.ts';
import { countFalseArrows, countFound } from '../simulation/false-arrows.ts';
import { type AnswerNoise, established, type SimulatedService } from '../simulation/simulated-weeks.ts';

/** 5 % of 40 mails and two standard errors of it. */
const limit = 4;

const weekly: AnswerNoise = { kind: 'states', days: 7, correlation: 0.02 };

// The whole simulation, with 2,000 mails a case: soak/false-arrows.soak.ts.
describe('of 40 mails about 20 websites that did not change about 5 % or fewer show an arrow', () => {
  it.each([
    ['shares of 30 days with counts', established],
    ['answers that persist, 7 days', { ...established, window: 7, noise: { kind: 'panel', keep: 0.8 } }],
    ['one state of the engines a week', { ...established, noise: weekly }],
    ['days of four times as many mentions', { ...established, window: 7, noise: { kind: 'spikes' } }],
    ['whole per cents, a daily score', { ...established, counts: false, step: 0.01, moves: 'daily' }],
  ] satisfies [string, SimulatedService][])('%s', (_, service) => {
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

it('a lasting step of the share of 10 points is found within six mails about one website', () => {
  const service = { ...established, mentions: 1_000 };
  expect(measurePower(service, 10, 40, 11)[ownRule]).toBeGreaterThanOrEqual(0.95);
});
