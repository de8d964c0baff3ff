import { describe, expect, it } from 'vitest';
import {
  type AuthorityDay,
  authorityUnit,
  computeAuthorityWeek,
  findMethodChange,
  formatMethodChange,
} from '../../src/statistics/authority-change.ts';

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

describe('an authority score', () => {
  it('has the unit of its scale', () => {
    expect([authorityUnit(1), authorityUnit(100), authorityUnit(1000), authorityUnit(null)]).toEqual([
      0.01, 1, 1, 1,
    ]);
  });
});

describe('a possible change of method', () => {
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
  ])('is reported for: %s', (_, after, words) => {
    const change = findMethodChange({ scale: 100, components: parts }, after);
    expect(change === null ? null : formatMethodChange(change)).toContain(words);
  });

  it('is not reported for unknown scale and components', () => {
    expect(findMethodChange({ scale: 100, components: parts }, { scale: null, components: [] })).toBeNull();
  });

  it('prevents a mean over two scales', () => {
    const mixed = [
      ...week([70, 71], { scale: 100 }).slice(0, 2),
      ...week([0, 0, 700, 720], { scale: 1000 }).slice(2),
    ];
    expect(computeAuthorityWeek(mixed)).toMatchObject({
      level: { value: 710, days: 2 },
      last: { scale: 1000 },
    });
  });
});
