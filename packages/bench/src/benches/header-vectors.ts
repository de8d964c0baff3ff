import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { readRetryAfter, syncClient } from '@answershare/core';
import { recognise } from '@answershare/recogniser';
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

function headersOf({ header, value, also }: HeaderVector): Readonly<Record<string, string>> {
  const all = Object.entries({ ...also, [header]: value });
  return Object.fromEntries(all.map(([name, text]) => [name.toLowerCase(), text]));
}

/** Where the limit of an answer with these headers ends, as our client tells its caller. */
function resetOf(vector: HeaderVector, now: number): number | null {
  const answer = {
    ok: true,
    status: 200,
    headers: headersOf(vector),
    text: '{"websiteId":"a","score":72,"maxScore":100}',
  } as const;
  const host = {
    send: () => [answer],
    wait: () => undefined,
    now: () => now,
    random: () => 0,
    learn: recognise,
  };
  const key = `rs_live_${'a'.repeat(32)}`;
  const { rate } = syncClient({ baseUrl: 'https://api.example', key, form: 1 }, host).authority('a').meta;
  const { resetAt } = vector.header === 'X-DailyQuota-Reset' ? rate.day : rate.minute;
  return resetAt === null ? null : resetAt - now;
}

/** What our client makes of it: a reset as its caller is told, Retry-After as it reads one itself. */
export const readByOurs: HeaderReader = (vector) => {
  const now = Date.parse(vector.now);
  return vector.header === 'Retry-After'
    ? readRetryAfter(headersOf(vector), vector.message ?? '', now)
    : resetOf(vector, now);
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
        'Ours is asked through its public surface, ky by its own functions. What the others read cannot be had apart from a request.',
        ...(listed.length === 0 ? [] : [`Wrong by ours: ${listed.join('; ')}.`]),
      ],
    };
  },
};
