import { describe, expect, it } from 'vitest';
import { type Kind, type Mapping, suggestMapping } from '../../src/index.ts';

type Drafted = readonly [name: string, kind: Kind, body: unknown, mapping: Mapping];

const heldTo = (_: string, kind: Kind, body: unknown, mapping: Mapping): void => {
  expect(suggestMapping(kind, body).mapping).toStrictEqual(mapping);
};

describe('the figure of the whole', () => {
  it.each<Drafted>([
    [
      'a whole score inside a report before an index at the top',
      'authority',
      { index: 3, report: { overall_score: 68 } },
      { fields: { score: '/report/overall_score' } },
    ],
    [
      'the outermost of scores that are called alike',
      'authority',
      { history: { latest: { score: 50 } }, site: { score: 46, max: 100 } },
      { fields: { score: '/site/score', scale: '/site/max' } },
    ],
    [
      'the latest score, which is no test',
      'authority',
      { latest: { score: 46 }, speed: { score: 90 } },
      { fields: { score: '/latest/score' } },
    ],
    [
      'a score behind that of a test',
      'authority',
      { tests: { score: 90 }, site: { score: 46 } },
      { fields: { score: '/site/score' } },
    ],
    [
      'a total of authority among other metrics',
      'authority',
      { metrics: { authority_total: 46, backlinks: 120 } },
      { fields: { score: '/metrics/authority_total' } },
    ],
    [
      'a total score among other metrics',
      'authority',
      { metrics: { total_score: 46, backlinks: 120 } },
      { fields: { score: '/metrics/total_score' } },
    ],
    [
      'a total in an envelope, with its parts',
      'authority',
      { result: { total: 847, dimensions: { trust: 92, reach: 85 } } },
      {
        rows: '/result/dimensions/*',
        fields: { score: '/result/total', 'components.name': '*', 'components.score': '' },
      },
    ],
    ['a scale without a score', 'authority', { reach: { max: 100, label: 'high' } }, { fields: {} }],
    ['a score of spam alone', 'authority', { domain: 'acme.example', spam_score: 3 }, { fields: {} }],
    ['pages in an index', 'authority', { domain: 'acme.example', indexed_pages: 120 }, { fields: {} }],
    [
      'one part with its name is no list of parts',
      'authority',
      { nota: { label: 'Acme', score: 46 } },
      { fields: { score: '/nota/score' } },
    ],
    [
      'citations before another total',
      'citations',
      { data: { total: 20 }, resumen: { total_citations: 346 } },
      { fields: { total: '/resumen/total_citations' } },
    ],
    [
      'a plain total of citations',
      'citations',
      { prompts: { total: 20 }, citas: { total: 9 } },
      { fields: { total: '/citas/total' } },
    ],
    [
      'citations beside another total',
      'citations',
      { data: { total: 20, citations: 346 } },
      { fields: { total: '/data/citations' } },
    ],
    [
      'citations of one prompt are not all',
      'citations',
      { prompt: 'best crm', total_citations: 3 },
      { fields: {} },
    ],
    [
      'a total beside columns',
      'citations',
      { plataformas: ['chatgpt', 'gemini'], citas: [4, 2], total_citas: 6 },
      {
        fields: { total: '/total_citas', 'items.engine': '/plataformas/*', 'items.count': '/citas/*' },
      },
    ],
    [
      'a share of voice before another share',
      'competitors',
      { data: { share: 60 }, marca: { share_of_voice: 41 } },
      { fields: { shareOfVoice: '/marca/share_of_voice' } },
    ],
    [
      'an own share among other metrics',
      'competitors',
      { metrics: { own_share: 41, posts: 7 } },
      { fields: { shareOfVoice: '/metrics/own_share' } },
    ],
    [
      'the own share beside rivals under their names',
      'competitors',
      { rivals: { Beta: { share: 30 }, Gamma: { share: 20 } }, own: { share: 50 } },
      {
        rows: '/rivals/*',
        fields: { shareOfVoice: '/own/share', 'competitors.name': '*', 'competitors.share': '/share' },
      },
    ],
    ['a share of devices', 'competitors', { devices: { mobile: { share: 40 } } }, { fields: {} }],
  ])('%s', heldTo);
});

