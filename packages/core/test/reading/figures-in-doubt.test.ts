import { describe, expect, it } from 'vitest';
import {
  readAnalytics,
  readAuthority,
  readCitations,
  readCompetitors,
  readWebsites,
} from '../../src/index.ts';

const reasonOf = (reading: { readonly ok: boolean; readonly reason?: string }): string | undefined =>
  reading.reason;

describe('citations that may be another figure', () => {
  it('a target of citations is a goal, and those of the target are its own', () => {
    const day = { date: '2026-11-01', visitors: 3 };
    for (const name of ['citations_target', 'ai_citations_target', 'total_citations_target'])
      expect(readAnalytics({ days: [{ ...day, [name]: 100 }] })).toMatchObject({
        value: { days: [{ citations: null }] },
      });
    for (const name of ['target_citations', 'citations_of_target', 'citations_brand'])
      expect(readAnalytics({ days: [{ ...day, [name]: 100 }] })).toMatchObject({
        value: { days: [{ citations: 100 }] },
      });
  });

  it.each(['period', 'window', 'date_range', 'last_30_days', 'current_period'])(
    'a total beside that of the %s may be of all time',
    (name) => {
      const of = { from: '2026-11-01', to: '2026-11-30', citations: 412 };
      expect(reasonOf(readCitations({ total_citations: 5000, [name]: of }))).toBe(
        `two fields could be the total, /total_citations and /${name}/citations: give a mapping`,
      );
      expect(readCitations({ total_citations: 412, [name]: of })).toMatchObject({ value: { total: 412 } });
    },
  );

  it('what else a period holds is no total', () => {
    const by_engine = { chatgpt: 3 };
    for (const period of [
      { days: 30, total: 9, count: 8 },
      { citations: null },
      { citations: [1] },
      { citations: { a: 1 } },
    ])
      expect(readCitations({ total_citations: 3, by_engine, period })).toMatchObject({ value: { total: 3 } });
    expect(readCitations({ by_engine, period: { citations: 9 } })).toMatchObject({ value: { total: 3 } });
  });

  it('a distribution over engines that makes 100 may be percent', () => {
    const reading = readCitations({ engine_distribution: { chatgpt: 60, gemini: 40 } });
    expect(reasonOf(reading)).toBe(
      'no total, no counts by engine and no list of citations were found in the body; the figures at /engine_distribution come to 100 and may be percent, so they are no counts',
    );
    expect(reading.trace.path).toBe('');
    expect(
      readCitations({ total_citations: 50, engine_distribution: { chatgpt: 60, gemini: 39 } }),
    ).toMatchObject({
      value: { total: 50, byEngine: [] },
    });
    expect(readCitations({ engine_distribution: { chatgpt: 60, gemini: 42 } })).toMatchObject({
      value: { total: 102 },
    });
    expect(readCitations({ engine_distribution: { chatgpt: 60, gemini: 38 } })).toMatchObject({
      value: { total: 98 },
    });
    expect(readCitations({ by_engine: { chatgpt: 60, gemini: 40 } })).toMatchObject({
      value: { total: 100 },
    });
    expect(readCitations({ total: 5, engine_distribution: { chatgpt: 100, gemini: null } })).toMatchObject({
      value: { byEngine: [{ engine: 'chatgpt', count: 100 }] },
    });
  });

  it('figures by engine that are said to be percent are no counts', () => {
    for (const body of [
      { by_engine: { chatgpt: 60, gemini: 40 }, unit: 'percent' },
      { by_engine: [{ engine: 'ChatGPT', value: 60, unit: '%' }] },
    ])
      expect(reasonOf(readCitations(body))).toMatch(/parts of a whole and no counts/);
  });
});

