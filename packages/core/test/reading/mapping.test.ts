import { describe, expect, it } from 'vitest';
import {
  type Kind,
  type Mapping,
  readAnalytics,
  readAuthority,
  readCitations,
  readCompetitors,
  readWebsites,
  signatureOf,
  suggestMapping,
} from '../../src/index.ts';
import { readers } from './readers.ts';

const history = {
  data: {
    history: [
      { id: 1, platformBreakdown: [{ platform: 'chatgpt', citationCount: 1 }] },
      {
        id: 2,
        platformBreakdown: [
          { platform: 'chatgpt', citationCount: 4 },
          { platform: 'gemini', citationCount: 2 },
        ],
      },
    ],
  },
};

describe('a mapping', () => {
  it('reads rows of rows, and its fields are marked as the user’s', () => {
    const reading = readCitations(history, {
      mapping: {
        rows: '/data/history/*/platformBreakdown/*',
        fields: { engine: '/platform', count: '/citationCount' },
      },
    });
    expect(reading.ok && reading.value.byEngine.map(({ engine, count }) => [engine, count])).toEqual([
      ['chatgpt', 5],
      ['gemini', 2],
    ]);
    expect(reading.trace.fields.byEngine).toEqual({
      pointer: '/data/history/*/platformBreakdown/*',
      provenance: 'user',
    });
    expect(reading.trace.path).toBe('/data/history/*/platformBreakdown/*');
  });

  it.each<[string, unknown, Mapping]>([
    [
      'rows and a field in a group',
      { dados: [{ dia: '2026-11-01', totais: { cites: 2, visitas: '5' } }] },
      { rows: '/dados/*', fields: { date: '/dia', citations: '/totais/cites', visitors: '/totais/visitas' } },
    ],
    [
      'the key of a map',
      { dias: { '2026-11-01': { v: 5, c: 2 } } },
      { rows: '/dias/*', fields: { date: '*', visitors: '/v', citations: '/c' } },
    ],
    [
      'columns',
      { eixo: ['2026-11-01'], v: [5], c: [2] },
      { fields: { date: '/eixo/*', visitors: '/v/*', citations: '/c/*' } },
    ],
    [
      'values by position',
      { linhas: [['2026-11-01', 5, 2]] },
      { rows: '/linhas/*', fields: { date: '/0', visitors: '/1', citations: '/2' } },
    ],
    [
      'names with a slash and a tilde',
      { 'a/b': [{ 'd~1': '2026-11-01', v: 5, c: 2 }] },
      { rows: '/a~1b/*', fields: { date: '/d~01', visitors: '/v', citations: '/c' } },
    ],
  ])('reads days by %s', (_, body, mapping) => {
    const reading = readAnalytics(body, { mapping });
    expect(reading.ok ? reading.value.days : reading.reason).toEqual([
      { date: '2026-11-01', visitors: 5, pageviews: null, citations: 2, metrics: {} },
    ]);
    expect(Object.values(reading.trace.fields).map((field) => field.provenance)).toEqual([
      'user',
      'user',
      'user',
    ]);
  });

  it('settles what could be read in two ways: the unit of shares, the scale of a score', () => {
    const shares = readCompetitors(
      { sov: 0.8, marcas: [{ marca: 'R', percentual: 0.5 }] },
      {
        mapping: {
          rows: '/marcas/*',
          fields: { shareOfVoice: '/sov', 'competitors.name': '/marca', 'competitors.share': '/percentual' },
          shareUnit: 'percent',
        },
      },
    );
    expect(shares.ok && [shares.value.shareOfVoice, shares.value.competitors[0]?.share]).toEqual([
      0.008, 0.005,
    ]);
    const score = readAuthority({ nota: 4.6 }, { mapping: { fields: { score: '/nota' }, scale: 5 } });
    expect(score.ok && [score.value.score, score.value.scale]).toEqual([4.6, 5]);
    const sites = readWebsites(
      { sites: [{ domain: 'acme.example' }] },
      { mapping: { rows: '/sites/*', fields: { id: '/domain', domain: '/domain' } } },
    );
    expect(sites.ok && sites.value).toEqual([{ id: 'acme.example', name: null, domain: 'acme.example' }]);
  });

  it('names the own brand, whose row is no competitor', () => {
    const body = {
      data: [
        { brand: { id: 'a', name: 'Acme' }, sov: 12.5, mention_count: 5 },
        { brand: { id: 'r', name: 'Rival' }, sov: 32.5, mention_count: 13 },
      ],
    };
    const { mapping, comment } = suggestMapping('competitors', body);
    expect(comment).toContain('brand has to be the name of the own brand, where the rows have it among them');
    const reading = readCompetitors(body, { mapping: { ...mapping, brand: 'ACME' } });
    expect(reading.ok && reading.value).toEqual({
      shareOfVoice: 0.125,
      mentions: 5,
      totalMentions: null,
      competitors: [{ name: 'Rival', domain: null, share: 0.325, mentions: 13 }],
    });
    const other = readCompetitors(body, { mapping: { ...mapping, brand: 'Acne' } });
    expect(other.ok ? other.value : other.reason).toBe("the mapping's brand is in no row");
    const stated = { ...body, own: 14 };
    const fields = { ...mapping.fields, shareOfVoice: '/own' };
    const both = readCompetitors(stated, { mapping: { ...mapping, fields, brand: 'Acme' } });
    expect(both.ok && [both.value.shareOfVoice, both.value.competitors.length]).toEqual([0.14, 1]);
  });

  it('places a total alone, and the own mentions without a share', () => {
    const total = readCitations({ n: 3 }, { mapping: { fields: { total: '/n' } } });
    expect(total.ok && total.value).toEqual({ total: 3, byEngine: [], items: [] });
    const mentions = readCompetitors(
      { n: 7, t: 20 },
      { mapping: { fields: { mentions: '/n', totalMentions: '/t' } } },
    );
    expect(mentions.ok && mentions.value).toEqual({
      shareOfVoice: null,
      mentions: 7,
      totalMentions: 20,
      competitors: [],
    });
  });

  it('marks what it places among the counts by engine', () => {
    const reading = readCitations(
      { e: [{ n: 'chatgpt', c: 3 }] },
      { mapping: { rows: '/e/*', fields: { engine: '/n', count: '/c' } } },
    );
    expect(reading.trace.fields).toEqual({
      byEngine: { pointer: '/e/*', provenance: 'user' },
      'byEngine.engine': { pointer: '/e/*/n', provenance: 'user' },
      'byEngine.count': { pointer: '/e/*/c', provenance: 'user' },
    });
  });

  it.each(['websites', 'analytics', 'citations', 'competitors', 'authority'] as const)(
    'that places nothing is refused for %s',
    (kind) => {
      const reading = readers[kind]({ data: [] }, { mapping: { rows: '/data/*', fields: {} } });
      expect(reading.ok ? '' : reading.reason).toMatch(/^the mapping is wrong: `fields` places nothing/);
    },
  );

  it.each<[string, Kind, unknown, Mapping, unknown]>([
    [
      'no competitors',
      'competitors',
      { data: [], meta: { sov: null } },
      { rows: '/data/*', fields: { shareOfVoice: '/meta/sov', 'competitors.name': '/name' } },
      { shareOfVoice: null, competitors: [] },
    ],
    ['no websites', 'websites', { sites: {} }, { rows: '/sites/*', fields: { id: '*' } }, []],
    [
      'no days in columns',
      'analytics',
      { x: [], v: [] },
      { fields: { date: '/x/*', visitors: '/v/*' } },
      { days: [] },
    ],
    [
      'no rows in any row',
      'citations',
      { all: [{ by: [] }, { by: [] }], sum: 0 },
      { rows: '/all/*/by/*', fields: { total: '/sum', engine: '/e', count: '/n' } },
      { total: 0, byEngine: [], items: [] },
    ],
  ])('an empty list in its place is no mistake of the mapping: %s', (_, kind, body, mapping, value) => {
    const reading = readers[kind](body, { mapping });
    expect(reading.ok ? reading.value : reading.reason).toMatchObject(value as object);
  });

  it.each([{}, { data: null }, { data: 7 }, { data: [1] }])(
    'a place that is not there is one: %j',
    (body) => {
      const mapping = { rows: '/data/*/rows/*', fields: { date: '/day', visitors: '/v' } };
      const reading = readAnalytics(body, { mapping });
      expect(reading.ok ? '' : reading.reason).toMatch(
        /^the mapping is wrong: rows: \/data\/\*\/rows\/\* matches/,
      );
    },
  );

  it('the key of rows is no place of rows', () => {
    const reading = readAnalytics([{ day: '2026-11-01' }], {
      mapping: { rows: '*', fields: { date: '/day' } },
    });
    expect(reading.ok ? '' : reading.reason).toMatch(/rows: "\*" is no JSON Pointer/);
  });

  it('complains about everything at once, and says what is there instead', () => {
    const reading = readAnalytics(
      { data: { days: [{ day: '2026-11-01' }] } },
      { mapping: { rows: '/data/rows/*', fields: { date: 'day', visitors: '/v' } } },
    );
    expect(reading.ok ? '' : reading.reason).toBe(
      'the mapping is wrong: date: "day" is no JSON Pointer: write it as /data/*/day',
    );
    const second = readAnalytics(
      { data: { days: [{ day: '2026-11-01' }] } },
      { mapping: { rows: '/data/days/*', fields: { date: '/date', visitors: '/v' } } },
    );
    expect(second.ok ? '' : second.reason).toBe(
      'the mapping is wrong: date: /date matches nothing in a row; at the top there is day; visitors: /v matches nothing in a row; at the top there is day',
    );
    const third = readAuthority({ a: 1 }, { mapping: { fields: { scor: '/a', score: '/b' }, scale: -1 } });
    expect(third.ok ? '' : third.reason).toMatch(
      /scor: no such field; there are score, scale.*scale: it is a number/,
    );
  });
});