describe('what the keys of a map are', () => {
  it.each<Drafted>([
    [
      'days of figures that the map is called after',
      'analytics',
      { besucher: { '2026-11-01': 5, '2026-11-02': 6 } },
      { rows: '/besucher/*', fields: { date: '*', visitors: '' } },
    ],
    [
      'no days where one key is none',
      'analytics',
      { dias: { '2026-11-01': { visitas: 5 }, total: { visitas: 5 } } },
      { fields: {} },
    ],
    [
      'engines, of which one is unknown',
      'citations',
      { plataformas: { chatgpt: 3, 'nova.example': 2 } },
      { rows: '/plataformas/*', fields: { 'items.engine': '*', 'items.count': '' } },
    ],
    [
      'brands by mentions',
      'competitors',
      { competitor_mentions: { Beta: 6, Gamma: 3 } },
      { rows: '/competitor_mentions/*', fields: { 'competitors.name': '*', 'competitors.mentions': '' } },
    ],
    [
      'no brands where a key is a day',
      'competitors',
      { share_of_voice: { '2026-11-01': 6.5, average: 5.9 } },
      { fields: {} },
    ],
    [
      'no brands where a value is a text',
      'competitors',
      { rivals: { count: 2, leader: 'Beta' } },
      { fields: {} },
    ],
    [
      'no parts where a value is a text',
      'authority',
      { score: 46, components: { trust: 40, grade: 'B' } },
      { fields: { score: '/score' } },
    ],
    [
      'identifiers of websites',
      'websites',
      { projects: { p1: { nombre: 'Acme', dominio: 'acme.example' }, p2: { nombre: 'Beta' } } },
      { rows: '/projects/*', fields: { id: '*', name: '/nombre', domain: '/dominio' } },
    ],
    [
      'no identifiers in an envelope',
      'websites',
      { anfrage: { zeit: 'x' }, antwort: { nombre: 'Acme', dominio: 'acme.example' } },
      { rows: '/*', fields: { id: '/dominio', name: '/nombre', domain: '/dominio' } },
    ],
  ])('%s', heldTo);
});

describe('the fields of a row', () => {
  it.each<Drafted>([
    [
      'an address among several of a website',
      'websites',
      [{ uuid: 'w1', nome: 'Acme', urls: ['*', 'https://acme.example'] }],
      { rows: '/*', fields: { id: '/uuid', name: '/nome', domain: '/urls' } },
    ],
    [
      'an address that is a host and not a path',
      'websites',
      [{ uuid: 'w1', url: '/sites/w1', host_name: 'acme.example' }],
      { rows: '/*', fields: { id: '/uuid', domain: '/host_name' } },
    ],
    [
      'the domain behind a picture',
      'websites',
      [{ uuid: 'w1', avatar: 'cdn.example', dominio_web: 'acme.example' }],
      { rows: '/*', fields: { id: '/uuid', domain: '/dominio_web' } },
    ],
    [
      'the day of a citation behind the day of its page',
      'citations',
      [{ enlace: 'https://a.example/x', publicado: '2026-09-01', data_citacao: '2026-11-01' }],
      { rows: '/*', fields: { 'items.url': '/enlace', 'items.date': '/data_citacao' } },
    ],
    [
      'addresses alone',
      'citations',
      [{ enlace: 'https://a.example/x' }],
      {
        rows: '/*',
        fields: { 'items.url': '/enlace' },
      },
    ],
    [
      'an engine with its name inside',
      'citations',
      [{ platform: { id: 3, name: 'ChatGPT' }, citacoes: 12 }],
      { rows: '/*', fields: { 'items.engine': '/platform/name', 'items.count': '/citacoes' } },
    ],
    ['domains alone', 'citations', [{ dominio: 'x', host: 'a.example' }], { fields: {} }],
    [
      'mentions behind other counts, and the address behind a picture',
      'competitors',
      [
        {
          marca: 'Beta',
          logo: 'cdn.example',
          preguntas: 90,
          menciones: 7,
          anteil: 100,
          url_web: 'beta.example',
        },
        { marca: 'Gamma', logo: 'cdn.example', preguntas: 90, menciones: 0, anteil: 0, url_web: 'c.example' },
      ],
      {
        rows: '/*',
        fields: {
          'competitors.name': '/marca',
          'competitors.share': '/anteil',
          'competitors.mentions': '/menciones',
          'competitors.domain': '/url_web',
        },
      },
    ],
    [
      'a brand without a share of its own',
      'competitors',
      [{ marca: 'Beta', anteil: 0 }],
      { rows: '/*', fields: { 'competitors.name': '/marca', 'competitors.share': '/anteil' } },
    ],
    [
      'one value, which is the share and not the mentions too',
      'competitors',
      [{ marca: 'Beta', value: 40 }],
      { rows: '/*', fields: { 'competitors.name': '/marca', 'competitors.share': '/value' } },
    ],
    [
      'a value above 100, which is no share',
      'competitors',
      [{ marca: 'Beta', value: 1004 }],
      { rows: '/*', fields: { 'competitors.name': '/marca', 'competitors.mentions': '/value' } },
    ],
    [
      'a brand of which only the address is known',
      'competitors',
      [{ marca: 'Beta', url: 'b.example' }],
      {
        fields: {},
      },
    ],
    [
      'two dates, neither of which is called the day',
      'analytics',
      [{ abierto: '2026-11-01', cerrado: '2026-11-05', visitas: 5 }],
      { fields: {} },
    ],
    [
      'counts of a day, but no second time',
      'analytics',
      [{ date: '2026-11-01', epoch: 1_793_491_200, clicks: 5, bounce_rate: 40, previous_clicks: 4 }],
      { rows: '/*', fields: { date: '/date', clicks: '/clicks' } },
    ],
    [
      'a first day of which little is known',
      'analytics',
      [
        { fecha: '2026-11-01', visitantes: null },
        { fecha: '2026-11-02', visitantes: 5 },
      ],
      { rows: '/*', fields: { date: '/fecha', visitors: '/visitantes' } },
    ],
    [
      'a first day with empty texts',
      'analytics',
      [
        { fecha: '2026-11-01', visitantes: '' },
        { fecha: '2026-11-02', visitantes: '5' },
      ],
      { rows: '/*', fields: { date: '/fecha', visitors: '/visitantes' } },
    ],
  ])('%s', heldTo);
});

