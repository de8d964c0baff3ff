import { describe, expect, it } from 'vitest';
import { readCompetitors } from '../../src/index.ts';

/** The own share, then each competitor with its share; the reason where a body is refused. */
function shares(body: unknown): unknown {
  const reading = readCompetitors(body);
  if (!reading.ok) return reading.reason;
  const { shareOfVoice, competitors } = reading.value;
  return [shareOfVoice, Object.fromEntries(competitors.map(({ name, share }) => [name, share]))];
}

const rows = (own: object, rival: object = {}) => [
  { name: 'Rival', sov: 42, ...rival },
  { name: 'Acme', sov: 31, ...own },
];
const apart = [0.31, { Rival: 0.42 }];

describe('the own row of a list of brands', () => {
  it.each<[string, object]>([
    ['isCurrentBrand', { isCurrentBrand: true }],
    ['is_own_brand', { is_own_brand: true }],
    ['isSubject', { isSubject: true }],
    ['subject', { subject: true }],
    ['isMine', { isMine: true }],
    ['mine', { mine: true }],
    ['asset_owned', { asset_owned: true }],
    ['isOwner', { isOwner: true }],
    ['is_client', { is_client: true }],
    ['is_customer', { is_customer: true }],
    ['primary', { primary: true }],
    ['isPrimary', { isPrimary: true }],
    ['a type of primary', { type: 'primary' }],
    ['a category of client', { category: 'client' }],
    ['a role of customer', { role: 'customer' }],
    ['a name with "you" behind it', { name: 'Acme (you)' }],
    ['a name with "Your Brand" behind it', { name: 'Acme (Your Brand)' }],
    ['a name with "own" behind it', { name: 'Acme (own)' }],
  ])('is told by %s', (_, own) => {
    expect(shares({ brands: rows(own) })).toEqual(apart);
  });

  it('is told by a flag of each that it is no competitor', () => {
    expect(shares({ brands: rows({ isCompetitor: false }, { isCompetitor: true }) })).toEqual(apart);
  });

  it.each<[string, object, object]>([
    ['a flag that is false for all', { is_competitor: false }, { is_competitor: false }],
    ['a country behind a name', { name: 'Acme (US)' }, {}],
    ['what stands before a bracket', { name: 'Do it (you) Inc' }, {}],
  ])('is not told by %s', (_, own, rival) => {
    expect(shares({ brands: rows(own, rival) })).toBe(
      'nothing tells which row of /brands is the own brand: give a mapping with brand',
    );
  });

  it.each([{ primary: true }, { type: 'client' }])('may not be two of %j', (own) => {
    expect(shares({ brands: rows(own, own) })).toBe('two rows of the list could be the own brand');
  });

  it.each<[string, object]>([
    ['website_domain', { website_domain: 'acme.example' }],
    ['site', { site: 'https://www.acme.example' }],
    ['siteUrl', { siteUrl: 'https://acme.example/' }],
    ['website_name', { website_name: 'Acme' }],
    ['the domain of a website with another name', { website: { name: 'Acme Inc', domain: 'acme.example' } }],
    ['asset_name', { brand: 'Acme One' }],
  ])('is the one that the body names by %s', (_, told) => {
    expect(shares({ ...told, brands: rows({ domain: 'acme.example', asset_name: 'Acme One' }) })).toEqual(
      apart,
    );
  });

  it.each(['data', 'brandMetrics', 'brand_metrics', 'brands'])(
    'is found in %s, under an asset_name',
    (list) => {
      const body = {
        [list]: [
          { asset_name: 'Acme', asset_owned: true, share_of_voice: 31 },
          { asset_name: 'Rival', asset_owned: false, share_of_voice: 42 },
        ],
      };
      expect(shares(body)).toEqual(apart);
      expect(readCompetitors(body).trace.unmatched).toEqual([]);
    },
  );
});

describe('the first of a list of competitors', () => {
  const both = (first: object, second: object) => [
    { name: 'Rival', sov: 42, ...first },
    { name: 'Zeta', sov: 20, ...second },
  ];
  const rivals = { Rival: 0.42, Zeta: 0.2 };

  it.each<[string, object, object]>([
    ['type', { type: 'primary' }, { type: 'secondary' }],
    ['is_primary', { is_primary: true }, { is_primary: false }],
    ['category', { category: 'client' }, { category: 'agency' }],
    ['two of them', { type: 'primary' }, { type: 'primary' }],
  ])('is a competitor beside an own share of its own: %s', (_, first, second) => {
    const body = { share_of_voice: 31, competitors: both(first, second) };
    expect(shares(body)).toEqual([0.31, rivals]);
    expect(readCompetitors(body).trace.notes).toEqual([]);
  });

  it.each(['secondary', 'tertiary'])('is a competitor where another is %s', (type) => {
    expect(shares({ competitors: both({ type: 'primary' }, { type }) })).toEqual([null, rivals]);
  });

  it('is one of several that are so called', () => {
    expect(shares({ competitors: both({ type: 'primary' }, { type: 'primary' }) })).toEqual([null, rivals]);
  });

  it.each<[string, object, object]>([
    ['it has the own share', { share_of_voice: 42 }, {}],
    ['it has the own share as a text', { share_of_voice: '42%' }, {}],
    ['it has no share', { share_of_voice: 31 }, { sov: null }],
    ['no own share is stated', {}, {}],
  ])('is the own brand, and a doubt, where %s', (_, own, row) => {
    const reading = readCompetitors({
      ...own,
      competitors: both({ is_primary: true, ...row }, { is_primary: false }),
    });
    expect(reading.ok && reading.value.competitors.map(({ name }) => name)).toEqual(['Zeta']);
    expect(reading.trace.confidence).toBe(0.8);
    expect(reading.trace.notes).toContain('"Rival" may be the first of the competitors');
  });

  it('is the own brand, and a doubt, where it has no field of a share', () => {
    const reading = readCompetitors({
      share_of_voice: 31,
      competitors: [
        { name: 'Acme', is_primary: true },
        { name: 'Zeta', sov: 20 },
      ],
    });
    expect(reading.ok && reading.value.competitors.map(({ name }) => name)).toEqual(['Zeta']);
    expect(reading.trace.confidence).toBe(0.8);
  });

  it('is the own brand where its share is a word, and an own share in words is refused', () => {
    const word = both({ is_primary: true, sov: 'high' }, {});
    expect(shares({ share_of_voice: 31, competitors: word })).toEqual([0.31, { Zeta: 0.2 }]);
    expect(shares({ share_of_voice: 'high', competitors: both({ is_primary: true }, {}) })).toMatch(
      /no number/,
    );
  });

  it('is the own brand where the others are called competitors', () => {
    const body = { share_of_voice: 31, competitors: both({ type: 'client' }, { type: 'competitor' }) };
    expect(shares(body)).toEqual([0.31, { Zeta: 0.2 }]);
    expect(readCompetitors(body).trace.confidence).toBe(1);
  });
});
