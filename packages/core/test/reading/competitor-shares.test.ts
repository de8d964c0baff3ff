import { describe, expect, it } from 'vitest';
import { ownBySum } from '../../src/competitors/own-by-sum.ts';
import { readCompetitors } from '../../src/index.ts';

/** The own share, then each competitor with its share; the reason where a body is refused. */
function shares(body: unknown): unknown {
  const reading = readCompetitors(body);
  if (!reading.ok) return reading.reason;
  const { shareOfVoice, competitors } = reading.value;
  return [shareOfVoice, Object.fromEntries(competitors.map(({ name, share }) => [name, share]))];
}

const rivals = (...written: readonly unknown[]) => written.map((share, at) => ({ name: 'ABC'[at], share }));

const unknownUnit = /could be fractions or percent/;

describe('the unit of shares', () => {
  it.each<[string, unknown, unknown]>([
    [
      'own mentions of all that are listed',
      { shareOfVoice: 0.4, mentions: 4, competitors: [{ name: 'A', mentions: 6 }] },
      [0.4, { A: null }],
    ],
    [
      'own mentions of a thousand that are listed',
      { shareOfVoice: 0.4, mentions: 4, competitors: [{ name: 'A', mentions: 996 }] },
      [0.004, { A: null }],
    ],
    [
      'mentions of one rival beside an unknown share and one of zero',
      {
        totalMentions: 10,
        competitors: [
          { name: 'A', share: 0.4, mentions: 4 },
          { name: 'B', share: null, mentions: 3 },
          { name: 'C', share: 0, mentions: 0 },
        ],
      },
      [null, { A: 0.4, B: null, C: 0 }],
    ],
    [
      'mentions of one rival beside one that gives none',
      {
        totalMentions: 10,
        competitors: [
          { name: 'A', share: 0.1, mentions: 1 },
          { name: 'B', share: 0.05 },
        ],
      },
      [null, { A: 0.1, B: 0.05 }],
    ],
    [
      'parts of a whole that stand with a share',
      { competitors: [{ name: 'A', share: { value: 0.4, brandMentions: 8, totalTrackedMentions: 20 } }] },
      [null, { A: 0.4 }],
    ],
    [
      'parts of a whole that stand with a share of less than one percent',
      { competitors: [{ name: 'A', share: { value: 0.4, numerator: 8, denominator: 2000 } }] },
      [null, { A: 0.004 }],
    ],
    [
      'parts of a whole that stand with one share alone',
      {
        competitors: [
          { name: 'A', share: { value: 0.1, numerator: 1, denominator: 10 } },
          { name: 'B', share: 0.05, mentions: 3 },
        ],
      },
      [null, { A: 0.1, B: 0.05 }],
    ],
    [
      'own mentions beside a small share',
      { shareOfVoice: 0.1, mentions: 1, totalMentions: 10, competitors: rivals(0.05) },
      [0.1, { A: 0.05 }],
    ],
    [
      'a share of few without mentions',
      { shareOfVoice: 0.9, totalMentions: 100, competitors: rivals(0.05) },
      [0.9, { A: 0.05 }],
    ],
    [
      'answers that name both',
      { shareOfVoice: 0.5, mentions: 5, totalMentions: 10, competitors: rivals(0.8) },
      [0.5, { A: 0.8 }],
    ],
    ['a sign of percent on one of two', { competitors: rivals(30, '20%') }, [null, { A: 0.3, B: 0.2 }]],
    [
      'a small share among others in percent',
      { shareOfVoice: 40, competitors: rivals(30, 0.8) },
      [0.4, { A: 0.3, B: 0.008 }],
    ],
    ['what is left of a hundred', { shareOfVoice: 99, competitors: rivals(1) }, [0.99, { A: 0.01 }]],
    [
      'rivals that are often named together',
      { shareOfVoice: 20, competitors: rivals(65, 65) },
      [0.2, { A: 0.65, B: 0.65 }],
    ],
    [
      'a unit in an object of units',
      { data: { shareOfVoice: 0.8, units: { shareOfVoice: '%' }, competitors: rivals(0.5) } },
      [0.008, { A: 0.005 }],
    ],
    [
      'a fraction beside a percentile',
      { competitors: rivals({ percentile: 90, fraction: 0.4 }) },
      [null, { A: 0.4 }],
    ],
    [
      'a percent beside a rationale',
      { competitors: rivals({ rationale: 'named first', percent: 40 }) },
      [null, { A: 0.4 }],
    ],
    [
      'a percent beside one of a change',
      {
        competitors: rivals(
          { changePercent: 5, percent: 30 },
          { value: 20, change_percent: 5 },
          { growthPercent: 3, sov_percent: 10 },
        ),
      },
      [null, { A: 0.3, B: 0.2, C: 0.1 }],
    ],
    [
      'a percent beside the number of what was counted',
      { competitors: rivals({ value: 12, percent: 30 }, { value: 20, percent: null }) },
      [null, { A: 0.3, B: 0.2 }],
    ],
    [
      'mentions that stand with a share, of all mentions',
      { totalMentions: 20, competitors: rivals({ value: 0.2, numerator: 4 }) },
      [null, { A: 0.2 }],
    ],
    ['a share of a hundred', { shareOfVoice: '0.5/100', competitors: [] }, [0.005, {}]],
  ])('is told by %s', (_, body, expected) => {
    expect(shares(body)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['one mention of one without rivals', { shareOfVoice: 1, mentions: 5, competitors: [] }],
    [
      'mentions that agree with one share and not with another',
      {
        totalMentions: 10,
        competitors: [
          { name: 'A', share: 0.1, mentions: 1 },
          { name: 'B', share: 0.05, mentions: 7 },
        ],
      },
    ],
    ['an own share of zero', { shareOfVoice: 0, competitors: rivals(0.8) }],
    ['a whole or a hundredth beside percent', { shareOfVoice: 1, competitors: rivals(39) }],
    ['more than a hundred', { shareOfVoice: 101, competitors: rivals(10) }],
    ['forty as a fraction', { shareUnit: 'fraction', shareOfVoice: 40, competitors: [] }],
    ['forty as a fraction beside percent', { shareOfVoiceFraction: 40, competitors: rivals(30, 20) }],
    ['a percentile', { shareUnit: 'percentile', shareOfVoice: 0.5, competitors: [] }],
    ['words that end in percent', { shareUnit: 'no percent', shareOfVoice: 0.5, competitors: [] }],
    ['a scale of ten', { shareScale: '0-10', shareOfVoice: 0.5, competitors: [] }],
    ['a scale of a thousand', { shareScale: '0-1000', shareOfVoice: 0.5, competitors: [] }],
    ['words that end in decimal', { shareUnit: 'hexadecimal', shareOfVoice: 0.5, competitors: [] }],
  ])('is not told by %s', (_, body) => {
    expect(shares(body)).toMatch(unknownUnit);
  });

  it('is refused where the mentions say fractions of one share and percent of another', () => {
    const competitors = [
      { name: 'A', share: 0.4, mentions: 400 },
      { name: 'B', share: 0.5, mentions: 5 },
    ];
    const reason = /some shares are fractions and some percent/;
    expect(shares({ totalMentions: 1000, competitors })).toMatch(reason);
    expect(shares({ totalMentions: 1000, competitors: competitors.reverse() })).toMatch(reason);
  });

  it('of an own share of zero is that of the rivals, and nothing is noted', () => {
    expect(readCompetitors({ shareOfVoice: 0, competitors: rivals(40) }).trace.notes).toEqual([]);
  });
});

describe('mentions', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['a total may be the own ones in all, so it is neither', { totalMentions: 20 }, [null, null]],
    ['all of them are not the own ones', { allMentions: 20 }, [null, 20]],
    ['by engine they are none in all', { totalMentions: { chatgpt: 5, gemini: 3 } }, [null, null]],
    ['in a list they are none in all', { mentions: 8, totalMentions: [5, 3] }, [8, null]],
  ])('%s', (_, fields, expected) => {
    const reading = readCompetitors({ shareOfVoice: 40, competitors: rivals(30), ...fields });
    expect(reading.ok && [reading.value.mentions, reading.value.totalMentions]).toEqual(expected);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['a total that is not told is no doubt', 'N/A', []],
    ['a total of the own ones is told', 4, ['/totalMentions (4) may be the own mentions alone']],
  ])('%s', (_, totalMentions, notes) => {
    const body = { shareOfVoice: 40, mentions: 5, totalMentions, competitors: rivals(30) };
    expect(readCompetitors(body).trace.notes).toEqual(notes);
  });
});

describe('the own figure in a list', () => {
  it.each<[string, number | null, readonly (number | null)[], number | null, unknown]>([
    ['is told where the list makes the whole', 0.4, [0.4, 0.6], 1, { at: 0, certain: true }],
    ['is told where the list makes the whole but for rounding', 99, [99, 100], 200, { at: 0, certain: true }],
    ['is not told where two have it', 0.5, [0.5, 0.5], 1, { at: 0, certain: false }],
    ['is not told where a figure is unknown', 0.4, [null, 0.4], 1, { at: 1, certain: false }],
    ['is not told where the whole is unknown', 8, [8, 3], null, { at: 0, certain: false }],
    ['is another where list and own one make the whole but for rounding', 100, [100, 1], 200, null],
    ['may be in any row where the list makes the whole', null, [100, 99], 200, { at: -1, certain: false }],
    ['is in none where the list does not make the whole', null, [100, 98], 200, null],
    ['is in none where nothing was mentioned', null, [0, 0], 0, null],
    ['is in none without rows', null, [], 0, null],
  ])('%s', (_, own, figures, whole, expected) => {
    expect(ownBySum(own, figures, whole)).toEqual(expected);
  });
});
