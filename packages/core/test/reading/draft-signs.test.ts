import { describe, expect, it } from 'vitest';
import { type Kind, type Mapping, suggestMapping } from '../../src/index.ts';

const day = '2026-11-01';
const draft = (kind: Kind, body: unknown): Mapping => suggestMapping(kind, body).mapping;
const each = (words: string): readonly string[] => words.split(' ');

describe('a name that makes it another figure', () => {
  it.each(
    each(
      'visitor_share visitors_percent visitorsPct view_ratio userScore user_rank view_position average_views avg_views',
    ),
  )('%s is no count', (name) => {
    expect(draft('analytics', [{ day, [name]: 5 }])).toEqual({ rows: '/*', fields: { date: '/day' } });
  });

  it.each(each('created updated_on last_seen joined started'))('%s is not the day of a row', (name) => {
    expect(draft('analytics', [{ [name]: day, visitas: 5 }])).toEqual({ fields: {} });
  });

  it.each(each('click_value count_id total_cost'))('%s is no count of citations', (name) => {
    expect(draft('citations', [{ platform: 'chatgpt', [name]: 12 }])).toEqual({ fields: {} });
  });

  it.each(each('spam_score risk_score toxic_score'))('%s is no authority', (name) => {
    expect(draft('authority', { [name]: 12 })).toEqual({ fields: {} });
  });
});

describe('the place of a figure', () => {
  it.each(each('audit checks tests breakdown factors components pages'))(
    '%s hold parts of a score',
    (name) => {
      const body = { [name]: { score: 90 }, site: { score: 46 } };
      expect(draft('authority', body).fields.score).toBe('/site/score');
    },
  );

  it.each(each('overall_score composite_score'))('%s is that of the whole', (name) => {
    const body = { trust_score: 90, report: { [name]: 46 } };
    expect(draft('authority', body).fields.score).toBe(`/report/${name}`);
  });

  it.each(each('domain_authority authority_score'))('%s is so before any other score', (name) => {
    const body = { trust_score: 90, report: { [name]: 46 } };
    expect(draft('authority', body).fields.score).toBe(`/report/${name}`);
  });

  it.each(each('entity_authority_score entityAuthority'))('%s is so before any other authority', (name) => {
    expect(draft('authority', { brand_authority: 61, score: 60, [name]: 72 }).fields.score).toBe(`/${name}`);
    const body = { overall_score: 61, report: { [name]: 72 } };
    expect(draft('authority', body).fields.score).toBe(`/report/${name}`);
  });

  it('the authority of a source is none', () => {
    const sources = [{ domain: 'g2.example', authority_score: 90 }];
    expect(draft('authority', { average_source_authority: 61, sources }).fields).toEqual({});
    expect(draft('authority', { resources: { score: 46, of: 'x' } }).fields.score).toBe('/resources/score');
  });

  it('a score is so before a rating', () => {
    expect(draft('authority', { user_rating: 4, report: { score: 46 } }).fields.score).toBe('/report/score');
  });

  it.each(each('site_score authority rating data result results response summary'))(
    'a plain total in %s may be a score',
    (name) => {
      expect(draft('authority', { [name]: { total: 46, of: 'x' } }).fields).toEqual({
        score: `/${name}/total`,
      });
    },
  );

  it.each(each('citations citas zitate'))('a plain total in %s is theirs, before any other', (name) => {
    const body = { data: { total: 20 }, [name]: { total: 9 } };
    expect(draft('citations', body).fields).toEqual({ total: `/${name}/total` });
  });

  it.each(each('voice sov own ours nossa nuestra notre unsere'))(
    'a plain share in %s is the own one',
    (name) => {
      const body = { [name]: { share: 41, label: 'x' } };
      expect(draft('competitors', body).fields).toEqual({ shareOfVoice: `/${name}/share` });
    },
  );

  it('hours are not ours', () => {
    expect(draft('competitors', { hours: { share: 41, label: 'x' } }).fields).toEqual({});
  });

  it.each(each('voice sov'))('a share in %s is so before any other', (name) => {
    const body = { data: { share: 60 }, marca: { [name]: { share: 41 } } };
    expect(draft('competitors', body).fields).toEqual({ shareOfVoice: `/marca/${name}/share` });
  });

  it.each<[string, Kind]>([
    ['total', 'authority'],
    ['total', 'citations'],
    ['share', 'competitors'],
    ['percentual', 'competitors'],
  ])('a plain %s elsewhere is none of %s', (name, kind) => {
    expect(draft(kind, { backlinks: { [name]: 12, label: 'x' } })).toEqual({ fields: {} });
  });

  it.each(each('keyword query prompt question'))('beside a %s it is not that of the whole', (name) => {
    expect(draft('citations', { [name]: 'best crm', total: 9 })).toEqual({ fields: {} });
  });
});

describe('a map is called after what its keys are', () => {
  it.each(each('sites projects domains'))('%s', (name) => {
    const body = { [name]: { p1: { nombre: 'Acme' }, p2: { nombre: 'Beta' } } };
    expect(draft('websites', body)).toEqual({ rows: `/${name}/*`, fields: { id: '*', name: '/nombre' } });
  });

  it.each(each('anteil_share voice sov competitors rivals brands marcas Marken'))('%s', (name) => {
    const body = { [name]: { Acme: { value: 40 }, Beta: { value: 30 } } };
    expect(draft('competitors', body)).toEqual({
      rows: `/${name}/*`,
      fields: { 'competitors.name': '*', 'competitors.share': '/value' },
    });
  });

  it.each(each('sub_scores components dimensions breakdown factors pillars categories'))('%s', (name) => {
    const body = { [name]: { trust: 40, reach: 30 } };
    expect(draft('authority', body)).toEqual({
      rows: `/${name}/*`,
      fields: { 'components.name': '*', 'components.score': '' },
    });
  });

  it.each(each('competitor_rankings rivals'))('%s are no engines of our citations', (name) => {
    const body = { [name]: [{ by_model: { chatgpt: 8, gemini: 7 } }] };
    expect(draft('citations', body)).toEqual({ fields: {} });
  });
});
