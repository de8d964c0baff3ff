import { describe, expect, it } from 'vitest';
import { bodyLimits, parseBody } from '../../src/index.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const named = (names: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, i) => [`name ${i}`, i])));
const beyond = (limit: string, what: string) => ({ ok: false, limit, what });

describe('parseBody accepts a body at a limit and refuses a larger one', () => {
  it('in UTF-8 bytes', () => {
    for (const [character, bytes] of [
      ['a', 1],
      ['é', 2],
      ['€', 3],
      ['😀', 4],
      ['\ud800', 3],
    ] as const) {
      const limits = { ...bodyLimits, bytes: 2 + bytes * 10 };
      const text = (count: number): string => `"${character.repeat(count)}"`;
      expect(parseBody(text(10), limits).ok).toBe(true);
      expect(parseBody(text(11), limits)).toEqual(
        beyond('bytes', `a body of more than ${limits.bytes} bytes`),
      );
    }
    expect(parseBody(`"${'a'.repeat(bodyLimits.bytes - 2)}"`).ok).toBe(true);
    expect(parseBody(`"${'a'.repeat(bodyLimits.bytes - 1)}"`)).toEqual(
      beyond('bytes', 'a body of more than 2,000,000 bytes'),
    );
  });

  it('in nesting, without brackets in strings', () => {
    expect(parseBody(nested(bodyLimits.depth)).ok).toBe(true);
    expect(parseBody(nested(bodyLimits.depth + 1))).toEqual(
      beyond('depth', 'a body that nests deeper than 64 levels'),
    );
    expect(parseBody(` {"a":${nested(bodyLimits.depth)}}`)).toMatchObject({ limit: 'depth' });
    expect(parseBody(`["${'[{'.repeat(100)}","\\\\","\\"${'['.repeat(100)}"]`).ok).toBe(true);
    expect(parseBody('{"a":'.repeat(300_000))).toMatchObject({ limit: 'depth' });
  });

  it('in distinct names, not in their uses', () => {
    expect(parseBody(named(bodyLimits.names)).ok).toBe(true);
    expect(parseBody(named(bodyLimits.names + 1))).toEqual(
      beyond('names', 'a body with more than 4,000 different names'),
    );
    expect(parseBody(JSON.stringify(Array(5_000).fill({ a: 1, b: { c: [{ d: 2 }] } }))).ok).toBe(true);
    const spread = Array.from({ length: 4_001 }, (_, i) => ({ [`name ${i}`]: i }));
    expect(parseBody(JSON.stringify({ rows: [spread] }))).toMatchObject({ limit: 'names' });
  });
});

it('parseBody describes what is no JSON by its beginning', () => {
  expect(parseBody(`<p>${'{'.repeat(100)}</p>`)).toEqual({ ok: false, what: 'an HTML page' });
  expect(parseBody(' \n')).toEqual({ ok: false, what: 'an empty body' });
  expect(parseBody('{"a":')).toEqual({ ok: false, what: 'a JSON body that breaks off' });
  expect(parseBody('nothing')).toEqual({ ok: false, what: 'a body that is not JSON' });
  expect(parseBody('\ufeff{"a":1}')).toEqual({ ok: true, body: { a: 1 } });
});

const day = (back: number): string => new Date(Date.UTC(2026, 10, 18) - back * 86_400_000).toISOString();

it.each([
  [
    '650 days by their dates',
    Object.fromEntries(Array.from({ length: 650 }, (_, i) => [day(i), { visitors: i, citations: 1 }])),
  ],
  [
    '250 websites by their ids',
    Object.fromEntries(
      Array.from({ length: 250 }, (_, i) => [`ws_${i}`, { domain: `${i}.example`, score: i }]),
    ),
  ],
  [
    '5,000 citations',
    {
      citations: Array.from({ length: 5_000 }, (_, i) => ({
        date: day(i),
        engine: 'chatgpt',
        url: `https://example.com/${'page'.repeat(10)}/${i}`,
        title: `Title ${i}`,
        query: `What is ${i}?`,
      })),
    },
  ],
])('a body of %s is within all limits', (_name, body) => {
  expect(parseBody(JSON.stringify(body)).ok).toBe(true);
});

it('parseBody takes __proto__ and constructor for ordinary names', () => {
  expect(parseBody('{"__proto__":{"constructor":1}}').ok).toBe(true);
});