describe('what an earlier answer showed', () => {
  it('is marked as observed where it stands in the same place', () => {
    const body = { days: [{ date: '2026-11-01', visitors: 5 }] };
    const reading = readAnalytics(
      { days: [{ date: '2026-11-02', visitors: 6, citations: 1 }] },
      { observed: signatureOf(body) },
    );
    expect(Object.entries(reading.trace.fields).map(([name, { provenance }]) => [name, provenance])).toEqual([
      ['date', 'observed'],
      ['visitors', 'observed'],
      ['citations', 'assumed'],
    ]);
  });
});

describe('a suggestion for a refused body', () => {
  it.each<[string, Kind, unknown]>([
    ['days in Portuguese', 'analytics', { resposta: { linhas: [{ data: '2026-11-01', visitantes: 5 }] } }],
    ['columns of another language', 'analytics', { jour: ['2026-11-01', '2026-11-02'], visiteurs: [5, 6] }],
    [
      'shares in Portuguese',
      'competitors',
      {
        marcas: [
          { marca: 'Acme', percentual: 41.2 },
          { marca: 'R', percentual: 58.8 },
        ],
      },
    ],
    ['two scores', 'authority', { aiv_score: 0.92, ati_score: 0.89 }],
    ['counts in a history', 'citations', history],
  ])('%s: the mapping leads to values, and the comment shows them', (_, kind, body) => {
    expect(readers[kind](body).ok).toBe(false);
    const { mapping, comment } = suggestMapping(kind, body);
    expect(Object.keys(mapping.fields).length).toBeGreaterThan(0);
    expect(comment.length).toBeGreaterThan(1);
    const reading = readers[kind](body, { mapping });
    expect(reading.ok ? 'read' : reading.reason).not.toMatch(/the mapping is wrong/);
  });

  it('says so where nothing looks like it', () => {
    expect(suggestMapping('analytics', { hello: 'world' }).comment).toEqual([
      'nothing in the body looks like analytics',
      '/hello: "world"',
    ]);
  });
});
