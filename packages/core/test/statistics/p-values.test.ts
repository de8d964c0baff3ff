import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeWeekLevel } from '../../src/statistics/change.ts';
import { compareLevels } from '../../src/statistics/compare-levels.ts';
import { excludesZero } from '../../src/statistics/confidence-interval.ts';
import { benjaminiHochberg, falseDiscoveryRate, normalTail } from '../../src/statistics/p-values.ts';
import { compareShares, type ShareWeek } from '../../src/statistics/share-change.ts';

const usual = { seenBefore: true, methodChange: null };
const level = (value: number) =>
  computeWeekLevel(Array.from({ length: 7 }, (_, at) => ({ day: `2026-11-${16 + at}`, value })));
const week = (share: number, observations: number | null): ShareWeek => ({
  level: level(share),
  observations,
});
const moved = (from: number, to: number, n: number) => compareShares(week(from, n), week(to, n), [], usual);

describe('the p-value of a difference', () => {
  it.each([
    [0, 1],
    [1, 0.317311],
    [1.959964, 0.05],
    [2, 0.0455],
    [3, 0.0027],
    [5, 5.733e-7],
  ])('is for %d standard deviations or more %d (tables of the normal distribution)', (deviations, chance) => {
    expect(normalTail(deviations)).toBeCloseTo(chance, 6);
    expect(normalTail(-deviations)).toBe(normalTail(deviations));
  });

  it('of shares is below 0.05 exactly if the interval excludes zero', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.integer({ min: 1, max: 5_000 }), (from, to, n) => {
        const { interval, chance } = moved(from, to, n);
        expect((chance ?? 1) < 0.05 - 1e-6 || (chance ?? 1) > 0.05 + 1e-6).toBe(true);
        expect((chance ?? 1) < 0.05).toBe(interval !== null && excludesZero(interval));
      }),
    );
  });
});

describe('the correction for many comparisons', () => {
  it('keeps 4 of the 15 of Benjamini and Hochberg (1995, section 4)', () => {
    const chances = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
      0.759, 1,
    ];
    expect(falseDiscoveryRate(chances)).toBe(0.0095);
    expect(falseDiscoveryRate([...chances].reverse())).toBe(0.0095);
  });

  it('leaves one comparison unchanged, and accepts an empty list', () => {
    expect(falseDiscoveryRate([0.05])).toBe(0.05);
    expect(falseDiscoveryRate([0.051])).toBe(0);
    expect(falseDiscoveryRate([])).toBe(0);
  });

  it('accepts all smaller p-values below a later one that passes', () => {
    expect(falseDiscoveryRate([0.04, 0.045, 0.05])).toBe(0.05);
  });

  it('removes the direction of a change that chance explains, and keeps its figures', () => {
    const change = moved(0.3, 0.37, 400);
    expect(change).toMatchObject({ verdict: 'clear', direction: 'up' });
    const corrected = benjaminiHochberg(change, 0.01);
    expect(corrected).toEqual({ ...change, verdict: 'unclear', direction: null, reason: corrected.reason });
    expect(corrected.reason).toContain('chance alone');
  });

  it('keeps what chance does not explain and what was not clear', () => {
    const sure = moved(0.3, 0.6, 1_000);
    const steady = moved(0.3, 0.31, 100);
    for (const change of [sure, steady]) expect(benjaminiHochberg(change, 0.001)).toBe(change);
  });

  it('covers scores and counts too', () => {
    const history = [1, -1, 1, -1, 1, -1];
    const score = compareLevels(level(70), level(74), history, { unit: 1 }, usual);
    expect(score).toMatchObject({ verdict: 'clear', chance: expect.closeTo(0.0197, 4) });
    expect(benjaminiHochberg(score, 0.01)).toMatchObject({ verdict: 'unclear', direction: null });
  });

  it('gives a week of forty unchanged shares an arrow in one of twenty', () => {
    let state = 7;
    /** Even between 0 and 1, the same in every run. */
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const normal = () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
    const share = 0.3;
    const n = 400;
    const sampledShare = () => share + normal() * Math.sqrt((share * (1 - share)) / n);
    let alone = 0;
    let together = 0;
    for (let report = 0; report < 200; report++) {
      const changes = Array.from({ length: 40 }, () => moved(sampledShare(), sampledShare(), n));
      const limit = falseDiscoveryRate(changes.flatMap(({ chance }) => chance ?? []));
      if (changes.some(({ verdict }) => verdict === 'clear')) alone += 1;
      if (changes.some((change) => benjaminiHochberg(change, limit).verdict === 'clear')) together += 1;
    }
    expect(alone).toBeGreaterThan(140);
    expect(together).toBeLessThanOrEqual(16);
  });
});
