import { describe, expect, it } from 'vitest';
import { readRetryAfter, serviceTime, waitInBody } from '../../src/quota/retry-after.ts';

const now = Date.UTC(2026, 10, 21, 5);
const date = 'Sat, 21 Nov 2026 05:10:00 GMT';

describe("the service's own time", () => {
  it('is that of Date, else that of the host', () => {
    expect(serviceTime({ date }, now)).toBe(now + 600_000);
    expect(serviceTime({}, now)).toBe(now);
    expect(serviceTime({ date: 'today' }, now)).toBe(now);
  });
});

describe('Retry-After', () => {
  it.each<[string, number]>([
    ['0', 0],
    ['7', 7_000],
    ['0.5', 500],
    ['1.0001', 1_001],
    ['2, 5', 5_000],
    ['86400', 86_400_000],
    ['999999999', 999_999_999_000],
    ['1m30s', 90_000],
    ['Sat, 21 Nov 2026 05:00:07 GMT', 7_000],
    ['Sat, 21 Nov 2026 04:00:00 GMT', 0],
    [String(now / 1000 + 42), 42_000],
    [String(now + 42_000), 42_000],
    ['1000000000', 0],
  ])('%s asks for %i ms', (value, ms) => {
    expect(readRetryAfter({ 'retry-after': value }, 'in 3 s', now)).toBe(ms);
  });

  it('as an instant counts from the time of the service', () => {
    expect(readRetryAfter({ date, 'retry-after': 'Sat, 21 Nov 2026 05:10:07 GMT' }, '', now)).toBe(7_000);
    expect(readRetryAfter({ date, 'retry-after': String(now / 1000 + 607) }, '', now)).toBe(7_000);
  });

  it.each(['', 'soon', '-7', '1e3'])('%j says nothing', (value) => {
    expect(readRetryAfter({ 'retry-after': value }, '', now)).toBeNull();
  });
});

describe('the wait in a header of another name', () => {
  it.each<[Record<string, string>, number | null]>([
    [{ 'retry-after-ms': '1500' }, 1_500],
    [{ 'x-retry-after': '7' }, 7_000],
    [{ 'x-retry-after': '7s' }, 7_000],
    [{ 'x-retry-after-ms': '1500' }, 1_500],
    [{ 'x-retry-after': 'soon', 'retry-after-ms': '1500' }, 1_500],
    [{ 'retry-after': '2', 'retry-after-ms': '1500', 'x-retry-after': '9' }, 2_000],
    [{ 'retry-after': 'soon', 'x-retry-after': '9' }, 9_000],
    [{ 'x-retry': '9' }, null],
  ])('%j', (headers, ms) => expect(readRetryAfter(headers, '', now)).toBe(ms));
});

describe('the message of a limit (specification §7)', () => {
  it.each<[string, number | null]>([
    ['Retry in 12 seconds.', 12_000],
    ['Retry in 12 sec', 12_000],
    ['Retry in 12s.', 12_000],
    ['Retry in 12 s', 12_000],
    ['RETRY IN 12 SECONDS', 12_000],
    ['Retry in 1.5 seconds.', 1_500],
    ['Retry in 0.0001 seconds.', 1],
    ['60 requests a minute; retry in 12 seconds.', 12_000],
    ['You sent 7 searches.', null],
    ['You sent 61 of 60 try in 12 seconds.', 12_000],
    ['You sent 61 of 60 retry in 12 seconds.', 12_000],
    ['Slow down.', null],
    ['seconds', null],
    ['Please try again in 6m0s.', 360_000],
    ['Please try again in 1m12.5s.', 72_500],
    ['Please try again in 500ms.', 500],
    ['Limit 60 per 30 seconds. Wait 2 minutes.', 120_000],
    ['Retry after 1 min', 60_000],
    ['Wait  15 minutes.', 900_000],
    ['Wait 15min.', 900_000],
    ['Wait 1.25m.', 75_000],
    ['12s left', 12_000],
    ['300 requests in 60 seconds; retry in 42 seconds', 42_000],
    ['Limit of 300 calls per 60 seconds. Retry after 42 seconds.', 42_000],
    ['At most 5 requests within 10 s', null],
    ['5 requests over 10 s', null],
    ['300 requests per minute allowed, 100 in 10 seconds', null],
    ['One request every 5 seconds', null],
    ['Limit 10 per any 5 seconds', null],
    ['HTTP 429 Retry in 42 seconds', 42_000],
    ['Retry in 42 seconds: 300 requests in 60 seconds', 42_000],
    ['300 seconds of quota; available again in 42 seconds', 42_000],
    ['Your window is 60 s long. Wait: 9 s.', 9_000],
    ['See v3 section', null],
    ['See 3 sections', null],
    ['Quota used up, resets in 5 hours', 5 * 3_600_000],
    ['in 5 hours', 5 * 3_600_000],
    ['for 2 days', 2 * 86_400_000],
    ['after 3 hrs', 3 * 3_600_000],
    ['Retry in 1 minute and 30 seconds', 90_000],
    ['Retry in 1 hour, 2 minutes', 62 * 60_000],
    ['Retry in 250 milliseconds', 250],
    ['Expires in 250ms', 250],
    ['Wait 2 h', 7_200_000],
    ['Back in 3 d', 3 * 86_400_000],
    ['Your key is 3 days old.', null],
    ['You have 5 minutes of history.', null],
    ['Wait 5 minuteses', null],
    ['Retry later! 60 s is the window; 7 s left', 60_000],
    ['Available in v1.5 s', null],
    ['HTTP 429 try again in 42 seconds', 42_000],
    ['12 sec left', 12_000],
    ['12 second left', 12_000],
    ['60s 5 minutes of history', null],
    ['100 requests in a 10 s window', null],
    ['60 per  30 s', null],
    ['in  5 hours', 5 * 3_600_000],
    ['5 in total: 3 hours of work', null],
  ])('%j asks for %j ms', (message, ms) => expect(readRetryAfter({}, message, now)).toBe(ms));

  it('is looked for in a sentence, not in a megabyte', () => {
    expect(readRetryAfter({}, `${'9'.repeat(1_000_000)} seconds`, now)).toBeNull();
    expect(readRetryAfter({}, `${'x'.repeat(480)} in 30 seconds`, now)).toBe(30_000);
    expect(readRetryAfter({}, `${'x'.repeat(500)} in 30 seconds`, now)).toBeNull();
  });
});

describe('the wait in the body of an error', () => {
  it.each<[unknown, number | null]>([
    [{ error: { details: { retryAfter: 60 } } }, 60_000],
    [{ parameters: { retry_after: 35 } }, 35_000],
    [{ retry_after: 64.57 }, 64_570],
    [{ retry_after: '30' }, 30_000],
    [{ details: [{ violations: [] }, { retryDelay: '22s' }] }, 22_000],
    [{ retryAfterMs: 60 }, null],
    [{ retry_after: '2026-11-21T05:00:42Z' }, 42_000],
    [{ retry_after: 120 }, 120_000],
    [{ retry_after: 121 }, null],
    [{ retry_after_minutes: 2 }, null],
    [{ retry_after: 'soon' }, null],
    [{ retry: 5, retries: 3 }, null],
    [[{ retry_after: null }], null],
    [{ error: 'retry_after 5' }, null],
  ])('%j asks for %j ms', (body, ms) => expect(waitInBody(JSON.stringify(body, null, 1), now)).toBe(ms));
});
