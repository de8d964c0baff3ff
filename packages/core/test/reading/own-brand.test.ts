import { describe, expect, it } from 'vitest';
import { readCompetitors } from '../../src/index.ts';

/** The own share, then each competitor with its share; the reason where a body is refused. */
function shares(body: unknown): unknown {
  const reading = readCompetitors(body);
  if (!reading.ok) return reading.reason;
  const { shareOfVoice, competitors } = reading.value;
  return [shareOfVoice, Object.fromEntries(competitors.map(({ name, share }) => [name, share]))];
}

const other = { name: 'Other', share: 20 };

describe('the own brand in a list that does not make the whole', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['named beside a number of brands', { brands: 3, brand: 'Acme' }, { name: 'Acme' }],
    [
      'named by its address',
      { website: 'https://www.acme.example/en' },
      { name: 'Acme Inc', domain: 'acme.example' },
    ],
    ['named by its plain address', { domain: 'acme.example' }, { name: 'http://ACME.example/' }],
    ['with a domain that nothing names', { brand: 'Acme' }, { name: 'Acme', domain: 'acme.example' }],
    ['told by a relation beside a type that is a number', {}, { name: 'Acme', type: 2, relation: 'own' }],
  ])('%s is taken out', (_, told, row) => {
    expect(shares({ ...told, shareOfVoice: 30, competitors: [{ ...row, share: 30 }, other] })).toEqual([
      0.3,
      { Other: 0.2 },
    ]);
  });

  it('named beside the own share is taken out', () => {
    const body = {
      metrics: { overview: { brand: 'Acme', shareOfVoice: 30 } },
      competitors: [{ name: 'Acme', share: 30 }, other],
    };
    expect(shares(body)).toEqual([0.3, { Other: 0.2 }]);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a market that is spelled so', { brand: 'Io' }, { market: 'io', name: 'Rival' }],
    ['a host that ends so', { brand: 'awww.example' }, { name: 'Rival', domain: 'a.example' }],
  ])('is not told by %s', (_, told, row) => {
    expect(shares({ ...told, shareOfVoice: 40, competitors: [{ ...row, share: 30 }, other] })).toEqual([
      0.4,
      { Rival: 0.3, Other: 0.2 },
    ]);
  });

  it('is not looked for by mentions where the shares differ', () => {
    const reading = readCompetitors({
      shareOfVoice: 40,
      mentions: 8,
      competitors: [{ name: 'A', share: 30, mentions: 8 }],
    });
    expect([reading.trace.confidence, reading.trace.notes]).toEqual([1, []]);
  });
});

describe('the own brand in a list that makes the whole', () => {
  it('is told by its share, and the trace says so', () => {
    const body = {
      shareOfVoice: 40,
      competitors: [
        { name: 'Acme', share: 40 },
        { name: 'A', share: 60 },
      ],
    };
    expect(readCompetitors(body).trace.notes).toContain(
      '"Acme" was taken for the own brand: the list\'s figures make the whole without it',
    );
  });

  it('may be any row where the own mentions are unknown', () => {
    const body = {
      totalMentions: 20,
      competitors: [
        { name: 'A', mentions: 8 },
        { name: 'B', mentions: 12 },
      ],
    };
    expect(shares(body)).toMatch(/one row may be the own brand: give a mapping/);
  });

  it('is not looked for where nothing was mentioned', () => {
    expect(shares({ totalMentions: 0, competitors: [] })).toEqual([null, {}]);
    expect(shares({ totalMentions: 0, competitors: [{ name: 'A', mentions: 0 }] })).toEqual([
      null,
      { A: null },
    ]);
  });
});

