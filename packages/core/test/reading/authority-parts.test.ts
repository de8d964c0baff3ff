import { describe, expect, it } from 'vitest';
import { readAuthority } from '../../src/index.ts';

const partsOf = (body: unknown): unknown => {
  const reading = readAuthority(body);
  return reading.ok
    ? reading.value.components.map(({ name, score, weight }) => [name, score, weight])
    : reading.reason;
};

describe('what is named parts of something else is no part of the score', () => {
  it.each([
    ['a mood', { entity_sentiment: { breakdown: { positive: 60, negative: 10 } } }],
    ['counts of sources', { authority_sources: { breakdown: { blog: 60, news: 10 } } }],
    ['other brands', { authority_competitors: { components: [{ name: 'Rival', score: 64 }] } }],
    ['earlier scores', { authority_history: { components: [{ name: 'clarity', score: 64 }] } }],
  ])('%s', (_, beside) => {
    expect(partsOf({ authority_score: 72, ...beside })).toEqual([]);
  });
});

describe('parts without a score are not read', () => {
  it.each([
    ['none has one', [{ label: 'Clarity', description: 'How clear the entity is' }]],
    ['one has none', [{ name: 'clarity', score: 80 }, { name: 'links' }]],
  ])('%s', (_, breakdown) => {
    expect(partsOf({ authority_score: 72, breakdown })).toEqual([]);
  });
});

describe('the answers of JSON:API', () => {
  const answer = (attributes: object): object => ({ data: { type: 'authority', id: '1', attributes } });

  it('have their parts inside the attributes', () => {
    const components = [{ name: 'clarity', score: 80 }];
    expect(partsOf(answer({ authority_score: 72, components }))).toEqual([['clarity', 80, null]]);
  });

  it('have their parts beside the score', () => {
    const body = answer({ overall_score: 70, clarity: 80, trust: 60 });
    expect(partsOf(body)).toEqual([
      ['clarity', 80, null],
      ['trust', 60, null],
    ]);
    const { fields, unmatched } = readAuthority(body).trace;
    expect(fields.components).toEqual({ pointer: '/data/attributes/*', provenance: 'assumed' });
    expect(unmatched).toEqual(['/data/type', '/data/id']);
  });
});

describe('weights', () => {
  const weighted = (...weights: unknown[]): unknown => {
    const components = weights.map((weight, at) => ({ name: `part ${at}`, score: 80, weight }));
    const reading = readAuthority({ authority_score: 72, components });
    return reading.ok && reading.value.components.map(({ weight }) => weight);
  };

  it.each([
    ['in percent', [50, 30, 20], [0.5, 0.3, 0.2]],
    ['in percent, rounded up', [35, 35, 35], [0.35, 0.35, 0.35]],
    ['in percent, rounded down', [31, 32, 32], [0.31, 0.32, 0.32]],
    ['in percent, with and without a sign', ['40%', 60], [0.4, 0.6]],
    ['in percent with signs, of a few parts alone', ['0.5%', '0.8%'], [0.005, 0.008]],
    ['one alone, in percent', [25], [0.25]],
    ['one alone, the whole', [1], [1]],
    ['fractions, rounded up', [0.35, 0.35, 0.35], [0.35, 0.35, 0.35]],
    ['fractions, a twentieth above the whole', [0.55, 0.5], [0.55, 0.5]],
    ['fractions of a few parts alone', [0.2, 0.3], [0.2, 0.3]],
    ['in percent, one unknown', [50, null], [0.5, null]],
    ['in percent, one in words', ['high', 50], [null, 0.5]],
    ['a small one beside one with a sign', ['1%', 0.5], [0.01, null]],
    ['small ones beside one with a sign', ['1%', 0.5, 0.7], [0.01, null, null]],
    ['of 3 to 2 to 1', [3, 2, 1], [null, null, null]],
    ['of 1 to 1', [1, 1], [null, null]],
    ['of points that make 150', [100, 50], [null, null]],
    ['of points beside a percent sign', ['40%', 3], [0.4, null]],
  ])('%s', (_, written, read) => {
    expect(weighted(...written)).toEqual(read);
  });

  it('are told where they do not add up', () => {
    const note = 'the weights do not add up to the whole, so they are unknown';
    const notes = (weights: readonly number[]): readonly string[] =>
      readAuthority({
        authority_score: 72,
        components: weights.map((weight, at) => ({ name: `part ${at}`, score: 80, weight })),
      }).trace.notes;
    expect(notes([3, 2, 1])).toContain(note);
    expect(notes([50, 50])).not.toContain(note);
  });
});

