import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRate } from '../../src/quota/headers.ts';
import { readReset } from '../../src/quota/reset.ts';
import { readRetryAfter } from '../../src/quota/retry-after.ts';

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

/** Header values as services send them, with what the rules R1 to R10 make of each. */
const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL('./rate-header-vectors.json', import.meta.url), 'utf8'),
);

const lowered = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe.each(vectors)('$header: $value ($note)', (vector) => {
  const nowMs = Date.parse(vector.now);
  const also = lowered(vector.also);
  if (vector.header === 'Retry-After') {
    it(`asks to wait ${vector.wantMs} ms`, () => {
      const headers = { ...also, 'retry-after': vector.value };
      expect(readRetryAfter(headers, vector.message ?? '', nowMs)).toBe(vector.wantMs);
    });
  } else {
    it(`is ${vector.wantMs} ms away`, () => {
      const retryAfterMs = readRetryAfter(also, '', nowMs);
      const reading = readReset(vector.value, { nowMs, windowSeconds: vector.window, retryAfterMs });
      expect(reading.waitMs).toBe(vector.wantMs);
      if (vector.sure !== null) expect(reading.sure).toBe(vector.sure);
    });
    it('reads the same as a header of an answer', () => {
      const { minute, day } = readRate({ ...also, [vector.header.toLowerCase()]: vector.value }, nowMs);
      const { resetAt } = vector.window === 60 ? minute : day;
      expect(resetAt === null ? null : resetAt - nowMs).toBe(vector.wantMs);
    });
  }
});

describe('no header makes a reader throw or look back', () => {
  const nowMs = Date.UTC(2026, 10, 21, 5);
  it('for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(60, 86_400), (text, windowSeconds) => {
        const { waitMs } = readReset(text, { nowMs, windowSeconds });
        expect(waitMs === null || (waitMs >= 0 && waitMs <= (windowSeconds * 1.25 + 60) * 1000)).toBe(true);
        const wait = readRetryAfter({ 'retry-after': text }, text, nowMs);
        expect(wait === null || wait >= 0).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('for any headers', () => {
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
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), (headers) => {
        const { minute, day } = readRate(headers, nowMs);
        for (const { resetAt, remaining } of [minute, day]) {
          expect(resetAt === null || resetAt >= nowMs).toBe(true);
          expect(remaining === null || remaining >= 0).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
