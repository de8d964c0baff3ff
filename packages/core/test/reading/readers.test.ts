import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readAnalytics,
  readAuthority,
  readCitations,
  readCompetitors,
  readWebsites,
} from '../../src/index.ts';
import { readers } from './readers.ts';

const site = { id: 'ws_1', name: 'Acme', domain: 'acme.example' };

describe('websites', () => {
  it.each<[string, unknown]>([
    ['a bare list', [site]],
    ['a named list', { websites: [site] }],
    ['an envelope', { data: [site] }],
    ['an envelope and a name', { success: true, data: { websites: [site], total: 1 } }],
    [
      'results',
      { results: [{ website_id: 'ws_1', website_name: 'Acme', url: 'https://acme.example/start' }] },
    ],
    ['one website alone', site],
    ['numbers as ids', { sites: [{ id: 'ws_1', title: 'Acme', hostname: 'ACME.example.' }] }],
  ])('in %s', (_, body) => {
    const reading = readWebsites(body);
    expect(reading.ok && reading.value).toEqual([site]);
  });

  it('an empty list is a list', () => {
    const reading = readWebsites({ websites: [] });
    expect(reading.ok && reading.value).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['null', null, /no list/],
    ['a text', 'hello', /no list/],
    ['no ids', { websites: [{ name: 'Acme' }] }, /no list/],
    ['one entry without an id', { websites: [site, { id: null, name: 'B' }] }, /no identifier/],
    ['the same id twice', [site, site], /two websites/],
    ['two lists with equal claim', { a: [site], b: [{ id: 'ws_2' }] }, /two lists/],
  ])('%s is refused', (_, body, reason) => {
    const reading = readWebsites(body);
    expect(reading.ok ? 'read' : reading.reason).toMatch(reason);
  });
});

describe('analytics', () => {
  const row = { date: '2026-11-01', visitors: 5, pageviews: 9, ai_citations: 2 };
  const day = { date: '2026-11-01', visitors: 5, pageviews: 9, citations: 2, metrics: {} };
  it.each<[string, unknown]>([
    ['a named list', { analytics: [row] }],
    ['deep', { data: { daily: [row] } }],
    ['a map by date', { data: { '2026-11-01': { visitors: 5, page_views: 9, aiCitations: 2 } } }],
    ['numbers as text', [{ day: '2026-11-01T00:00:00Z', visitors: '5', views: '9', citations: '2' }]],
    ['seconds since the epoch', [{ timestamp: 1793491200, visitors: 5, pageviews: 9, citations: 2 }]],
  ])('in %s', (_, body) => {
    const reading = readAnalytics(body);
    expect(reading.ok && reading.value.days).toEqual([day]);
  });

  it('keeps null, absent and zero apart and names other figures', () => {
    const reading = readAnalytics({
      days: [{ date: '2026-11-02', visitors: null, pageviews: 0, bounce_rate: 41.5, note: 'x' }],
    });
    expect(reading.ok && reading.value.days[0]).toEqual({
      date: '2026-11-02',
      visitors: null,
      pageviews: 0,
      citations: null,
      metrics: { bounce_rate: 41.5 },
    });
    expect(reading.trace.unmatched).toEqual(['/days/*/note']);
  });

  it('sorts the days, oldest first', () => {
    const reading = readAnalytics([{ date: '2026-11-02' }, { date: '2026-11-01' }]);
    expect(reading.ok && reading.value.days.map((it) => it.date)).toEqual(['2026-11-01', '2026-11-02']);
  });

  it.each<[string, unknown, RegExp]>([
    ['a date twice', [row, row], /two rows/],
    ['a figure that is no number', [{ date: '2026-11-01', visitors: 'many' }], /"many" and no count/],
    ['no dates', { days: [{ visitors: 1 }] }, /no list of dated rows/],
    ['a day that does not exist', [{ date: '2026-02-30' }], /no list of dated rows/],
  ])('%s is refused', (_, body, reason) => {
    const reading = readAnalytics(body);
    expect(reading.ok ? 'read' : reading.reason).toMatch(reason);
  });
});

