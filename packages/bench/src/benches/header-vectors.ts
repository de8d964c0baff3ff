import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { classifyFault, type RateState, syncClient } from '@answershare/core';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import type { Bench } from './bench.ts';

/** A header value and the wait that it means. */
export interface HeaderVector {
  readonly header: 'X-RateLimit-Reset' | 'X-DailyQuota-Reset' | 'Retry-After';
  readonly value: string;
  /** ISO 8601. */
  readonly now: string;
  /** Other headers of the response. */
  readonly also: Readonly<Record<string, string>>;
  /** Milliseconds from now; null = unreadable. */
  readonly wantMs: number | null;
  readonly note: string;
  /** The error message, if any. */
  readonly message?: string;
}

/** The vectors of the recogniser's own tests. */
export async function readHeaderVectors(): Promise<readonly HeaderVector[]> {
  const recogniser = findPackageJSON('@answershare/recogniser', import.meta.url);
  if (recogniser === undefined)
    throw new Error('@answershare/recogniser is not installed: run `npm test` once.');
  const file = join(dirname(recogniser), 'test/limits/rate-header-vectors.json');
  return JSON.parse(await readFile(file, 'utf8')) as readonly HeaderVector[];
}

/** Reads a vector; milliseconds, or null. */
export type HeaderReader = (vector: HeaderVector) => number | null;

function toHeaders({ header, value, also }: HeaderVector): Readonly<Record<string, string>> {
  const all = Object.entries({ ...also, [header]: value });
  return Object.fromEntries(all.map(([name, text]) => [name.toLowerCase(), text]));
}

/** The rate state that our client reports for these headers. */
function readRateState(vector: HeaderVector, now: number): RateState {
  const answer = {
    ok: true,
    status: 200,
    headers: toHeaders(vector),
    text: '{"websiteId":"a","score":72,"maxScore":100}',
  } as const;
  const host = {
    send: () => [answer],
    wait: () => undefined,
    now: () => now,
    random: () => 0,
    learn: recognise,
    learnLimits: recogniseLimits,
  };
  const key = `rs_live_${'a'.repeat(32)}`;
  return syncClient({ baseUrl: 'https://api.example', key, form: 1 }, host).authority('a').meta.rate;
}

function readWaitFromMessage(vector: HeaderVector, message: string, now: number): number | null {
  const text = JSON.stringify({ error: { code: 'rate_limited', message } });
  const subject = { endpoint: 'authority', website: 'a', baseUrl: 'https://api.example' } as const;
  const { retryAt } =
    classifyFault({ ok: true, status: 429, headers: toHeaders(vector), text }, subject, now) ?? {};
  return retryAt ? retryAt - now : null;
}

/** Reads a vector through our public API. */
export const readWithOurs: HeaderReader = (vector) => {
  const { header, message } = vector;
  const now = Date.parse(vector.now);
  if (message !== undefined) return readWaitFromMessage(vector, message, now);
  const { minute, day, retryAfterMs } = readRateState(vector, now);
  if (header === 'Retry-After') return retryAfterMs;
  const { resetAt } = header === 'X-DailyQuota-Reset' ? day : minute;
  return resetAt === null ? null : resetAt - now;
};

interface KyTiming {
  getRetryTimingHeader(headers: Headers): { value: string; allowTimestamp: boolean } | undefined;
  calculateRetryTimingDelay(timing: { value: string; allowTimestamp: boolean }): number | undefined;
}

/** Uses internal functions of ky. They read Date.now, so it is replaced during the call. */
async function createKyReader(): Promise<HeaderReader> {
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

/** The vectors that a reader misreads, with its result. */
export function findMisreads(
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
    const vectors = await readHeaderVectors();
    const ours = findMisreads(vectors, readWithOurs);
    const kys = findMisreads(vectors, await createKyReader());
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
        'Ours is asked through its public surface, ky by its own functions. What the others read cannot be had apart from a request.',
        ...(listed.length === 0 ? [] : [`Wrong by ours: ${listed.join('; ')}.`]),
      ],
    };
  },
};
