import { describe, expect, it } from 'vitest';
import { readAuthority } from '../../src/index.ts';

const told = (body: unknown): unknown => {
  const reading = readAuthority(body);
  return reading.ok ? [reading.value.score, reading.value.scale] : reading.reason;
};

describe('a score and its scale', () => {
  it.each([
    ['a maximum under the name of the score', { authorityScore: 720, authorityScoreMax: 850 }, [720, 850]],
    ['a scale under the name of the score', { authority_score: 4, authority_score_scale: '0-5' }, [4, 5]],
    ['the name of the score after its maximum', { authority_score: 4, max_authority_score: 5 }, [4, 5]],
    ['a maximum of a plain score', { score: 720, score_max: 850 }, [720, 850]],
    ['a range with spaces around', { score: 4, range: ' 0-5 ' }, [4, 5]],
    ['a small score in percent', { authority_score: '4%' }, [4, 100]],
    ['a score of 1 alone', { authority_score: 1 }, [1, null]],
    [
      'a score of 1 beside parts of hundreds',
      { authority_score: 1, components: [{ name: 'clarity', score: 80 }] },
      [1, null],
    ],
    ['a score of 0', { authority_score: 0 }, [0, null]],
    ['a score that is unknown', { authority_score: null }, [null, null]],
    ['a score that is unknown on a scale', { authority_score: null, max_score: 100 }, [null, 100]],
    ['an aggregate', { aggregate_score: 72 }, [72, 100]],
    ['a name of two words', { ai_visibility_score: 64 }, [64, 100]],
    ['the same score at two depths', { data: { result: { score: 72 } }, summary: { score: 72 } }, [72, 100]],
    ['a part named a score inside the score', { score: 72, overview: { score: 60 } }, [72, 100]],
  ])('%s', (_, body, expected) => {
    expect(told(body)).toEqual(expected);
  });
});

describe('what is no authority score', () => {
  it.each([
    ['another score whose name ends like one', { technicalSeoScore: 60 }],
    ['a rank whose name begins like a score', { visibilityScoreRank: 3 }],
    ['the rating of a page that links here', { backlinks: [{ domain: 'blog.example', domain_rating: 55 }] }],
  ])('%s', (_, body) => {
    expect(told(body)).toBe('no authority score was found in the body');
  });

  it('the first four of many are named', () => {
    const sections = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name, at) => [name, { score: at }]));
    expect(told({ sections })).toMatch(/nearest is (\/sections\/[a-d]\/score[,:] ){4}give a mapping$/);
  });
});

describe('two scores that stand apart and differ are refused', () => {
  it.each([
    ['in one object', { authority_score: 72, entity_score: 60 }],
    ['at one depth', { current: { score: 72 }, latest: { score: 70 } }],
    ['at two depths', { data: { result: { score: 72 } }, summary: { score: 80 } }],
    [
      'a third, behind one inside the first',
      { data: { score: 72, result: { score: 60 } }, report: { summary: { score: 80 } } },
    ],
  ])('%s', (_, body) => {
    expect(told(body)).toMatch(/^two fields could be the score/);
  });
});