describe('citations', () => {
  it('adds the spellings of one engine', () => {
    const reading = readCitations({
      byEngine: { ChatGPT: 3, 'gpt-4o': 2, 'Google AI Overview': 1, Kagi: 4 },
    });
    expect(reading.ok && reading.value.byEngine).toEqual([
      { engine: 'chatgpt', label: 'ChatGPT', count: 5 },
      { engine: 'google-ai-overviews', label: 'Google AI Overviews', count: 1 },
      { engine: 'kagi', label: 'Kagi', count: 4 },
    ]);
    expect(reading.ok && reading.value.total).toBe(10);
  });

  it('never takes the number of items for the total: a feed may come in pages', () => {
    const reading = readCitations({
      citations: [{ engine: 'claude', url: 'https://a.example/x', date: '2026-11-01' }],
    });
    expect(reading.ok && reading.value.total).toBeNull();
    expect(reading.ok && reading.value.items).toHaveLength(1);
  });

  it('says where a stated total is not the sum', () => {
    const reading = readCitations({ total: 12, engines: [{ name: 'Claude', count: 10 }] });
    expect(reading.ok && reading.value.total).toBe(12);
    expect(reading.trace.notes.join()).toMatch(/not the sum/);
  });

  it.each<[string, unknown]>([
    ['nothing known', { hello: 1 }],
    ['an engine without a count', { engines: [{ engine: 'claude' }] }],
  ])('%s is refused', (_, body) => {
    expect(readCitations(body).ok).toBe(false);
  });
});

describe('competitors', () => {
  it.each<[string, unknown, number, number]>([
    ['percent', { shareOfVoice: 41.2, competitors: [{ name: 'R', share: 58.8 }] }, 0.412, 0.588],
    [
      'fractions',
      { share_of_voice: 0.412, competitors: [{ name: 'R', share_of_voice: 0.588 }] },
      0.412,
      0.588,
    ],
    [
      'percent signs',
      { data: { shareOfVoice: '41.2%', competitors: [{ brand: 'R', share: '58.8%' }] } },
      0.412,
      0.588,
    ],
    [
      'own percent and rivals in fractions',
      {
        shareOfVoice: 41.2,
        competitors: [
          { name: 'R', share: 0.35 },
          { name: 'S', share: 0.24 },
        ],
      },
      0.412,
      0.35,
    ],
    [
      'a small own share in percent',
      {
        shareOfVoice: 0.8,
        competitors: [
          { name: 'R', share: 60 },
          { name: 'S', share: 39.2 },
        ],
      },
      0.008,
      0.6,
    ],
  ])('in %s', (_, body, own, rival) => {
    const reading = readCompetitors(body);
    expect(reading.ok && reading.value.shareOfVoice).toBeCloseTo(own, 12);
    expect(reading.ok && reading.value.competitors[0]?.share).toBeCloseTo(rival, 12);
  });

  it('shares that do not sum to the whole are left as they are', () => {
    const reading = readCompetitors({
      shareOfVoice: 0.42,
      competitors: [
        { name: 'A', share: 0.35 },
        { name: 'B', share: 0.15 },
      ],
    });
    expect(
      reading.ok && [reading.value.shareOfVoice, ...reading.value.competitors.map((rival) => rival.share)],
    ).toEqual([0.42, 0.35, 0.15]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'a lone 1, which could be 1 % or the whole',
      { shareOfVoice: 1, competitors: [] },
      /fractions or percent/,
    ],
    [
      'an own percent with rivals that fit neither unit',
      { shareOfVoice: 41.2, competitors: [{ name: 'R', share: 0.2 }] },
      /fractions or percent/,
    ],
    ['a share that is no number', { shareOfVoice: 'high', competitors: [] }, /"high" and no number/],
    ['nothing known', { hello: 'world' }, /no share of voice/],
  ])('%s is refused', (_, body, reason) => {
    const reading = readCompetitors(body);
    expect(reading.ok ? 'read' : reading.reason).toMatch(reason);
  });
});