describe('the way to rows', () => {
  it.each<Drafted>([
    [
      'any entry of a list that has one',
      'analytics',
      { cuentas: [{ nombre: 'Acme', sitio: { dias: [{ fecha: '2026-11-01', visitantes: 5 }] } }] },
      { rows: '/cuentas/*/sitio/dias/*', fields: { date: '/fecha', visitors: '/visitantes' } },
    ],
    [
      'one of several objects under numbers',
      'analytics',
      {
        series: {
          '0': { dias: [{ fecha: '2026-11-01', visitantes: 5 }] },
          '1': { dias: [{ fecha: '2026-11-01', ventas: 'x' }] },
        },
      },
      { rows: '/series/0/dias/*', fields: { date: '/fecha', visitors: '/visitantes' } },
    ],
    [
      'days that are alone in lists',
      'analytics',
      { dias: { '2026-11-01': [{ visitantes: 5 }], '2026-11-02': [{ visitantes: 6 }] } },
      { rows: '/dias/*', fields: { date: '*', visitors: '/0/visitantes' } },
    ],
    [
      'no days of several entries each',
      'analytics',
      { dias: { '2026-11-01': [{ visitantes: 5 }], '2026-11-02': [{ visitantes: 6 }, { visitantes: 7 }] } },
      { fields: {} },
    ],
    [
      'no days where a list holds no object',
      'analytics',
      { dias: { '2026-11-01': [{ visitantes: 5 }], '2026-11-02': [6] } },
      { fields: {} },
    ],
    [
      'no days where a day is no list',
      'analytics',
      { dias: { '2026-11-01': [{ visitantes: 5 }], '2026-11-02': { length: 1, visitantes: 6 } } },
      { fields: {} },
    ],
    [
      'no days where a key is none',
      'analytics',
      { dias: { '2026-11-01': [{ visitantes: 5 }], total: [{ visitantes: 5 }] } },
      { fields: {} },
    ],
    [
      'lists in rows of which the first has an empty one',
      'citations',
      {
        historico: [
          { plataformas: [] },
          { plataformas: [{ plataforma: 'chatgpt', citas: 4 }] },
          { plataformas: [{ plataforma: 'gemini', citas: 2 }] },
        ],
      },
      {
        rows: '/historico/*/plataformas/*',
        fields: { 'items.engine': '/plataforma', 'items.count': '/citas' },
      },
    ],
  ])('%s', heldTo);
});

describe('what a person is told to look at', () => {
  const told = (kind: Kind, body: unknown): readonly string[] =>
    suggestMapping(kind, body).comment.filter((line) => /two rows|also be/.test(line));

  it('a day of two rows', () => {
    const days = [{ fecha: '2026-11-01' }, { fecha: '2026-11-01' }];
    expect(told('analytics', days)).toEqual([
      'date is the same in two rows: rows has to lead to fewer of them',
    ]);
  });

  it('no day of rows that have none', () => {
    expect(told('analytics', [{ fecha: '2026-11-01' }, { nota: 'x' }, { nota: 'y' }])).toEqual([]);
  });

  it('no country of two days', () => {
    const days = [{ keys: ['2026-11-01', 'US'] }, { keys: ['2026-11-02', 'US'] }];
    expect(told('analytics', days)).toEqual([]);
  });

  it('no engine of two citations', () => {
    const feed = [
      { plataforma: 'chatgpt', enlace: 'https://a.example/x' },
      { plataforma: 'chatgpt', enlace: 'https://a.example/y' },
    ];
    expect(told('citations', feed)).toEqual([]);
  });

  it('no days with equal figures under their dates', () => {
    expect(told('analytics', { besucher: { '2026-11-01': 5, '2026-11-02': 5 } })).toEqual([]);
  });
});
