import { describe, expect, it } from 'vitest';
import { readCompetitors } from '../../src/index.ts';

const counts = (body: unknown): unknown => {
  const reading = readCompetitors(body);
  if (!reading.ok) return reading.reason;
  const { mentions, competitors } = reading.value;
  return [mentions, ...competitors.map((rival) => rival.mentions)];
};
const rival = { name: 'Rival', sov: 42, mentions: 420 };
const zeta = { name: 'Zeta', sov: 27, mentions: 270 };
const all =
  'the 1000 mentions beside the own share are as many as all by the shares of the competitors, so the own ones are unknown';

describe('the own mentions beside the mentions of rivals', () => {
  it.each<[string, object]>([
    ['of several', { sov: 31, mentions: 1000, competitors: [rival, zeta] }],
    ['of one', { sov: 31, mentions: 1000, competitors: [rival] }],
    [
      'beside one without mentions',
      { sov: 31, mentions: 1000, competitors: [rival, { name: 'Zeta', sov: 27 }] },
    ],
    [
      'beside one without a share',
      { sov: 31, mentions: 1000, competitors: [rival, { name: 'Z', mentions: 9 }] },
    ],
    [
      'beside one of zero',
      { sov: 31, mentions: 1000, competitors: [rival, { name: 'Z', sov: 0, mentions: 0 }] },
    ],
    [
      'in fractions',
      {
        sov: 0.31,
        mentions: 1000,
        competitors: [
          { ...rival, sov: 0.42 },
          { ...zeta, sov: 0.27 },
        ],
      },
    ],
  ])('are unknown where they are all: %s', (_, body) => {
    const reading = readCompetitors(body);
    expect(reading.ok && reading.value.mentions).toBe(null);
    expect(reading.trace.notes).toEqual([all]);
  });

  it.each<[string, object]>([
    ['the own part of all', { sov: 31, mentions: 310, competitors: [rival, zeta] }],
    ['fewer than all', { sov: 31, mentions: 940, competitors: [rival, zeta] }],
    ['as many as all without an own share', { mentions: 1000, competitors: [rival, zeta] }],
    [
      'as many as all beside shares that disagree',
      { sov: 31, mentions: 1000, competitors: [rival, { ...zeta, mentions: 90 }] },
    ],
    [
      'as many as all beside shares alone',
      { sov: 31, mentions: 1000, competitors: [{ name: 'Rival', sov: 42 }] },
    ],
    [
      'as many as all where the rivals have next to none',
      { sov: 99.5, mentions: 995, competitors: [{ name: 'R', sov: 0.5, mentions: 5 }] },
    ],
  ])('are given where they are %s', (_, body) => {
    expect((counts(body) as unknown[])[0]).toBe((body as { mentions: number }).mentions);
  });
});

it('own mentions that are nineteen of twenty are all, in round figures', () => {
  const competitors = [{ name: 'Rival', sov: 50, mentions: 500 }];
  expect(counts({ sov: 31, mentions: 950, competitors })).toEqual([null, 500]);
});

it('own mentions are given where the shares of one rival alone agree with its mentions', () => {
  const competitors = [rival, { name: 'Zeta', sov: 2, mentions: 5 }];
  expect(counts({ sov: 31, mentions: 1000, competitors })).toEqual([1000, 420, 5]);
});

describe('the number of mentions', () => {
  it.each<[string, unknown]>([
    ['a total', { total: 420, positive: 300 }],
    ['a count', { count: 420, change: 2 }],
    ['a value', { value: 420, total: 1000 }],
    ['a total as a text', { total: '420' }],
  ])('may stand in an object as %s', (_, mentions) => {
    expect(counts({ sov: 31, mentions, competitors: [{ name: 'Rival', sov: 42, mentions }] })).toEqual([
      420, 420,
    ]);
  });

  it.each<[string, unknown]>([
    ['one brand beside all', { own: 310, total: 420 }],
    ['a rival beside all', { topCompetitor: 310, total: 420 }],
    ['engines', { chatgpt: 420 }],
    ['words', { total: 'many' }],
    ['a list', ['a']],
    ['nothing', null],
  ])('is unknown in an object of %s', (_, mentions) => {
    expect(counts({ sov: 31, competitors: [{ name: 'Rival', sov: 42, mentions }] })).toEqual([null, null]);
  });

  it('stands beside a share of voice that is an object', () => {
    const metrics = { share_of_voice: { percentage: 31 }, mentions: 310 };
    expect(counts({ metrics, competitors: [rival] })).toEqual([310, 420]);
  });

  it('is unknown where two fields are called so and differ', () => {
    const reading = readCompetitors({ sov: 31, competitors: [{ ...rival, mention_count: 30 }] });
    expect(reading.ok && reading.value.competitors.map(({ mentions }) => mentions)).toEqual([null]);
    expect(reading.trace.notes).toEqual([
      '/competitors/*/mentions (420) and /competitors/*/mention_count (30) could both be the mentions, so they are unknown',
    ]);
  });

  it.each<[string, object]>([
    ['the same', { mention_count: 420 }],
    ['a total', { total_mentions: 1000 }],
    ['a list', { mentionsCount: [1] }],
    ['nothing', { mention_count: null }],
    ['others', { mentions_rate: 9 }],
  ])('is read beside %s', (_, beside) => {
    expect(counts({ sov: 31, competitors: [{ ...rival, ...beside }] })).toEqual([null, 420]);
  });
});

describe('shares of whole percents', () => {
  it.each<[string, number[], unknown]>([
    ['that come to 101', [34, 34, 33], true],
    ['that come to 100', [33, 33, 34], true],
    ['that come to 102', [35, 35, 32], false],
    ['of which one alone is whole that come to 101', [34.5, 34.5, 32], false],
    ['with decimals that come to 101', [34.2, 34.2, 32.6], false],
  ])('%s are told apart: %j', (_, [own, first, second], isApart) => {
    const competitors = [
      { name: 'Rival', sov: first },
      { name: 'Zeta', sov: second },
    ];
    expect(readCompetitors({ sov: own, competitors }).ok).toBe(isApart);
  });

  it('are no counts', () => {
    const competitors = [
      { name: 'A', mentions: 40 },
      { name: 'B', mentions: 21 },
    ];
    const reading = readCompetitors({ mentions: 40, all_mentions: 100, competitors });
    expect(reading.trace.notes.some((note) => /whether it is the own brand/.test(note))).toBe(true);
  });
});

it('a share of zero before anything was scanned is unknown', () => {
  const zero = (message: string) => readCompetitors({ share_of_voice: 0, competitors: [], message });
  const read = (message: string): unknown => {
    const reading = zero(message);
    return reading.ok && reading.value.shareOfVoice;
  };
  expect(read('No scans have been completed yet')).toBe(null);
  expect(read('No data yet.')).toBe(null);
  expect(read('No mentions were found yet')).toBe(0);
  expect(read('There are no scans yet, which is no yeti')).toBe(0);
});
