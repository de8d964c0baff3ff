import { describe, expect, test } from 'vitest';
import { explainLimitHeaders } from '../../src/cli/io/call-report.ts';

const at = Date.parse('2026-11-21T09:00:00Z');

interface Case {
  readonly name: string;
  readonly value: string;
  readonly meaning: string | RegExp;
  readonly sure: boolean;
  readonly otherHeaders?: Readonly<Record<string, string>>;
}

const cases: readonly Case[] = [
  { name: 'retry-after', value: '30', meaning: 'ask again in 30 s', sure: true },
  { name: 'retry-after', value: 'soon', meaning: 'cannot be read', sure: false },
  { name: 'x-ratelimit-remaining', value: '0', meaning: '0 requests are left this minute', sure: false },
  { name: 'x-ratelimit-limit', value: '300', meaning: '300 requests are allowed this minute', sure: false },
  { name: 'x-dailyquota-remaining', value: '12', meaning: '12 requests are left today', sure: false },
  { name: 'x-dailyquota-used', value: '488', meaning: 'counts what was used', sure: false },
  { name: 'x-ratelimit-reset', value: '45', meaning: /in 45 s, at 2026-11-21T09:00:45Z$/, sure: true },
  { name: 'x-ratelimit-reset', value: String(at / 1000 + 20), meaning: /in 20 s, at/, sure: true },
  { name: 'x-ratelimit-reset', value: String(at + 20_000), meaning: /in 20 s, at/, sure: true },
  { name: 'x-ratelimit-reset', value: '2026-11-21T09:00:20Z', meaning: /in 20 s, at/, sure: true },
  { name: 'x-ratelimit-reset', value: '20000', meaning: /in 20 s, at/, sure: false },
  {
    name: 'x-ratelimit-reset',
    value: '20000',
    meaning: /in 20 s, at/,
    sure: true,
    otherHeaders: { 'retry-after': '20' },
  },
  {
    name: 'x-dailyquota-reset',
    value: '3600',
    meaning: /^the limit of the day resets in 3600 s/,
    sure: false,
  },
  { name: 'x-ratelimit-flavour', value: 'mint', meaning: 'cannot be read', sure: false },
  { name: 'x-retry-after', value: '30', meaning: 'ask again in 30 s', sure: false },
  { name: 'retry-after-ms', value: '1500', meaning: 'ask again in 2 s', sure: false },
  {
    name: 'ratelimit',
    value: '"daily";r=0;t=54000, "burst";r=50;t=30',
    meaning: '50 requests are left this minute; 0 requests are left today',
    sure: false,
  },
];

const answer = (headers: Record<string, string>, status = 200, text = '{}') =>
  ({ ok: true, status, headers, text }) as const;

describe('a rate-limit header', () => {
  test.each(cases)('$name: $value', ({ name, value, meaning, sure, otherHeaders = {} }) => {
    const found = explainLimitHeaders(answer({ [name]: value, ...otherHeaders }), at).find(
      (header) => header.name === name,
    );
    expect(found).toMatchObject({
      value,
      meaning: typeof meaning === 'string' ? meaning : expect.stringMatching(meaning),
      sure,
    });
    expect(found?.because).not.toBe('');
  });

  test("is distinguished from others, and its reset counts from the service's time", () => {
    const headers = {
      date: 'Sat, 21 Nov 2026 08:00:00 GMT',
      'x-request-id': '7',
      'x-ratelimit-reset': '1795248030',
    };
    const found = explainLimitHeaders(answer(headers), at);
    expect(found.map(({ name }) => name)).toEqual(['x-ratelimit-reset']);
    expect(found[0]?.meaning).toContain('in 30 s');
  });

  test('states the remainder that it counts', () => {
    const found = explainLimitHeaders(
      answer({ 'x-ratelimit-remaining': '7', 'x-ratelimit-limit': '60' }),
      at,
    );
    expect(found.map(({ left }) => left)).toEqual(['7 this minute', null]);
  });

  test('of a refusal for the day describes the day', () => {
    const headers = {
      'retry-after': '53999',
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '53999',
    };
    const text = '{"error":{"code":"rate_limited","message":"Try again in 53999 seconds."}}';
    const found = explainLimitHeaders(answer(headers, 429, text), at);
    expect(found.slice(1).map(({ meaning }) => meaning)).toEqual([
      '1000 requests are allowed today',
      '0 requests are left today',
      expect.stringContaining('the limit of the day resets in 53999 s'),
    ]);
  });
});
