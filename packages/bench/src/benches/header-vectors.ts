import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { type HttpOutcome, isApiError, syncClient } from '@answershare/core';
import type { Bench } from './bench.ts';

/** One header as a service may send it, and the wait that it means. */
export interface HeaderVector {
  readonly header: 'X-RateLimit-Reset' | 'X-DailyQuota-Reset' | 'Retry-After';
  readonly value: string;
  /** ISO 8601. */
  readonly now: string;
  /** Other headers of the same answer. */
  readonly also: Readonly<Record<string, string>>;
  /** Milliseconds from now; null where nothing can be read from it. */
  readonly wantMs: number | null;
  readonly note: string;
  /** The error's message, where it has one. */
  readonly message?: string;
}

/** The vectors that core's own tests hold. */
export async function headerVectors(): Promise<readonly HeaderVector[]> {
  const core = findPackageJSON('@answershare/core', import.meta.url);
  if (core === undefined) throw new Error('@answershare/core is not installed: run `npm test` once.');
  const file = join(dirname(core), 'test/quota/rate-header-vectors.json');
  return JSON.parse(await readFile(file, 'utf8')) as readonly HeaderVector[];
}

/** Reads a vector; milliseconds, or null. */
export type HeaderReader = (vector: HeaderVector) => number | null;

function outcomeOf({ header, value, also, message = 'Slow down.' }: HeaderVector): HttpOutcome {
  const headers: Record<string, string> = {};
  for (const [name, text] of Object.entries({ ...also, [header]: value })) headers[name.toLowerCase()] = text;
  if (header !== 'Retry-After')
    return { ok: true, status: 200, headers, text: '{"score":72,"maxScore":100}' };
  const error = { code: 'rate_limited', message };
  return { ok: true, status: 429, headers, text: JSON.stringify({ error }) };
}

/** What our client tells its caller: the time to ask again of a 429, or the reset of a limit. */
export const readByOurs: HeaderReader = (vector) => {
  const now = Date.parse(vector.now);
  const host = { send: () => [outcomeOf(vector)], wait: () => undefined, now: () => now, random: () => 0 };
  const key = `rs_live_${'a'.repeat(32)}`;
  const client = syncClient({ baseUrl: 'https://api.example', key, form: 1, retries: 0 }, host);
  let at: number | null;
  try {
    const { rate } = client.authority('a').meta;
    at = (vector.header === 'X-DailyQuota-Reset' ? rate.day : rate.minute).resetAt;
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    at = thrown.retryAt;
  }
  return at === null ? null : at - now;
};

interface KyTiming {
  getRetryTimingHeader(headers: Headers): { value: string; allowTimestamp: boolean } | undefined;
  calculateRetryTimingDelay(timing: { value: string; allowTimestamp: boolean }): number | undefined;
}

/** ky's own functions, which it does not export. They ask the machine's clock, which stands still meanwhile. */
async function kyReader(): Promise<HeaderReader> {
  const file = new URL('./core/retry-timing.js', import.meta.resolve('ky'));
  const ky = (await import(file.href)) as KyTiming;
  return ({ header, value, also, now }) => {
    const headers = new Headers({ ...also, [header]: value });
    const clock = Date.now;
    Date.now = () => Date.parse(now);
    try {
      const timing = ky.getRetryTimingHeader(headers);
      return (timing && ky.calculateRetryTimingDelay(timing)) ?? null;
    } finally {
      Date.now = clock;
    }
  };
}

/** The vectors that a reader gets wrong, with what it read. */
export function wrongOnes(
  vectors: readonly HeaderVector[],
  read: HeaderReader,
): readonly { readonly vector: HeaderVector; readonly got: number | null }[] {
  return vectors
    .map((vector) => ({ vector, got: read(vector) }))
    .filter(({ vector, got }) => got !== vector.wantMs);
}

export const headerReading: Bench = {
  id: 'B7',
  title: 'Written forms of X-RateLimit-Reset, X-DailyQuota-Reset and Retry-After: read right',
  target: 'all',
  async run() {
    const vectors = await headerVectors();
    const ours = wrongOnes(vectors, readByOurs);
    const kys = wrongOnes(vectors, await kyReader());
    const rowOf = (who: string, wrong: typeof ours) => {
      const harmful = wrong.filter(({ got }) => got !== null).length;
      return {
        who,
        setting: 'default',
        figures: {
          right: vectors.length - wrong.length,
          'not read': wrong.length - harmful,
          'read wrong': harmful,
        },
      };
    };
    const listed = ours.map(
      ({ vector, got }) =>
        `${vector.header}: ${JSON.stringify(vector.value)} gives ${got} ms, not ${vector.wantMs} (${vector.note})`,
    );
    return {
      rows: [rowOf('answershare', ours), rowOf('ky', kys)],
      ours: `${vectors.length - ours.length} of ${vectors.length}`,
      met: ours.length === 0,
      remarks: [
        'Ours is asked through its public client, ky by its own functions. What the others read cannot be had apart from a request.',
        ...(listed.length === 0 ? [] : [`Wrong by ours: ${listed.join('; ')}.`]),
      ],
    };
  },
};
