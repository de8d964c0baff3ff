import { describe, expect, it } from 'vitest';
import {
  type AuthorityDay,
  authorityMethodChange,
  authorityUnit,
  authorityWeek,
  compareReadings,
} from '../../src/change/authority-change.ts';

const usual = { seenBefore: true, methodChange: null };
const parts = [
  { name: 'backlinks', weight: 0.5 },
  { name: 'freshness', weight: 0.5 },
];

function week(scores: (number | null)[], method: Partial<AuthorityDay> = {}): AuthorityDay[] {
  return scores.map((score, at) => ({
    day: `2026-11-${16 + at}`,
    score,
    scale: 100,
    components: parts,
    ...method,
  }));
}

function compared(before: number[], after: number[], history: number[] = []) {
  return compareReadings(
    authorityWeek(week(before)).level,
    authorityWeek(week(after)).level,
    history,
    1,
    usual,
  );
}

describe('an authority score', () => {
  it('is clear where the readings do not overlap and differ by a displayed unit', () => {
    expect(compared([70, 71, 70, 71, 70, 71, 70], [73, 74, 73, 74, 73, 74, 73])).toMatchObject({
      verdict: 'clear',
      direction: 'up',
      method: 'readings',
    });
  });

  it('is steady where readings overlap', () => {
    expect(compared([70, 71, 74, 71, 70, 71, 70], [73, 74, 73, 74, 73, 74, 73]).verdict).toBe('steady');
  });

  it('is steady below one displayed unit', () => {
    expect(compared([70, 70, 70, 70, 70, 70, 70], [70.4, 70.4, 70.4, 70.4, 70.4, 70.4, 70.4]).verdict).toBe(
      'steady',
    );
  });

  it('is judged by its past once six differences are known', () => {
    const lively = [3, -3, 2, -2, 3, -3];
    expect(compared([70, 70, 70, 70, 70, 70, 70], [74, 74, 74, 74, 74, 74, 74], lively)).toMatchObject({
      verdict: 'steady',
      method: 'history',
    });
    expect(
      compared([70, 70, 70, 70, 70, 70, 70], [74, 74, 74, 74, 74, 74, 74], [0, 0, 0, 0, 0, 0]),
    ).toMatchObject({
      verdict: 'clear',
      direction: 'up',
    });
  });

  it('has the unit of its scale', () => {
    expect([authorityUnit(1), authorityUnit(100), authorityUnit(1000), authorityUnit(null)]).toEqual([
      0.01, 1, 1, 1,
    ]);
  });
});

describe('the method may have changed', () => {
  it.each([
    ['another maximum', { scale: 1000, components: parts }, 'maximum was 100 and is now 1000'],
    ['a new part', { scale: 100, components: [...parts, { name: 'reviews', weight: null }] }, 'new: reviews'],
    ['a part gone', { scale: 100, components: parts.slice(1) }, 'gone: backlinks'],
    [
      'another weight',
      {
        scale: 100,
        components: [
          { name: 'backlinks', weight: 0.4 },
          { name: 'freshness', weight: 0.6 },
        ],
      },
      'weight of backlinks, freshness',
    ],
  ])('%s', (_, after, words) => {
    expect(authorityMethodChange({ scale: 100, components: parts }, after)).toContain(words);
  });

  it('unknown scale and parts say nothing', () => {
    expect(
      authorityMethodChange({ scale: 100, components: parts }, { scale: null, components: [] }),
    ).toBeNull();
  });

  it('a week is not averaged over two scales', () => {
    const mixed = [
      ...week([70, 71], { scale: 100 }).slice(0, 2),
      ...week([0, 0, 700, 720], { scale: 1000 }).slice(2),
    ];
    expect(authorityWeek(mixed)).toMatchObject({ level: { value: 710, days: 2 }, last: { scale: 1000 } });
  });
});
