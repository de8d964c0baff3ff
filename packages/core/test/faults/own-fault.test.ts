import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/asking/session.ts';
import { ApiError, spentBefore } from '../../src/errors/api-error.ts';
import { paused, pending } from '../../src/errors/own-fault.ts';
import { classify } from '../../src/faults/classify.ts';

const baseUrl = 'https://api.example.com';
const session = { baseUrl } as Session;

it('what the client finds by itself says whose it is and whether to ask again', () => {
  expect(paused(session, 'authority')).toMatchObject({ kind: 'paused', owner: 'caller', retryable: false });
  expect(pending(session, 'authority')).toMatchObject({ kind: 'pending', owner: 'network', retryable: true });
});

it('requests that were spent before are added to those of a fault, and to nothing else', () => {
  const fault = new ApiError({ kind: 'bad_request', owner: 'caller', message: 'm', hint: 'h', spent: 2 });
  expect(spentBefore(fault, 3)).toMatchObject({ kind: 'bad_request', spent: 5 });
  expect(spentBefore(fault, 0)).toBe(fault);
  expect(spentBefore('x', 3)).toBe('x');
});

describe('the wait that a refusal tells twice', () => {
  const now = Date.UTC(2026, 10, 21, 5);
  it.each<[header: string, seconds: number, wait: number]>([
    ['86400', 30, 30],
    ['86400', 120, 120],
    ['86400', 200, 86_400],
    ['121', 30, 30],
    ['120', 30, 120],
  ])('%s in the header and %d seconds in the message', (header, seconds, wait) => {
    const error = { code: 'rate_limited', message: `Too many requests, retry in ${seconds} seconds` };
    const fault = classify(
      { ok: true, status: 429, headers: { 'retry-after': header }, text: JSON.stringify({ error }) },
      { endpoint: 'authority', website: null, baseUrl },
      now,
    );
    expect((fault?.retryAt ?? 0) - now).toBe(wait * 1_000);
  });
});
