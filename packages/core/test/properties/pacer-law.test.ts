import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asyncClient, type HttpOutcome } from '../../src/index.ts';
import { learnFew } from '../support/sandbox-recipes.ts';
import { start } from './play.ts';
import { key } from './scripted-service.ts';
import { virtualClock } from './virtual-clock.ts';

const units = ['seconds', 'epoch', 'epoch ms', 'iso'] as const;

/** A reset as services write it, never before the window's end. */
const written: Readonly<Record<(typeof units)[number], (endsAt: number, now: number) => string>> = {
  seconds: (endsAt, now) => String(Math.ceil((endsAt - now) / 1000)),
  epoch: (endsAt) => String(Math.ceil(endsAt / 1000)),
  'epoch ms': (endsAt) => String(endsAt),
  iso: (endsAt) => new Date(endsAt).toISOString(),
};

/** A service that allows `limit` requests a minute of the clock, of which others take some as each minute begins. */
function fixedWindows(
  limit: number,
  others: readonly number[],
  unit: (typeof units)[number],
  now: () => number,
) {
  const used = new Map<number, number>();
  const statuses: number[] = [];
  const minutes: number[] = [];
  const answer = ({ url }: { readonly url: string }): HttpOutcome => {
    const minute = Math.floor(now() / 60_000);
    const before = used.get(minute) ?? others[used.size % others.length] ?? 0;
    const allowed = before < limit;
    used.set(minute, before + 1);
    statuses.push(allowed ? 200 : 429);
    minutes.push(minute);
    const endsAt = (minute + 1) * 60_000;
    const headers: Record<string, string> = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - before - 1)),
      'x-ratelimit-reset': written[unit](endsAt, now()),
    };
    if (!allowed) headers['retry-after'] = String(Math.ceil((endsAt - now()) / 1000));
    const websiteId = new URL(url).searchParams.get('websiteId');
    const text = allowed
      ? JSON.stringify({ websiteId, score: 7, maxScore: 100 })
      : '{"error":{"code":"rate_limited","message":"no"}}';
    return { ok: true, status: allowed ? 200 : 429, headers, text };
  };
  return { answer, statuses, minutes };
}

const usable = (limit: number): number => limit - Math.floor(limit / 10);

const cases = fc.record({
  limit: fc.integer({ min: 5, max: 60 }),
  questions: fc.integer({ min: 1, max: 150 }),
  unit: fc.constantFrom(...units),
  latencyMs: fc.integer({ min: 1, max: 900 }),
  at: fc.nat(59_999),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

async function ask(
  { limit, questions, unit, latencyMs, at }: Case,
  others: readonly number[],
  together: boolean,
) {
  const clock = virtualClock(start + at);
  const service = fixedWindows(limit, others, unit, clock.now);
  const host = {
    send: async (requests: readonly { readonly url: string }[]) => {
      await clock.sleep(latencyMs);
      return requests.map(service.answer);
    },
    wait: clock.sleep,
    now: clock.now,
    learn: learnFew,
    random: () => 0.5,
  };
  const deadlineMs = 10_000_000;
  const client = asyncClient({ baseUrl: 'https://api.example', key, form: 1, retries: 0, deadlineMs }, host);
  const all = async (): Promise<void> => {
    const sites = Array.from({ length: questions }, (_, n) => `ws_${n}`);
    const [first, ...rest] = sites;
    await client.authority(first ?? '');
    if (together) await Promise.all(rest.map((site) => client.authority(site)));
    else for (const site of rest) await client.authority(site);
  };
  const [outcome] = await clock.settle([all()]);
  if (outcome?.status === 'rejected') throw outcome.reason;
  return service;
}

/** Every minute is used up before the next is begun, but for what is kept and what others may have taken. */
function wastesNoMinute(minutes: readonly number[], limit: number, others: number): void {
  const room = Math.max(1, usable(limit) - others);
  const begun = new Set(minutes).size;
  expect(begun).toBeLessThanOrEqual(Math.ceil(minutes.length / room) + 2);
}

describe('a single client of a service that states its limit', () => {
  it('gets no 429, sends each query once and wastes no minute, however many ask together', () =>
    fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { statuses, minutes } = await ask(one, [0], true);
        expect(statuses).toEqual(Array.from({ length: one.questions }, () => 200));
        wastesNoMinute(minutes, one.limit, 0);
      }),
      { numRuns: 60 },
    ));

  it('does the same with other users of the key, one query after the other', () =>
    fc.assert(
      fc.asyncProperty(cases, fc.array(fc.nat(100), { minLength: 1, maxLength: 4 }), async (one, parts) => {
        const others = parts.map((part) => Math.floor((part / 101) * usable(one.limit)));
        const { statuses, minutes } = await ask(one, others, false);
        expect(statuses).toEqual(Array.from({ length: one.questions }, () => 200));
        wastesNoMinute(minutes, one.limit, Math.max(...others));
      }),
      { numRuns: 60 },
    ));
});