describe('the competitors', () => {
  it.each<[string, unknown, unknown]>([
    [
      'names without the spaces around them',
      { competitors: [{ name: ' R ', share: 30 }] },
      [null, { R: 0.3 }],
    ],
    [
      'the outermost share of a row',
      { shareOfVoice: 20, competitors: [{ name: 'R', metrics: { shareOfVoice: 30 }, shareOfVoice: 40 }] },
      [0.2, { R: 0.4 }],
    ],
    [
      'names beside an empty list',
      { shareOfVoice: 40, competitors: ['R', 'S'], items: [] },
      [0.4, { R: null, S: null }],
    ],
    [
      'a ranking beside their names',
      {
        competitors: ['Rival', 'Other'],
        brands: [{ name: 'Acme', share: 40, isOwn: true }, { name: 'Rival', share: 35 }, other],
      },
      [0.4, { Rival: 0.35, Other: 0.2 }],
    ],
    [
      'peers without an own share',
      { peers: [{ name: 'A', share: 30 }, other] },
      [null, { A: 0.3, Other: 0.2 }],
    ],
    [
      'a map of shares in objects',
      {
        shareOfVoice: 40,
        competitors: { Rival: { share: { percent: 30 } }, Other: { share: { percent: 20 } } },
      },
      [0.4, { Rival: 0.3, Other: 0.2 }],
    ],
    [
      'names beside a list of shares that is of nothing',
      { shareOfVoice: 40, competitors: ['R'], shares: [{}] },
      [0.4, { R: null }],
    ],
    [
      'names beside a map of settings',
      { shareOfVoice: 40, competitors: ['R'], share: { public: true, link: '/x' } },
      [0.4, { R: null }],
    ],
    [
      'rows with a list of engines',
      {
        competitors: [{ name: 'R', share: 30, engines: [{ engine: 'chatgpt', share: 50 }], platforms: null }],
      },
      [null, { R: 0.3 }],
    ],
    [
      'rows beside a setting',
      { competitors: [{ name: 'R', share: 30 }], share: { public: true } },
      [null, { R: 0.3 }],
    ],
    [
      'names beside a map of shares with a word, without an own share',
      { competitors: ['R'], competitorShare: { R: 30, note: 'weekly' } },
      [null, { R: 0.3 }],
    ],
    [
      'names beside a map of shares with an entry without one',
      { shareOfVoice: 40, competitors: ['R', 'S'], competitorShare: { R: { value: 30 }, S: { rank: 2 } } },
      [0.4, { R: 0.3, S: null }],
    ],
    [
      'names beside a map of shares with a word',
      { shareOfVoice: 40, competitors: ['R', 'S'], competitorShare: { R: 30, S: 20, note: 'weekly' } },
      [0.4, { R: 0.3, S: 0.2 }],
    ],
  ])('%s', (_, body, expected) => {
    expect(shares(body)).toEqual(expected);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'a share in a map that is no number',
      { shareOfVoice: 40, competitors: ['R', 'S'], competitorShare: { R: 30, S: 'high' } },
      /"high" and no number/,
    ],
    [
      'a share in an object that is no number',
      { shareOfVoice: 40, competitors: { R: { share: 'high' } } },
      /"high" and no number/,
    ],
    [
      'a map inside an envelope',
      { shareOfVoice: 40, competitors: { data: { R: { share: 30 }, S: { share: 20 } } } },
      /no competitors that can be read/,
    ],
    [
      'a row for each engine',
      { competitors: [{ name: 'R', engine: 'chatgpt', share: 30 }] },
      /no competitors that can be read/,
    ],
    [
      'a share that holds none',
      { competitors: [{ name: 'R', share: { rank: 1 } }] },
      /an object and no number/,
    ],
    [
      'a map from ids to names',
      { shareOfVoice: 40, competitors: { r1: 'Rival', r2: 'Other' } },
      /no competitors that can be read/,
    ],
    [
      'the figures of one competitor',
      { shareOfVoice: 40, competitor: { reach: 30, strength: 20 } },
      /no competitors that can be read/,
    ],
    ['an own share alone', { data: { shareOfVoice: 0.5 } }, /could be fractions or percent/],
  ])('%s is refused', (_, body, reason) => {
    expect(shares(body)).toMatch(reason);
  });
});