describe('figures beside a score that is named the whole of them', () => {
  it.each([
    ['of a score that is unknown', { overall_score: null, clarity: 0.8, trust: 0.4 }, []],
    [
      'of a score of 1',
      { overall_score: 1, clarity: 0.98, trust: 1 },
      [
        ['clarity', 0.98, null],
        ['trust', 1, null],
      ],
    ],
    [
      'of a score of 100',
      { overall_score: 100, clarity: 100, trust: 100 },
      [
        ['clarity', 100, null],
        ['trust', 100, null],
      ],
    ],
    [
      'what stands in a group beside it is none',
      { overall_score: 70, clarity: 80, trust: 60, attributes: { readiness: 90, strength: 40 } },
      [
        ['clarity', 80, null],
        ['trust', 60, null],
      ],
    ],
    ['one below zero is no part', { overall_score: 0.7, clarity: 0.8, trust: -0.2 }, []],
    ['one of 1 could be the whole or a hundredth', { overall_score: 70, clarity: 80, trust: 1 }, []],
  ])('%s', (_, body, parts) => {
    expect(partsOf(body)).toEqual(parts);
  });
});

const each = (words: string): readonly string[] => words.split(' ');
const [schema, links] = [{ score: 80 }, { score: 64 }];
const named = [
  ['Schema', 80, null],
  ['Speed', 64, null],
];
const list = [
  { name: 'Schema', score: 80 },
  { name: 'Speed', score: 64 },
];

describe('where the parts stand', () => {
  it.each(each('website site brand project account payload'))('in the object of a %s', (name) => {
    const held = { id: '1', name: 'Acme', entityAuthorityScore: 72, components: list };
    expect(partsOf({ data: { [name]: held } })).toEqual(named);
  });

  it.each(each('data item items list rows result'))('in %s under their name', (name) => {
    expect(partsOf({ score: 72, components: { [name]: list } })).toEqual(named);
    expect(partsOf({ score: 72, components: { trust: schema, [name]: links } })).toEqual([
      ['trust', 80, null],
      [name, 64, null],
    ]);
  });

  const others =
    'section metric areas element items detail indicators driver attributes input score_details analysis check scores';
  it.each(each(others))('in a list of %s, which is told', (name) => {
    const reading = readAuthority({ score: 72, [name]: list });
    expect(partsOf({ score: 72, [name]: list })).toEqual(named);
    expect(reading.trace).toMatchObject({ confidence: 0.8, path: '' });
    expect(reading.trace.notes).toContain(`the rows at /${name} are taken for the parts of the score`);
    expect(partsOf({ score: 72, [name]: { a: { name: 'A' }, b: { name: 'B' } } })).toEqual([]);
  });

  it.each([
    ['url', '/a'],
    ['page', '/a'],
    ['domain', 'a.example'],
    ['competitor', 'Rival'],
    ['passed', true],
    ['date', '2026-11-01'],
    ['prompt', 'best crm'],
  ])('not in a list of items with a %s', (field, held) => {
    expect(partsOf({ score: 72, items: list.map((row) => ({ ...row, [field]: held })) })).toEqual([]);
  });
});

describe('the fields of a part', () => {
  const names =
    'criterion area type slug code display_name componentName metric_name section element driver parameter indicator';
  it.each(each(names))('its name as %s', (name) => {
    const components = [
      { [name]: 'Schema', score: 80 },
      { [name]: 'Speed', score: 64 },
    ];
    expect(partsOf({ score: 72, components })).toEqual(named);
  });

  const scores =
    'subscore sub_score component_score current_score grade_score normalized_score normalized current earned result amount percent percentage raw_score';
  it.each(each(scores))('its score as %s, where that is a number', (name) => {
    const components = (...held: unknown[]): object[] => [
      { name: 'Schema', [name]: held[0] },
      { name: 'Speed', [name]: held[1] },
    ];
    expect(partsOf({ score: 72, components: components(80, 64) })).toEqual(named);
    expect(partsOf({ score: 72, components: components('good', 'poor') })).toEqual([]);
  });

  it.each(each('% percent percentage pct point points pt pts score index'))('a value in %s', (unit) => {
    const components = list.map(({ name, score }) => ({ name, value: score, unit }));
    expect(partsOf({ score: 72, components })).toEqual(named);
    expect(partsOf({ score: 72, components: components.map((row) => ({ ...row, unit: 'ms' })) })).toEqual([]);
  });

  it.each(each('value amount current result'))('a count under %s', (field) => {
    const components = [
      { name: 'Schema', [field]: 80 },
      { name: 'Backlinks', [field]: 2200 },
    ];
    expect(partsOf({ score: 72, components })).toEqual([['Schema', 80, null]]);
  });
});

