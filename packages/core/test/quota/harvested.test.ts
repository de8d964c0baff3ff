import { describe, expect, it } from 'vitest';
import { readRate } from '../../src/quota/headers.ts';
import { readRetryAfter } from '../../src/quota/retry-after.ts';
import harvested from './harvested-headers.json' with { type: 'json' };

interface Limit {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetSeconds: number | null;
}

interface Vector {
  readonly source: string;
  readonly now: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly minute: Limit;
  readonly day: Limit;
  readonly waitSeconds: number | null;
  /** Names of headers that say something else, or nothing that can be told. */
  readonly unread: readonly string[];
}

describe.each(harvested.vectors as unknown as readonly Vector[])('limit headers of $source', (vector) => {
  const now = Date.parse(vector.now);
  const headers = Object.fromEntries(
    Object.entries(vector.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000);

  it('tell the limits of a minute and of a day', () => {
    const rate = readRate(headers, now);
    for (const window of ['minute', 'day'] as const) {
      const { limit, remaining, resetAt } = rate[window];
      const resetSeconds = seconds(resetAt === null ? null : resetAt - now);
      expect({ limit, remaining, resetSeconds }).toEqual(vector[window]);
    }
    const names = rate.unread.map((one) => one.slice(0, one.indexOf(':')));
    expect(names.sort()).toEqual(vector.unread.map((name) => name.toLowerCase()).sort());
  });

  it('tell the wait', () => {
    expect(seconds(readRetryAfter(headers, '', now))).toBe(vector.waitSeconds);
  });
});
