import { describe, expect, it } from 'vitest';
import { findWaitInBody, parseWaitFromMessage } from '../../src/quota/retry-after.ts';

const now = Date.UTC(2026, 10, 21, 5);

describe('the message of a limit (specification §7)', () => {
  it.each<[string, number | null]>([
    ['Retry in 12 seconds.', 12_000],
    ['Retry in 12 sec', 12_000],
    ['Retry in 12s.', 12_000],
    ['RETRY IN 12 S', 12_000],
    ['Wait 1.5 seconds.', 1_500],
    ['Retry after 0.0001 seconds.', 1],
    ['60 requests a minute; retry in 12 seconds.', 12_000],
    ['Please try again in 6m0s.', 360_000],
    ['Please try again in 1m12.5s.', 72_500],
    ['Please try again in 500ms.', 500],
    ['300 requests in 60 seconds; retry in 42 seconds', 60_000],
    ['Limit of 300 calls per 60 seconds. Retry after 42 seconds.', 42_000],
    ['You sent 7 searches.', null],
    ['One request every 5 seconds', null],
    ['See v3 section', null],
    ['Retry in 5 minutes', null],
    ['Available in v1.5 s', null],
    ['Slow down.', null],
  ])('in %j is a wait of %j ms', (message, ms) => expect(parseWaitFromMessage(message)).toBe(ms));

  it('is searched for a wait only in its first characters', () => {
    expect(parseWaitFromMessage(`in ${'9'.repeat(1_000_000)} seconds`)).toBeNull();
    expect(parseWaitFromMessage(`${'x'.repeat(480)} in 30 seconds`)).toBe(30_000);
    expect(parseWaitFromMessage(`${'x'.repeat(500)} in 30 seconds`)).toBeNull();
  });
});

describe('the wait in the body of an error', () => {
  it.each<[unknown, number | null]>([
    [{ error: { details: { retryAfter: 60 } } }, 60_000],
    [{ retry_after: 64.57 }, 64_570],
    [{ retry_after: '30' }, 30_000],
    [{ details: [{ violations: [] }, { retryDelay: '22s' }] }, 22_000],
    [{ retry_after: '2026-11-21T05:00:42Z' }, 42_000],
    [{ retry_after: 120 }, 120_000],
    [{ retry_after: 121 }, null],
    [{ retryAfterMs: 60 }, null],
    [{ retry_after: 'soon' }, null],
    [[{ retry_after: null }], null],
    [{ error: 'retry_after 5' }, null],
  ])('in %j is %j ms', (body, ms) => expect(findWaitInBody(JSON.stringify(body, null, 1), now)).toBe(ms));
});