describe('figures among the parts that are none of them', () => {
  const left = (name: string, figure: unknown = 12): unknown => {
    const breakdown = { schema: 80, speed: 64, [name]: figure };
    const notes = readAuthority({ score: 72, breakdown }).trace.notes;
    const note = `left out of the components, as they are or may be no scores: ${name}`;
    return [partsOf({ score: 72, breakdown }), notes.includes(note)];
  };
  const without = [
    [
      ['schema', 80, null],
      ['speed', 64, null],
    ],
    true,
  ];
  const others =
    'linkcount page_rank average_ranking mean_position percentile page_id version year cost_usd web3Position price cost load_ms seconds load_time timestamp updated_at date days hours max min confidence trend limit offset scale sample_size sample average link_avg pages_analyzed pages_analysed pages_scanned total overall total_mentions TotalMentions number_pages num_tests average_age avg_age links_change';
  it.each(each(others))('%s', (name) => {
    expect(left(name)).toEqual(without);
  });

  it.each([
    ['updated', '2026-11-01T00:00:00Z'],
    ['summary', 'Good'],
    ['has_wikipedia', true],
  ])('%s, which is no number', (name, held) => {
    expect(left(name, held)).toEqual(without);
  });

  const counts =
    'brand_mentions citations backlinks referring_domains pages keywords prompts queries answers issues warnings recommendations checks visits visitors views reviews followers sources';
  it.each(each(counts))(
    '%s, where they are above the scale, beside what is called a score, or alone',
    (name) => {
      expect(left(name, 101)).toEqual(without);
      expect(left(name, 100)).toEqual([[...(without[0] as unknown[]), [name, 100, null]], false]);
      const breakdown = { schema_score: 80, [name]: 12 };
      expect(partsOf({ score: 72, breakdown })).toEqual([['schema_score', 80, null]]);
      expect(partsOf({ score: 72, breakdown: { [name]: 12, links: 14 } })).toEqual([]);
    },
  );

  it.each(each('schema_score schema_rating schema_index'))('a percentage beside a %s', (name) => {
    for (const rate of ['percent', 'percentage', 'pct'])
      expect(partsOf({ score: 72, breakdown: { [name]: 80, [`schema_${rate}`]: 35 } })).toEqual([
        [name, 80, null],
      ]);
  });

  it('a weight, which is not told', () => {
    expect(partsOf({ score: 72, breakdown: { schema: 80, speed: 64, weight: 12 } })).toEqual(without[0]);
  });

  it('are told by name, with the objects among them, but not with lists and weights', () => {
    const breakdown = {
      schema,
      links,
      depth: { pages: 3 },
      tips: [{ title: 'x' }],
      rank: 3,
      weights: { schema: 1 },
    };
    expect(readAuthority({ score: 72, scale: 100, breakdown }).trace.notes).toEqual([
      'left out of the components, as they are or may be no scores: depth, rank',
    ]);
  });

  it('percentages that add up to the whole may be weights', () => {
    const note = 'the percentages of the components add up to 100, so they may be weights';
    const notes = (a: object, b: object): readonly string[] => {
      const components = [
        { name: 'Schema', ...a },
        { name: 'Speed', ...b },
      ];
      return readAuthority({ score: 72, components }).trace.notes;
    };
    expect(notes({ percent: 60 }, { percent: 40 })).toContain(note);
    expect(notes({ percentage: 60 }, { percentage: 39 })).toContain(note);
    expect(notes({ percentage: 60 }, { percentage: 41 })).toContain(note);
    expect(notes({ percent: 60 }, { percent: 42 })).not.toContain(note);
    expect(notes({ percent: 60 }, { percent: 38 })).not.toContain(note);
    expect(notes({ percent: 60 }, { score: 40 })).not.toContain(note);
    expect(notes({ percent: 60 }, { percent: null })).not.toContain(note);
  });
});

describe('figures beside the score of the entity', () => {
  const others =
    'visibility_score ai_visibility sentiment_score voice_share share_of_voice sov_score page_authority authority_trust potential_score confidence_level industry_average average_age avg_age industry_score rival_industry competitor_score top_competitor top_score best_score highest_score lowest_score';
  it.each(each(others))('none is a part where %s is among them', (name) => {
    const beside = { clarity: 80, trust: 64, freshness: 60 };
    expect(partsOf({ entity_authority_score: 72, ...beside })).toHaveLength(3);
    expect(partsOf({ entity_authority_score: 72, ...beside, [name]: 50 })).toEqual([]);
  });

  it('are told where they may be parts', () => {
    const notes = readAuthority({ authority_score: 72, clarity: 80, trust: 64 }).trace.notes;
    expect(notes).toContain('the figures beside the score may be its parts and are not read: clarity, trust');
  });

  it('are traced in the object in which they stand', () => {
    const { fields, unmatched } = readAuthority({ authority: { value: 72, clarity: 80, trust: 64 } }).trace;
    expect(fields.components).toEqual({ pointer: '/authority/*', provenance: 'assumed' });
    expect(unmatched).toEqual([]);
  });
});
