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
