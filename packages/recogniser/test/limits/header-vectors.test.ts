import { readFileSync } from 'node:fs';
import { readLimits } from '@answershare/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseLimits } from '../../src/index.ts';
import harvested from './harvested-headers.json' with { type: 'json' };
import { readByOwnRecipe, withLowerCaseNames } from './read-limits.ts';

interface Vector {
  readonly header: string;
  readonly value: string;
  readonly now: string;
  readonly window: number;
  readonly also: Readonly<Record<string, string>>;
  readonly wantMs: number | null;
  readonly sure: boolean | null;
  readonly note: string;
  readonly message?: string;
}

/** Header values as services send them, with the wait that each means. */
const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL('./rate-header-vectors.json', import.meta.url), 'utf8'),
);

describe.each(vectors)('the header $header: $value ($note)', (vector) => {
  const nowMs = Date.parse(vector.now);
  const headers = { ...withLowerCaseNames(vector.also), [vector.header.toLowerCase()]: vector.value };
  const { minute, day, retryAfterMs } = readByOwnRecipe(headers, nowMs);
  if (vector.header === 'Retry-After') {
    // A wait that only the message states is read with the error's body.
    const wantMs = vector.message === undefined ? vector.wantMs : null;
    it(`gives a wait of ${wantMs} ms`, () => expect(retryAfterMs).toBe(wantMs));
  } else {
    it(`gives a reset in ${vector.wantMs} ms`, () => {
      const { resetAt, sure } = vector.window === 60 ? minute : day;
      expect(resetAt === null ? null : resetAt - nowMs).toBe(vector.wantMs);
      if (vector.sure !== null) expect(sure).toBe(vector.sure);
    });
  }
});

interface Limit {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetSeconds: number | null;
}

interface Documented {
  readonly source: string;
  readonly now: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly minute: Limit;
  readonly day: Limit;
  readonly waitSeconds: number | null;
  /** Names of headers that mean something else, or nothing that can be read. */
  readonly unread: readonly string[];
}

it.each(harvested.vectors as unknown as readonly Documented[])(
  'recogniseLimits reads limits and wait of $source',
  (vector) => {
    const now = Date.parse(vector.now);
    const rate = readByOwnRecipe(withLowerCaseNames(vector.headers), now);
    const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000);
    for (const window of ['minute', 'day'] as const) {
      const { limit, remaining, resetAt } = rate[window];
      const resetSeconds = seconds(resetAt === null ? null : resetAt - now);
      expect({ limit, remaining, resetSeconds }).toEqual(vector[window]);
    }
    const names = rate.unread.map((one) => one.slice(0, one.indexOf(':')));
    expect(names.sort()).toEqual(vector.unread.map((name) => name.toLowerCase()).sort());
    expect(seconds(rate.retryAfterMs)).toBe(vector.waitSeconds);
  },
);

it('recogniseLimits gives figures from 0 and future instants for any headers', () => {
  const nowMs = Date.UTC(2026, 10, 21, 5);
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'x-ratelimit-reset',
      'ratelimit',
      'ratelimit-policy',
      'x-dailyquota-used',
      'date',
      'retry-after',
    ),
  );
  const answer = fc.dictionary(name, fc.string());
  fc.assert(
    fc.property(answer, answer, (before, headers) => {
      const recipe = recogniseLimits([
        { headers: before, at: nowMs - 5_000 },
        { headers, at: nowMs },
      ]);
      const { minute, day, retryAfterMs } = readLimits(recipe, headers, nowMs);
      for (const { resetAt, remaining } of [minute, day]) {
        expect(resetAt === null || resetAt >= nowMs).toBe(true);
        expect(remaining === null || remaining >= 0).toBe(true);
      }
      expect(retryAfterMs === null || retryAfterMs >= 0).toBe(true);
    }),
    { numRuns: 500 },
  );
});