describe('shares that may be other figures', () => {
  const competitors = [{ name: 'A', share: 20 }];

  it.each(['average_share_of_voice', 'avgShareOfVoice'])('%s may be that of all brands', (name) => {
    const reading = readCompetitors({ [name]: 42.5, competitors });
    expect(reading).toMatchObject({ value: { shareOfVoice: 0.425 }, trace: { confidence: 0.8 } });
    expect(reading.trace.notes).toEqual([`/${name} is an average and may be that of all brands`]);
  });

  it('the average of the own row is its own', () => {
    const rows = [
      { name: 'Us', is_own: true, avg_share_of_voice: 40 },
      { name: 'A', avg_share_of_voice: 20 },
    ];
    expect(readCompetitors({ competitors: rows })).toMatchObject({ trace: { confidence: 1 } });
  });

  it.each<[string, object]>([
    ['beside the own share', { share_of_voice: 4, max: 10, competitors: [{ name: 'A', share: 3 }] }],
    ['in a row', { share_of_voice: 4, competitors: [{ name: 'A', share: 3, out_of: 10 }] }],
    [
      'in the whole',
      { data: { own: { share: 4 }, competitors: [{ name: 'A', share: 3 }], max_share: '10' } },
    ],
    ['as a scale', { share_of_voice: 10, share_scale: 10, competitors: [{ name: 'A', share: 3 }] }],
    ['as large as that', { share_of_voice: 0, sov_max: 12, competitors: [{ name: 'A', share: 12 }] }],
  ])('are refused where a maximum says so %s', (_, body) => {
    expect(reasonOf(readCompetitors(body))).toMatch(
      /^\/\S+ says that the shares are of 1[02], so they are neither fractions nor percent: give a mapping$/,
    );
  });

  it.each<[string, object]>([
    ['is 100', { share_of_voice: 4, max: 100, competitors: [{ name: 'A', share: 3 }] }],
    ['is less than a share', { share_of_voice: 40, max: 10, competitors: [{ name: 'A', share: 3 }] }],
    ['is beside fractions', { share_of_voice: 0.04, max: 10, competitors: [{ name: 'A', share: 0.3 }] }],
    [
      'is beside a percent sign',
      { share_of_voice: '4%', max: 10, competitors: [{ name: 'A', share: '3%' }] },
    ],
    ['is none', { share_of_voice: 4, max: 'all', competitors: [{ name: 'A', share: 3 }] }],
  ])('are read where the maximum %s', (_, body) => {
    expect(readCompetitors(body)).toMatchObject({
      ok: true,
      value: { shareOfVoice: expect.closeTo(0.22, 0.2) as number },
    });
  });

  it('are read where a maximum stands beside fractions up to 1', () => {
    const rows = [
      { name: 'A', share: 1 },
      { name: 'B', share: 0.2 },
    ];
    expect(readCompetitors({ share_of_voice: 0, max: 10, competitors: rows })).toMatchObject({
      value: { competitors: [{ share: 1 }, { share: 0.2 }] },
    });
  });

  it('that are not their mentions are told', () => {
    const notes = (body: object): readonly string[] =>
      readCompetitors({ total_mentions: 100, share_of_voice: 40, mentions: 40, ...body }).trace.notes;
    expect(notes({ mentions: 10, competitors })).toEqual([
      'the share 40 (percent) is not 10 of 100 mentions',
    ]);
    expect(notes({ competitors: [{ name: 'A', share: 20, mentions: 30 }] })).toEqual([
      'the share 20 (percent) is not 30 of 100 mentions',
    ]);
    expect(notes({ competitors: [{ name: 'A', share: 20, mentions: 20 }] })).toEqual([]);
    expect(notes({ competitors: [{ name: 'A', share: 0, mentions: 0 }] })).toEqual([]);
    const fractions = [
      { name: 'A', share: 0.2, mentions: 20 },
      { name: 'B', share: 0.4, mentions: 40 },
    ];
    expect(notes({ competitors: fractions })).toEqual([
      "the own share is in percent, the competitors' in fraction",
    ]);
    expect(notes({ competitors })).toEqual([]);
    expect(notes({ total_mentions: null, mentions: 10, competitors })).toEqual([]);
  });

  it('are told by the mentions that stand with them', () => {
    const share_of_voice = { value: 40, numerator: 10, denominator: 100 };
    expect(readCompetitors({ share_of_voice, competitors }).trace.notes).toEqual([
      'the share 40 (percent) is not 10 of 100 mentions',
    ]);
  });
});