describe('authority', () => {
  it.each<[string, unknown, number | null, number | null]>([
    ['flat', { score: 72, maxScore: 100 }, 72, 100],
    ['nested', { data: { authority: { overallScore: '72.5' } } }, 72.5, 100],
    ['a fraction', { entityAuthorityScore: 0.91 }, 0.91, 1],
    ['out of a thousand', { authority_score: 640, scale: 1000 }, 640, 1000],
    ['none yet', { score: null, components: [] }, null, null],
  ])('%s', (_, body, score, scale) => {
    const reading = readAuthority(body);
    expect(reading.ok && [reading.value.score, reading.value.scale]).toEqual([score, scale]);
  });

  it('components as a list or a map, weights as fractions', () => {
    const list = readAuthority({ score: 7, components: [{ name: 'A', score: 5, weight: 25 }] });
    const map = readAuthority({ score: 7, breakdown: { A: { score: 5, weight: '25%' } } });
    expect(list.ok && list.value.components).toEqual([{ name: 'A', score: 5, weight: 0.25 }]);
    expect(map.ok && map.value.components).toEqual([{ name: 'A', score: 5, weight: 0.25 }]);
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['no score', { metrics: { live: 745 } }],
    ['a score that is no number', { score: 'A+' }],
    ['a component without a number', { score: 7, components: [{ name: 'A', score: 'high' }] }],
  ])('%s is refused', (_, body) => {
    expect(readAuthority(body).ok).toBe(false);
  });
});

describe('what must not be taken for something else', () => {
  it('an empty list of websites beside a list of people', () => {
    const reading = readWebsites({ websites: [], members: [{ id: 'u1', name: 'Bob' }] });
    expect(reading.ok && reading.value).toEqual([]);
  });

  it('people in a list of another name, without a domain', () => {
    expect(readWebsites({ members: [{ id: 'u1', name: 'Bob' }] })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/no list of websites/),
    });
  });

  it('an empty list of days beside dated notes', () => {
    const reading = readAnalytics({ days: [], annotations: [{ date: '2026-11-01', text: 'launch' }] });
    expect(reading.ok && reading.value.days).toEqual([]);
    expect(readAnalytics({ annotations: [{ date: '2026-11-01', text: 'launch' }] }).ok).toBe(false);
  });

  it('the entry of all engines together for an engine', () => {
    const map = readCitations({ byEngine: { chatgpt: 10, perplexity: 20, total: 30 } });
    expect(map.ok && [map.value.total, map.value.byEngine.length]).toEqual([30, 2]);
    const list = readCitations({
      engines: [
        { engine: 'Claude', count: 4 },
        { engine: 'All', count: 4 },
      ],
    });
    expect(list.ok && [list.value.total, list.value.byEngine.length]).toEqual([4, 1]);
  });

  it('the number of rows of a page for the total', () => {
    const reading = readCitations({
      items: [{ url: 'https://a.example' }, { url: 'https://b.example' }],
      count: 2,
      hasMore: true,
    });
    expect(reading.ok && reading.value.total).toBeNull();
    expect(reading.trace.notes.join()).toMatch(/pages/);
  });

  it.each([-5, 5.5])('the number %d for a count', (total) => {
    expect(readCitations({ total, engines: [{ engine: 'Claude', count: 4 }] }).ok).toBe(false);
  });

  it('AI Mode for AI Overviews', () => {
    const reading = readCitations({ byEngine: { 'Google AI Mode': 1, 'Google AI Overviews': 2 } });
    expect(reading.ok && reading.value.byEngine.map((one) => one.label)).toEqual([
      'Google AI Mode',
      'Google AI Overviews',
    ]);
  });

  it('weights of 99 and 1 percent for 0.99 and 1', () => {
    const reading = readAuthority({
      score: 7,
      components: [
        { name: 'A', score: 5, weight: 99 },
        { name: 'B', score: 5, weight: 1 },
      ],
    });
    expect(reading.ok && reading.value.components.map((part) => part.weight)).toEqual([0.99, 0.01]);
  });
});

