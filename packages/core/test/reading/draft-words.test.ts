import { describe, expect, it } from 'vitest';
import { type Kind, suggestMapping } from '../../src/index.ts';

/** Words for a field, each of which is the only name that tells it among others that hold the same. */
interface Words {
  readonly kind: Kind;
  readonly field: string;
  readonly words: string;
  readonly value: unknown;
  readonly beside: object;
}

const day = '2026-11-01';
const row: readonly Words[] = [
  {
    kind: 'websites',
    field: 'id',
    words: 'id uuid site_id websiteId project_id key',
    value: 'w1',
    beside: { nome: 'A' },
  },
  {
    kind: 'websites',
    field: 'name',
    words: 'name title label nome nombre nom',
    value: 'Acme',
    beside: { id: 1 },
  },
  {
    kind: 'websites',
    field: 'domain',
    words: 'domain url host hostName dominio domaine website link',
    value: 'acme.example',
    beside: { id: 1 },
  },
  {
    kind: 'analytics',
    field: 'date',
    words: 'date day data fecha Datum jour dia time timestamp',
    value: day,
    beside: { views: 9 },
  },
  {
    kind: 'analytics',
    field: 'visitors',
    words: 'visitors uniques users visitantes visiteurs Besucher',
    value: 5,
    beside: { day },
  },
  {
    kind: 'analytics',
    field: 'pageviews',
    words: 'page_views views visualizacoes vues Seitenaufrufe',
    value: 9,
    beside: { day },
  },
  {
    kind: 'analytics',
    field: 'citations',
    words: 'citations ai_citations citacoes citas Zitate times_cited mentions',
    value: 2,
    beside: { day },
  },
  {
    kind: 'citations',
    field: 'items.engine',
    words: 'engine platform plataforma plateforme assistant model',
    value: 'ChatGPT',
    beside: { count: 3 },
  },
  {
    kind: 'citations',
    field: 'items.url',
    words: 'url link page source_url enlace',
    value: 'https://a.example/x',
    beside: {},
  },
  {
    kind: 'citations',
    field: 'items.domain',
    words: 'domain host hostname site source publisher key value',
    value: 'a.example',
    beside: { count: 3 },
  },
  {
    kind: 'citations',
    field: 'items.date',
    words: 'date day created_at timestamp data fecha',
    value: day,
    beside: { url: 'https://a.example/x' },
  },
  {
    kind: 'citations',
    field: 'items.count',
    words: 'count citations citacoes Zitate quantidade value',
    value: 3,
    beside: { engine: 'chatgpt' },
  },
  {
    kind: 'competitors',
    field: 'competitors.name',
    words: 'name brand competitor marca marque Marke nome nombre company title asset entity',
    value: 'Beta',
    beside: { sov: 40 },
  },
  {
    kind: 'competitors',
    field: 'competitors.share',
    words: 'share shareOfVoice sov percent percentual porcentaje Anteil part value',
    value: 40.5,
    beside: { name: 'Beta' },
  },
  {
    kind: 'competitors',
    field: 'competitors.mentions',
    words: 'mentions mencoes menciones Erwahnungen count',
    value: 7,
    beside: { name: 'Beta', sov: 40.5 },
  },
  {
    kind: 'competitors',
    field: 'competitors.domain',
    words: 'domain website url host',
    value: 'b.example',
    beside: { name: 'Beta', sov: 40.5 },
  },
  {
    kind: 'authority',
    field: 'components.name',
    words: 'name component factor label key',
    value: 'trust',
    beside: { score: 40 },
  },
  {
    kind: 'authority',
    field: 'components.score',
    words: 'score value rating points',
    value: 40,
    beside: { name: 'trust' },
  },
];

const whole: readonly Words[] = [
  { kind: 'citations', field: 'total', words: 'total citations citas Zitate', value: 9, beside: {} },
  {
    kind: 'competitors',
    field: 'shareOfVoice',
    words: 'share_of_voice sov own_share share percentual',
    value: 41,
    beside: {},
  },
  {
    kind: 'authority',
    field: 'score',
    words: 'score authority rating overall index page_rank_decimal domain_rank total score_percent',
    value: 46,
    beside: {},
  },
  {
    kind: 'authority',
    field: 'scale',
    words: 'scale max_score max out_of',
    value: 100,
    beside: { score: 46 },
  },
];

const each = (all: readonly Words[]) =>
  all.flatMap((one) => one.words.split(' ').map((word) => [one.field, word, one] as const));

describe('a field is told by its name among others that hold the same', () => {
  it.each(each(row))('%s of a row: %s', (field, word, { kind, value, beside }) => {
    const body = { zz: [{ qq: value, ...beside, [word]: value, ww: value }] };
    expect(suggestMapping(kind, body).mapping).toMatchObject({
      rows: '/zz/*',
      fields: { [field]: `/${word}` },
    });
  });

  it.each(each(whole))('%s of the whole: %s', (field, word, { kind, value, beside }) => {
    const body = { qq: value, ...beside, [word]: value, ww: value };
    expect(suggestMapping(kind, body).mapping.fields[field]).toBe(`/${word}`);
  });
});

describe('of two names the better one is taken', () => {
  it.each<[string, Kind, object, object]>([
    ['its own number', 'websites', { account_id: 3, uuid: 'w1', nome: 'A' }, { id: '/uuid' }],
    ['a site', 'websites', { account_id: 3, site_id: 'w1', nome: 'A' }, { id: '/site_id' }],
    ['a website', 'websites', { account_id: 3, website_id: 'w1', nome: 'A' }, { id: '/website_id' }],
    ['a project', 'websites', { account_id: 3, project_id: 'w1', nome: 'A' }, { id: '/project_id' }],
    ['its name', 'websites', { id: 1, nome_utente: 'anna', nome: 'A' }, { name: '/nome' }],
    ['its name again', 'websites', { id: 1, nombre_usuario: 'anna', nombre: 'A' }, { name: '/nombre' }],
    ['page views', 'analytics', { day, views: 90, pageviews: 9 }, { pageviews: '/pageviews' }],
    ['citations', 'analytics', { day, mentions: 40, citations: 5 }, { citations: '/citations' }],
    [
      'a domain',
      'citations',
      { source: 'a.example', domain: 'b.example', count: 3 },
      { 'items.domain': '/domain' },
    ],
  ])('%s', (_, kind, one, fields) => {
    expect(suggestMapping(kind, { zz: [one] }).mapping).toMatchObject({ fields });
  });

  it('a share of voice', () => {
    const body = { share_of_search: 30, share_of_voice: 41 };
    expect(suggestMapping('competitors', body).mapping.fields).toEqual({ shareOfVoice: '/share_of_voice' });
  });
});
