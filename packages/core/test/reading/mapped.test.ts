import { describe, expect, it } from 'vitest';
import type { Kind, Mapping } from '../../src/index.ts';
import { mapped } from '../../src/reading/mapping.ts';
import { Refusal } from '../../src/reading/trace.ts';

const drawn = (kind: Kind, body: unknown, mapping: Mapping): unknown => {
  try {
    return mapped(kind, body, mapping);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return thrown.reason;
  }
};

describe('the body that a mapping draws', () => {
  it.each<[string, Kind, unknown, Mapping, unknown, Readonly<Record<string, string>>]>([
    [
      'websites with their keys',
      'websites',
      { s: { a: { d: 'a.example' } } },
      { rows: '/s/*', fields: { id: '*', domain: '/d' } },
      { websites: [{ id: 'a', domain: 'a.example' }] },
      { id: '/s/*', domain: '/s/*/d' },
    ],
    [
      'the row itself',
      'websites',
      ['a'],
      { rows: '/*', fields: { id: '' } },
      { websites: [{ id: 'a' }] },
      { id: '/*' },
    ],
    [
      'days of columns',
      'analytics',
      { x: ['2026-11-01', '2026-11-02'], v: [5] },
      { fields: { date: '/x/*', visitors: '/v/*' } },
      { days: [{ date: '2026-11-01', visitors: 5 }, { date: '2026-11-02' }] },
      { date: '/x/*', visitors: '/v/*' },
    ],
    [
      'a field that some rows have',
      'analytics',
      { r: [{ t: '2026-11-01', v: 5 }, { t: '2026-11-02' }] },
      { rows: '/r/*', fields: { date: '/t', visitors: '/v' } },
      {
        days: [
          { date: '2026-11-01', visitors: 5 },
          { date: '2026-11-02', visitors: null },
        ],
      },
      { date: '/r/*/t', visitors: '/r/*/v' },
    ],
    [
      'counts by engine',
      'citations',
      { all: 3, e: [{ n: 'chatgpt', c: 3 }] },
      { rows: '/e/*', fields: { total: '/all', 'byEngine.engine': '/n', count: '/c' } },
      { total: 3, byEngine: [{ engine: 'chatgpt', count: 3 }] },
      { total: '/all', 'byEngine.engine': '/e/*/n', 'byEngine.count': '/e/*/c', byEngine: '/e/*' },
    ],
    [
      'counts by engine in columns',
      'citations',
      { n: ['chatgpt'], c: [3] },
      { fields: { engine: '/n/*', count: '/c/*' } },
      { byEngine: [{ engine: 'chatgpt', count: 3 }] },
      { 'byEngine.engine': '/n/*', 'byEngine.count': '/c/*', byEngine: '/c/*' },
    ],
    ...(['url', 'domain', 'title'] as const).map(
      (field): [string, Kind, unknown, Mapping, unknown, Readonly<Record<string, string>>] => [
        `a feed by its ${field}`,
        'citations',
        { f: [{ x: 'a' }] },
        { rows: '/f/*', fields: { [field]: '/x' } },
        { items: [{ [field]: 'a' }] },
        { [`items.${field}`]: '/f/*/x' },
      ],
    ),
    ['a total alone', 'citations', { n: 3 }, { fields: { total: '/n' } }, { total: 3 }, { total: '/n' }],
    [
      'shares in percent',
      'competitors',
      { o: 1, r: [{ n: 'R', s: 0.5 }] },
      {
        rows: '/r/*',
        fields: { shareOfVoice: '/o', 'competitors.name': '/n', share: '/s' },
        shareUnit: 'percent',
      },
      { shareOfVoicePercent: 1, competitors: [{ name: 'R', sharePercent: 0.5 }] },
      { shareOfVoice: '/o', 'competitors.name': '/r/*/n', 'competitors.share': '/r/*/s' },
    ],
    [
      'shares as fractions',
      'competitors',
      { o: 1, r: [{ n: 'R' }] },
      { rows: '/r/*', fields: { shareOfVoice: '/o', name: '/n' }, shareUnit: 'fraction' },
      { shareOfVoiceFraction: 1, competitors: [{ name: 'R' }] },
      { shareOfVoice: '/o', 'competitors.name': '/r/*/n' },
    ],
    [
      'shares in a unit that is not said, and mentions',
      'competitors',
      { m: 4, t: 9, r: [{ n: 'R', s: 3, c: 2 }] },
      {
        rows: '/r/*',
        fields: {
          mentions: '/m',
          totalMentions: '/t',
          name: '/n',
          share: '/s',
          'competitors.mentions': '/c',
        },
      },
      {
        mentions: 4,
        totalMentions: 9,
        shareOfVoice: null,
        competitors: [{ name: 'R', share: 3, mentions: 2 }],
      },
      {
        mentions: '/m',
        totalMentions: '/t',
        'competitors.name': '/r/*/n',
        'competitors.share': '/r/*/s',
        'competitors.mentions': '/r/*/c',
      },
    ],
    [
      'a score with its scale',
      'authority',
      { a: 4 },
      { fields: { score: '/a' }, scale: 5 },
      { score: 4, scale: 5 },
      { score: '/a' },
    ],
    [
      'a score and its scale',
      'authority',
      { a: 4, b: 5 },
      { fields: { score: '/a', scale: '/b' } },
      { score: 4, scale: 5 },
      { score: '/a', scale: '/b' },
    ],
    [
      'rows of which no field is placed',
      'competitors',
      { a: 41, r: [{ n: 'R' }] },
      { rows: '/r/*', fields: { shareOfVoice: '/a' } },
      { shareOfVoice: 41, competitors: [{}] },
      { shareOfVoice: '/a' },
    ],
    [
      'a score with parts',
      'authority',
      { a: 4, p: { x: 3 } },
      { rows: '/p/*', fields: { score: '/a', name: '*', 'components.score': '' } },
      { score: 4, components: [{ name: 'x', score: 3 }] },
      { score: '/a', 'components.name': '/p/*', 'components.score': '/p/*' },
    ],
  ])('has %s', (_, kind, body, mapping, expected, pointers) => {
    expect(drawn(kind, body, mapping)).toEqual({ body: expected, pointers });
  });

  it.each<[string, Kind, unknown, Mapping, string]>([
    [
      'a field of the whole that is nowhere',
      'authority',
      { a: 1 },
      { fields: { score: '/b' } },
      'the mapping is wrong: score: /b matches nothing; at the top there is a',
    ],
    [
      'a field of the whole in an empty list',
      'authority',
      { a: [] },
      { fields: { score: '/a/*' } },
      'the mapping is wrong: score: /a/* matches nothing; at /a there is a list of 0',
    ],
    [
      'a field of the whole in two places',
      'authority',
      { a: [1, 2] },
      { fields: { score: '/a/*' } },
      'the mapping is wrong: score: /a/* matches 2 places, and one is meant',
    ],
    [
      'a column that is nowhere',
      'analytics',
      { a: 1 },
      { fields: { date: '/x/*' } },
      'the mapping is wrong: date: /x/* matches nothing; at the top there is a',
    ],
    [
      'rows and a field',
      'citations',
      { a: 1 },
      { rows: '/x/*', fields: { total: '/y', engine: '/n' } },
      'the mapping is wrong: rows: /x/* matches nothing; at the top there is a; total: /y matches nothing; at the top there is a',
    ],
    [
      'a field of no row',
      'websites',
      [{ a: 1 }],
      { rows: '/*', fields: { id: '/b' } },
      'the mapping is wrong: id: /b matches nothing in a row; at the top there is a',
    ],
    [
      'two of itself',
      'websites',
      [],
      { rows: 'x', fields: { id: 'y' } },
      'the mapping is wrong: rows: "x" is no JSON Pointer: write it as /data/*/day; id: "y" is no JSON Pointer: write it as /data/*/day',
    ],
  ])('is refused for %s', (_, kind, body, mapping, reason) => {
    expect(drawn(kind, body, mapping)).toBe(reason);
  });

  it('has no row where the rows are there and empty', () => {
    const mapping = { rows: '/r/*', fields: { id: '/a' } };
    expect(drawn('websites', { r: [] }, mapping)).toEqual({
      body: { websites: [] },
      pointers: { id: '/r/*/a' },
    });
  });
});