describe('the own brand in the list of competitors', () => {
  const rivals = [
    { name: 'Other', share: 35 },
    { name: 'Third', share: 25 },
  ];
  it.each<[string, unknown]>([
    ['by a flag', { shareOfVoice: 40, competitors: [{ name: 'Us', share: 40, isOwn: true }, ...rivals] }],
    [
      'by the name of the brand',
      { brandName: 'us', shareOfVoice: 40, competitors: [{ name: 'Us', share: 40 }, ...rivals] },
    ],
    ['by the sums', { shareOfVoice: 40, competitors: [{ name: 'Us', share: 40 }, ...rivals] }],
  ])('is taken out, told %s, and the trace says so', (_, body) => {
    const reading = readCompetitors(body);
    expect(reading.ok && reading.value.competitors.map((rival) => rival.name)).toEqual(['Other', 'Third']);
    expect(reading.trace.notes.join()).toMatch(/own brand/);
  });

  it('gives the own share where nothing else states it', () => {
    const reading = readCompetitors({
      competitors: [{ name: 'Us', share: 40, mentions: 8, isOwn: true }, ...rivals],
    });
    expect(reading.ok && [reading.value.shareOfVoice, reading.value.mentions]).toEqual([0.4, 8]);
    expect(reading.ok && reading.value.competitors).toHaveLength(2);
  });

  it('is doubted where a row has as many mentions and the whole is unknown', () => {
    const reading = readCompetitors({
      shareOfVoice: 40,
      mentions: 8,
      competitors: [{ name: 'A', mentions: 8 }],
    });
    expect(reading.trace.confidence).toBe(0.8);
    expect(reading.trace.notes).toContain(
      '"A" has the own figure, and nothing tells whether it is the own brand',
    );
  });

  it('is doubted, not refused, in rows that a mapping names', () => {
    const body = {
      own: '50%',
      rows: [
        { n: 'A', s: '50%' },
        { n: 'B', s: null },
      ],
    };
    const fields = { shareOfVoice: '/own', name: '/n', share: '/s' };
    const reading = readCompetitors(body, { mapping: { rows: '/rows/*', fields } });
    expect(reading.ok && reading.value.competitors.map((rival) => rival.name)).toEqual(['A', 'B']);
    expect(reading.trace.confidence).toBe(0.8);
  });
});

describe('whatever a body holds', () => {
  const names = fc.constantFrom(
    'id',
    'name',
    'date',
    'score',
    'share',
    'shareOfVoice',
    'competitors',
    'data',
    'citations',
    'engine',
    'count',
    'total',
    'components',
    'url',
    '__proto__',
    'constructor',
  );
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('2026-11-01', '41.2%', '1,000', 0.5, 1, 100),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(names, tie('json'), { maxKeys: 5 }),
    ),
  }));

  it('a reader reads it or refuses it with a reason and never throws', () => {
    fc.assert(
      fc.property(json, (body) => {
        for (const read of Object.values(readers)) {
          const reading = read(body);
          if (!reading.ok) expect(reading.reason).not.toBe('');
          else expect(reading.trace.confidence).toBeGreaterThanOrEqual(0.5);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('a share that is read lies between 0 and 1', () => {
    fc.assert(
      fc.property(json, (body) => {
        const reading = readCompetitors(body);
        if (!reading.ok) return;
        for (const share of [
          reading.value.shareOfVoice,
          ...reading.value.competitors.map((rival) => rival.share),
        ]) {
          if (share !== null) expect(share >= 0 && share <= 1).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
