import { describe, expect, it } from 'vitest';
import { compareShares, computeShareWeek, type ShareDay } from '../../src/statistics/share-change.ts';

const usual = { seenBefore: true, methodChange: null };

function days(
  count: number,
  mentions: number | null,
  totalMentions: number | null,
  share: number | null = null,
): ShareDay[] {
  return Array.from({ length: count }, (_, at) => ({
    day: `2026-11-${16 + at}`,
    share,
    mentions,
    totalMentions,
  }));
}

function compared(before: ShareDay[], after: ShareDay[], history: number[] = []) {
  return compareShares(computeShareWeek(before), computeShareWeek(after), history, usual);
}

describe('a change of shares with counts', () => {
  it('is not clear for 64 of 200 after 60 of 200: +2 points, -7.0 to +11.0', () => {
    const change = compared(days(7, 60, 200), days(7, 64, 200));
    expect(change.verdict).toBe('unclear');
    expect(change.direction).toBeNull();
    expect((change.difference ?? 0) * 100).toBeCloseTo(2, 9);
    expect((change.interval?.low ?? 0) * 100).toBeCloseTo(-7.0, 1);
    expect((change.interval?.high ?? 0) * 100).toBeCloseTo(11.0, 1);
  });

  it('is clear for 640 of 2000 after 500 of 2000', () => {
    const change = compared(days(7, 500, 2000), days(7, 640, 2000));
    expect(change).toMatchObject({ verdict: 'clear', direction: 'up', method: 'newcombe' });
  });

  it('is steady below one point, even if significant', () => {
    const change = compared(days(7, 300_000, 1_000_000), days(7, 305_000, 1_000_000));
    expect(change).toMatchObject({ verdict: 'steady', direction: null });
    expect(change.reason).toContain('smallest');
  });

  it('is unclear if its interval leaves one point, although the change is smaller', () => {
    const change = compared(days(7, 30_000, 100_000), days(7, 30_700, 100_000));
    expect(change).toMatchObject({ verdict: 'unclear', direction: null });
  });

  it('counts mentions in clusters of three as a third of them', () => {
    const [before, after] = [days(7, 500, 2000), days(7, 560, 2000)].map((days) => computeShareWeek(days));
    if (before === undefined || after === undefined) throw new Error('Two weeks are needed.');
    const judge = (dispersion: number) =>
      compareShares(before, after, [], usual, { variance: 2, dispersion, spread: null }).verdict;
    expect([judge(1), judge(3)]).toEqual(['clear', 'unclear']);
  });

  it('counts seven overlapping snapshots as one sample', () => {
    expect(computeShareWeek(days(7, 60, 200)).observations).toBe(200);
  });

  it('ignores counts that do not give the stated share', () => {
    expect(computeShareWeek(days(7, 60, 200, 0.5)).observations).toBeNull();
  });

  it('needs the counts of every day of the week', () => {
    const week = computeShareWeek([
      ...days(6, 60, 200),
      { day: '2026-11-22', share: 0.3, mentions: null, totalMentions: null },
    ]);
    expect(week.observations).toBeNull();
    expect(week.level.days).toBe(7);
  });
});

describe('a change of shares without counts', () => {
  const before = days(7, null, null, 0.3);

  it('is too early to judge with five past differences', () => {
    const change = compared(before, days(7, null, null, 0.5), [0.01, -0.01, 0.01, -0.01, 0.01]);
    expect(change).toMatchObject({ verdict: 'too-early', direction: null });
    expect(change.reason).toContain('5 of 6');
  });

  it('is clear if six past differences do not explain it, else unclear', () => {
    const history = [0.01, -0.01, 0.012, -0.008, 0.009, -0.011];
    expect(compared(before, days(7, null, null, 0.35), history)).toMatchObject({
      verdict: 'clear',
      direction: 'up',
    });
    expect(compared(before, days(7, null, null, 0.25), history)).toMatchObject({
      verdict: 'clear',
      direction: 'down',
    });
    expect(compared(before, days(7, null, null, 0.32), history)).toMatchObject({
      verdict: 'unclear',
      direction: null,
    });
  });

  it('of whole per cents is unclear for a jump of one and clear for two', () => {
    const still = [0, 0, 0, 0, 0, 0];
    expect(compared(before, days(7, null, null, 0.31), still)).toMatchObject({ verdict: 'unclear' });
    expect(compared(before, days(7, null, null, 0.32), still)).toMatchObject({ verdict: 'clear' });
  });

  it('is not a fall if a steady rise pauses', () => {
    const rising = [0.03, 0.03, 0.03, 0.03, 0.03, 0.03];
    expect(compared(before, days(7, null, null, 0.302), rising)).toMatchObject({
      verdict: 'unclear',
      direction: null,
    });
  });

  it('has no value for a share outside 0..1', () => {
    expect(compared(before, days(7, null, null, 34)).verdict).toBe('none');
  });
});
