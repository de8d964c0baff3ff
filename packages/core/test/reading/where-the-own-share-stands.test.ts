import { describe, expect, it } from 'vitest';
import { readCompetitors } from '../../src/index.ts';

const competitors = [{ name: 'Rival', shareOfVoice: 42 }];

function shares(body: unknown): unknown {
  const reading = readCompetitors(body);
  if (!reading.ok) return reading.reason;
  const { shareOfVoice, competitors } = reading.value;
  return [shareOfVoice, Object.fromEntries(competitors.map(({ name, share }) => [name, share]))];
}
const read = [0.31, { Rival: 0.42 }];

describe('the own share', () => {
  it.each([
    'website',
    'site',
    'domain',
    'property',
    'project',
    'client',
    'account',
    'workspace',
    'organization',
    'organisation',
    'subject',
    'primary',
    'main',
    'scores',
    'analysis',
    'payload',
  ])('in an object named %s stands beside a list or around it', (name) => {
    expect(shares({ [name]: { shareOfVoice: 31 }, competitors })).toEqual(read);
    expect(shares({ data: { [name]: { shareOfVoice: 31, competitors } } })).toEqual(read);
  });

  it("in a list of websites is one website's", () => {
    expect(shares({ websites: { a: { shareOfVoice: 31, competitors } } })).toEqual([0.31, {}]);
  });

  it.each<[string, unknown]>([
    ['nodes', { nodes: competitors }],
    ['edges', { edges: competitors.map((node) => ({ node })) }],
  ])('stands beside a connection of %s', (_, connection) => {
    expect(shares({ data: { website: { shareOfVoice: 31, competitors: connection } } })).toEqual(read);
  });

  it('is a share of mentions', () => {
    expect(shares({ mentions_share: 31, competitors: [{ name: 'Rival', mentions_share: 42 }] })).toEqual(
      read,
    );
    expect(shares({ mention_share: 31, competitors: [{ name: 'Rival', mention_share: 42 }] })).toEqual(read);
  });

  it('is the exact one of two, and the average where it is alone', () => {
    expect(shares({ average_share_of_voice: 33, share_of_voice: 31, competitors })).toEqual(read);
    expect(shares({ average_share_of_voice: 31, competitors })).toEqual(read);
  });
});

describe('a share of a competitor', () => {
  it.each<[string, object]>([
    ['beside another share', { share: 55, share_of_voice: 42 }],
    ['deeper than another share', { share: 55, metrics: { share_of_voice: 42 } }],
    ['behind a percentage', { percentage: 55, sov: 42 }],
  ])('is that of voice, %s', (_, row) => {
    expect(shares({ share_of_voice: 31, competitors: [{ name: 'Rival', ...row }] })).toEqual(read);
  });

  it('is a value where the list stands in a share of voice', () => {
    expect(shares({ sov: { brand: 31, competitors: [{ name: 'Rival', value: 42 }] } })).toEqual(read);
  });

  it.each(['likes', 'comments', 'reposts', 'retweets', 'reactions'])(
    'is not how often it was shared, beside %s',
    (name) => {
      expect(shares({ share_of_voice: 31, competitors: [{ name: 'Rival', shares: 42, [name]: 9 }] })).toEqual(
        [0.31, { Rival: null }],
      );
      expect(shares({ share_of_voice: 31, competitors: [{ name: 'Rival', share: 42, [name]: 9 }] })).toEqual(
        read,
      );
    },
  );
});

