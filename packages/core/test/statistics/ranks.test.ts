import { describe, expect, it } from 'vitest';
import { pairedInterval, wilsonInterval } from '../../src/statistics/confidence-interval.ts';
import { comparePair, rankByShare } from '../../src/statistics/ranks.ts';

describe('a rank', () => {
  it('is shared by equals, and the next one is skipped', () => {
    const ranked = rankByShare([
      { name: 'a', share: 0.2 },
      { name: 'b', share: 0.4 },
      { name: 'c', share: 0.2001 },
      { name: 'd', share: null },
      { name: 'e', share: 0.1 },
    ]);
    expect(ranked.map(({ contender, rank, tied }) => [contender.name, rank, tied])).toEqual([
      ['b', 1, false],
      ['c', 2, true],
      ['a', 2, true],
      ['e', 4, false],
      ['d', null, false],
    ]);
  });
});

const swings = (count: number) => Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 0.01 : -0.01));

describe('a change of order', () => {
  const closeCall = { ownBefore: 0.3, rivalBefore: 0.31, ownAfter: 0.32, rivalAfter: 0.31, gapHistory: [] };

  it('is level if noise explains it', () => {
    expect(comparePair({ ...closeCall, observations: 200 })).toBe('level');
    expect(comparePair({ ...closeCall, observations: null })).toBe('level');
  });

  it('is overtook and overtaken if noise does not explain it', () => {
    const won = {
      ownBefore: 0.25,
      rivalBefore: 0.31,
      ownAfter: 0.38,
      rivalAfter: 0.3,
      gapHistory: [],
      observations: 2000,
    };
    expect(comparePair(won)).toBe('overtook');
    const lost = { ...won, ownBefore: 0.31, rivalBefore: 0.25, ownAfter: 0.3, rivalAfter: 0.38 };
    expect(comparePair(lost)).toBe('overtaken');
    expect(comparePair({ ...lost, observations: null, gapHistory: swings(6) })).toBe('overtaken');
    expect(comparePair({ ...lost, observations: null, gapHistory: swings(5) })).toBe('level');
  });

  it('is unchanged if the order is', () => {
    expect(comparePair({ ...closeCall, ownAfter: 0.2, observations: 2000 })).toBe('unchanged');
  });
});

describe('a Wilson interval', () => {
  it('of 88 of 210 is 35.4 to 48.7 %', () => {
    const { low, high } = wilsonInterval(88 / 210, 210);
    expect(low * 100).toBeCloseTo(35.4, 1);
    expect(high * 100).toBeCloseTo(48.7, 1);
  });

  it('stays inside 0..1 at the ends', () => {
    expect(wilsonInterval(0, 10).low).toBe(0);
    expect(wilsonInterval(1, 10).high).toBe(1);
  });

  it('is refused for what is no share', () => {
    expect(() => wilsonInterval(34.2, 100)).toThrow('between 0 and 1');
    expect(() => pairedInterval(0.1, 0.2, 0)).toThrow('at least one observation');
  });
});