describe('scores on several scales', () => {
  it('a score below 1 of a larger maximum may be a part of 1', () => {
    const reading = readAuthority({ score: 0.72, max_score: 100 });
    expect(reading).toMatchObject({ value: { score: 0.72, scale: null }, trace: { confidence: 0.8 } });
    expect(reading.trace.notes).toEqual([
      'the score 0.72 may be a part of 1 and not of 100: its scale is unknown',
    ]);
    for (const [body, scale] of [
      [{ score: '0.72/100' }, 100],
      [{ score: '0.72%' }, 100],
      [{ score: 0.72, max_score: 1 }, 1],
      [{ score: 1, max_score: 100 }, 100],
      [{ score: 0, max_score: 100 }, 100],
      [{ score: null, max_score: 100 }, 100],
    ] as const)
      expect(readAuthority(body)).toMatchObject({ value: { scale }, trace: { confidence: 1, notes: [] } });
  });

  it('parts above the scale of the score are told', () => {
    const breakdown = { clarity: 80, reach: 1560, depth: 306, age: null, trust: 100 };
    const { notes } = readAuthority({ score: 72, scale: 100, breakdown }).trace;
    expect(notes).toEqual(["parts above the score's scale of 100 stand on others: reach, depth"]);
    expect(readAuthority({ score: 4.6, breakdown: { clarity: 80, links: 60 } }).trace.notes).toEqual([
      'the scale is told by the size of the score',
    ]);
  });

  it('maxima of parts are told', () => {
    const told = ['the parts stand on scales of their own: clarity of 10, links of 5'];
    for (const breakdown of [
      { clarity: '8 of 10', links: '3/5' },
      { clarity: { score: 8, max: 10 }, links: { score: 3, max_score: '5' } },
    ])
      expect(readAuthority({ score: 72, scale: 100, breakdown }).trace.notes).toEqual(told);
    const components = [
      { name: 'clarity', score: 8, max: 100 },
      { name: 'links', score: 3, max: 'none' },
    ];
    expect(readAuthority({ score: 72, scale: 100, components }).trace.notes).toEqual([]);
    expect(
      readAuthority({ score: 72, scale: 100, breakdown: { clarity: '8 of 10', links: 3 } }).trace.notes,
    ).toEqual(['the parts stand on scales of their own: clarity of 10']);
  });
});

describe('websites that may be others', () => {
  const own = { id: 18, domain: 'b.example' };

  it.each<[object]>([
    [{ is_competitor: true }],
    [{ competitor: true }],
    [{ isRival: true }],
    [{ role: 'competitor' }],
    [{ type: 'Rival' }],
    [{ relation: 'competitors' }],
  ])('%j is a competitor and left out', (says) => {
    const reading = readWebsites({ websites: [{ id: 17, domain: 'a.example', ...says }, own] });
    expect(reading).toMatchObject({ ok: true, value: [{ id: '18' }] });
    expect(reading.trace.notes).toEqual(['1 of the websites are those of competitors and were left out']);
  });

  it.each<[object]>([
    [{ is_competitor: false }],
    [{ role: 'owner' }],
    [{ type: null }],
    [{ notes: 'competitor' }],
  ])('%j is none', (says) => {
    const reading = readWebsites({ websites: [{ id: 17, domain: 'a.example', ...says }, own] });
    expect(reading).toMatchObject({ ok: true, value: [{ id: '17' }, { id: '18' }], trace: { notes: [] } });
  });

  it('another identifier is told, and the same one is not', () => {
    const told = (row: object): readonly string[] =>
      readWebsites([{ domain: 'a.example', ...row }]).trace.notes;
    expect(told({ id: 17, public_id: 'ab' })).toEqual([
      'a website has another identifier at /*/public_id beside the one that was taken',
    ]);
    expect(told({ website_id: 'w', id: 17 })).toEqual([
      'a website has another identifier at /*/id beside the one that was taken',
    ]);
    expect(told({ id: 17, website_id: '17', external_id: null, team_id: 3 })).toEqual([]);
    expect(told({ website: { id: 17, domain: 'a.example', uuid: 'u' }, role: 'owner' })).toEqual([
      'a website has another identifier at /*/website/uuid beside the one that was taken',
    ]);
  });
});