describe('rivals under other names', () => {
  it.each([
    'tracked_competitors',
    'activeCompetitors',
    'all_competitors',
    'mainCompetitors',
    'key_competitors',
    'your_competitors',
    'monitored_competitors',
    'selectedCompetitors',
    'direct_competitors',
    'indirectRivals',
  ])('%s', (name) => {
    expect(
      shares({ share_of_voice: 31, [name]: competitors, suggested_competitors: [{ name: 'New' }] }),
    ).toEqual(read);
  });

  const zeta = [{ name: 'Zeta', shareOfVoice: 20 }];
  it.each<[string, object, string]>([
    ['direct and indirect', { competitors: { direct: competitors, indirect: zeta } }, '/competitors'],
    ['direct_ and indirect_', { direct_competitors: competitors, indirect_competitors: zeta }, ''],
  ])('of two kinds are one list: %s', (_, lists, path) => {
    expect(shares({ share_of_voice: 31, ...lists })).toEqual([0.31, { Rival: 0.42, Zeta: 0.2 }]);
    expect(readCompetitors({ share_of_voice: 31, ...lists }).trace.path).toBe(path);
  });

  it('of two kinds are two lists where they stand apart', () => {
    expect(
      shares({
        share_of_voice: 31,
        competitors: { direct: competitors },
        data: { rivals: { direct: zeta } },
      }),
    ).toMatch(/^two lists could be the competitors/);
  });

  it('are not those of a related website', () => {
    expect(shares({ share_of_voice: 31, related_website: { competitors } })).toEqual([0.31, {}]);
  });

  it('of two kinds may have no share, and are not those of a prompt', () => {
    const lists = { direct: [{ name: 'Rival' }], indirect: [{ name: 'Zeta' }] };
    const prompts = { best: { competitors: { direct: [{ name: 'Other' }] } } };
    expect(shares({ share_of_voice: 31, competitors: lists, prompts })).toEqual([
      0.31,
      { Rival: null, Zeta: null },
    ]);
  });

  it('are not what is called direct elsewhere', () => {
    expect(shares({ share_of_voice: 31, traffic: { direct: competitors } })).toEqual([0.31, {}]);
    expect(shares({ share_of_voice: 31, competitors: { direct: ['Rival'] } })).toEqual([0.31, {}]);
  });

  it('are rows that all say that they are competitors, as JSON:API includes them', () => {
    const included = [
      { type: 'competitor', id: 'c1', attributes: { name: 'Rival', 'share-of-voice': 42 } },
      { type: 'competitors', id: 'c2', attributes: { name: 'Zeta', 'share-of-voice': 20 } },
    ];
    const data = { type: 'share-of-voice', id: 'w1', attributes: { 'share-of-voice': 31 } };
    expect(shares({ data, included })).toEqual([0.31, { Rival: 0.42, Zeta: 0.2 }]);
    expect(shares({ included })).toEqual([null, { Rival: 0.42, Zeta: 0.2 }]);
    expect(shares({ data, included: included.concat({ ...included[0], type: 'tag' } as never) })).toEqual([
      0.31,
      {},
    ]);
  });

  it('are not told by an empty list of anything', () => {
    expect(shares({ items: [] })).toBe(
      'nothing tells which row of /items is the own brand: give a mapping with brand',
    );
  });

  it('are not pages of competitors', () => {
    const pages = [{ type: 'competitor', title: 'Best of', url: 'https://rival.example/best' }];
    expect(shares({ share_of_voice: 31, pages })).toEqual([0.31, {}]);
  });

  it('may be an own row without a share', () => {
    const row = { name: 'Acme', is_own_brand: true, metrics: { mention_count: 42 } };
    const reading = readCompetitors({
      active_competitors: [row, { name: 'Rival', metrics: { mention_count: 15 } }],
    });
    expect(reading.ok && reading.value).toEqual({
      shareOfVoice: null,
      mentions: 42,
      totalMentions: null,
      competitors: [{ name: 'Rival', domain: null, share: null, mentions: 15 }],
    });
  });
});

describe('a rival that is called as an engine', () => {
  const google = { name: 'Google', share: 20 };
  it.each<[string, object]>([
    ['among competitors', { competitors: [{ name: 'Rival', share: 42 }, google] }],
    ['among brands', { brands: [{ name: 'Rival', share: 42 }, google] }],
  ])('%s is one', (_, list) => {
    expect(shares({ share_of_voice: 31, ...list })).toEqual([0.31, { Rival: 0.42, Google: 0.2 }]);
  });

  it('is one with a domain', () => {
    const list = [{ name: 'Perplexity', domain: 'perplexity.example', share: 42 }, google];
    expect(shares({ share_of_voice: 31, competitors: list })).toEqual([
      0.31,
      { Perplexity: 0.42, Google: 0.2 },
    ]);
  });

  it.each<[string, object]>([
    ['all are', { competitors: [{ name: 'ChatGPT', share: 50 }, google] }],
    ['one has no name', { competitors: [google, { share: 50 }] }],
    ['they are keys', { competitors: { Google: 50, Rival: 20 } }],
  ])('is none where %s', (_, list) => {
    expect(shares({ share_of_voice: 31, ...list })).toMatch(/are no competitors that can be read$/);
  });

  it('is none in a list of anything', () => {
    expect(shares({ share_of_voice: 31, data: [{ name: 'Rival', share: 42 }, google] })).toEqual([0.31, {}]);
  });
});

describe('the domain of a rival', () => {
  it.each<[string, object]>([
    ['competitor_domain', { competitor_domain: 'rival.example' }],
    ['competitorUrl', { competitorUrl: 'https://rival.example/x' }],
    ['competitorWebsite', { competitorWebsite: 'rival.example' }],
    ['the first of domains', { domains: ['rival.example', 'rival.test'] }],
    ['the first of urls', { urls: ['https://rival.example'] }],
    ['the object that names it', { name: null, competitor: { name: 'Rival', domain: 'rival.example' } }],
  ])('is read from %s', (_, row) => {
    const reading = readCompetitors({
      share_of_voice: 31,
      competitors: [{ name: 'Rival', sov: 42, ...row }],
    });
    expect(reading.ok && reading.value.competitors.map(({ domain }) => domain)).toEqual(['rival.example']);
  });

  it('is unknown in an empty list, and in a list of objects', () => {
    const lists = [
      { name: 'Rival', sov: 42, domains: [] },
      { name: 'Zeta', sov: 20, domains: [{}] },
    ];
    const reading = readCompetitors({ share_of_voice: 31, competitors: lists });
    expect(reading.ok && reading.value.competitors.map(({ domain }) => domain)).toEqual([null, null]);
  });
});
