import { type HttpOutcome, specifiedLimits } from '@answershare/core';
import { describe, expect, test } from 'vitest';
import { meterSlot, readMeter, startingMeter, updateMeter } from '../../src/connection/meter.ts';
import type { QuotaMeter } from '../../src/ports/action-context.ts';
import { type QueryAnswer, websitesQuery } from '../../src/ports/query.ts';
import { readStatusFacts } from '../../src/query/status-facts.ts';

const morning = Date.parse('2026-11-21T09:00:00Z');
const hour = 3_600_000;

const answer = (headers: Record<string, string>, status = 200, text = '{}'): HttpOutcome => ({
  ok: true,
  status,
  headers,
  text,
});
const none: HttpOutcome = { ok: false, kind: 'timeout', message: 'no answer' };
const refusal = (code: string, sentence: string, until = 0): QueryAnswer => ({
  ok: false,
  code,
  sentence,
  everywhere: false,
  until,
});

function measure(
  meter: QuotaMeter,
  now: number,
  outcomes: HttpOutcome[],
  answers: QueryAnswer[] = [],
): QuotaMeter {
  const used = updateMeter(specifiedLimits);
  if (outcomes.length > 0) used.recordSent(outcomes, now);
  used.recordAnswers(
    answers.map(() => websitesQuery),
    answers,
    now,
  );
  return used.takeUpdate()?.(meter) ?? meter;
}

const facts = (meter: QuotaMeter, now: number) =>
  readStatusFacts({ connection: null, meter, answeredAt: () => [], now });

describe('what was spent', () => {
  test('counts each request, answered or not, and resets at midnight UTC', () => {
    const meter = measure(startingMeter(morning), morning, [answer({}), none, answer({}, 500)]);
    expect(meter.spent).toBe(3);
    const text = JSON.stringify(meter);
    expect(readMeter(text, morning + 14 * hour).spent).toBe(3);
    expect(readMeter(text, morning + 15 * hour)).toMatchObject({ spent: 0, troubles: [] });
  });

  test('resets when the service’s day ends', () => {
    const reset = String((morning + 2 * hour) / 1000);
    const headers = {
      'x-dailyquota-limit': '500',
      'x-dailyquota-remaining': '480',
      'x-dailyquota-reset': reset,
    };
    const meter = measure(startingMeter(morning), morning, [answer(headers)]);
    expect(meter.dayEnds).toBe(morning + 2 * hour);
    expect(readMeter(JSON.stringify(meter), morning + 2 * hour).spent).toBe(0);
  });

  test('writes no meter without a change', () => {
    const used = updateMeter(specifiedLimits);
    const refusals = [refusal('not_found', 'No website.'), refusal('paused', 'Paused.')];
    used.recordAnswers([websitesQuery, websitesQuery], refusals, morning);
    expect(used.takeUpdate()).toBeNull();
  });
});

describe('limits', () => {
  const minute = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '41' };
  const day = { 'x-dailyquota-limit': '500', 'x-dailyquota-remaining': '480' };

  test('an answer without limits leaves the earlier limits', () => {
    const stated = measure(startingMeter(morning), morning, [answer({ ...minute, ...day })]);
    const later = measure(stated, morning + 1_000, [answer({}), none]);
    expect(facts(later, morning + 2_000)).toMatchObject({
      plan: 'starter',
      minute_limit: 60,
      minute_left: 41,
      day_limit: 500,
      day_left: 480,
      limits_seen: morning,
    });
  });

  test('the rest of a minute is unknown after that minute, and the rest of a day after that day', () => {
    const stated = measure(startingMeter(morning), morning, [answer({ ...minute, ...day })]);
    expect(facts(stated, morning + 60_000)).toMatchObject({ minute_left: null, day_left: 480 });
    expect(facts(stated, morning + 15 * hour)).toMatchObject({ minute_left: null, day_left: null });
  });

  test('limits of no known plan give no plan', () => {
    const stated = measure(startingMeter(morning), morning, [
      answer({ ...minute, 'x-dailyquota-limit': '1000' }),
    ]);
    expect(facts(stated, morning).plan).toBeNull();
    expect(facts(startingMeter(morning), morning)).toMatchObject({ plan: null, limits_seen: null });
  });
});

describe('a day of Form 1 that is used up', () => {
  const granted = { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '12' };
  const usedUp = {
    'retry-after': '53999',
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '53999',
  };
  const refused = answer(
    usedUp,
    429,
    '{"error":{"code":"rate_limited","message":"Try again in 53999 seconds."}}',
  );
  const used = measure(measure(startingMeter(morning), morning, [answer(granted)]), morning + 1_000, [
    refused,
  ]);

  test('is no limit of the minute and no plan', () => {
    expect(facts(measure(startingMeter(morning), morning, [refused]), morning)).toMatchObject({
      plan: null,
      minute_limit: null,
      minute_left: null,
      day_limit: 1_000,
      day_left: 0,
    });
    expect(facts(used, morning + 2_000)).toMatchObject({ plan: 'growth', minute_left: 12, day_left: 0 });
    expect(used.spent).toBe(1_000);
  });

  test('is over once an answer succeeds, and the count stays', () => {
    const again = measure(used, morning + hour, [answer(granted)]);
    expect(facts(again, morning + hour)).toMatchObject({ plan: 'growth', day_left: null, day_limit: 1_000 });
    expect(again.spent).toBe(1_001);
  });

  test('ends with the day, also without a readable reset', () => {
    const { 'x-ratelimit-reset': _, ...headers } = usedUp;
    const unknown = measure(startingMeter(morning), morning, [
      answer(headers, 429, '{"error":{"code":"daily_quota_exceeded"}}'),
    ]);
    expect(facts(unknown, morning).day_left).toBe(0);
    const next = readMeter(JSON.stringify(unknown), morning + 15 * hour);
    expect(facts(next, morning + 15 * hour).day_left).toBeNull();
  });
});

test('the last five distinct faults are stored, newest first', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'b'];
  const meter = names.reduce(
    (grown, name, at) => measure(grown, morning + at, [], [refusal('server_error', name)]),
    startingMeter(morning),
  );
  expect(meter.troubles.map(({ sentence }) => sentence)).toEqual(['b', 'f', 'e', 'd', 'c']);
  expect(facts(meter, morning)).toMatchObject({ last_fault: '[server_error] b', last_fault_at: morning + 6 });
});

test('a meter belongs to key and address, and its cache key does not reveal them', () => {
  const key = 'rs_live_0123456789abcdefghij';
  const slot = meterSlot({ key, baseUrl: 'https://api.example.com' });
  expect(slot).toMatch(/^as3:meter:[a-z0-9]{11}$/);
  expect(slot).not.toBe(meterSlot({ key: `${key}x`, baseUrl: 'https://api.example.com' }));
  expect(slot).not.toBe(meterSlot({ key, baseUrl: 'https://other.example.com' }));
});
