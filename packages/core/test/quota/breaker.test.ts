import { describe, expect, it } from 'vitest';
import { ApiError, type FaultKind, toErrorFields } from '../../src/errors/api-error.ts';
import { deferQuestion, findOpenFault, tripBreaker } from '../../src/quota/pacer.ts';

const now = Date.UTC(2026, 10, 21, 5);
const minute = 60_000;

const fault = (kind: FaultKind, retryAt: number | null = null): ApiError =>
  new ApiError({ kind, owner: 'caller', message: `${kind}.`, hint: 'h', retryAt, spent: 2 });

describe('the breaker', () => {
  it.each(['auth.missing', 'auth.invalid', 'daily'] as const)('blocks every endpoint after %s', (kind) => {
    const breaker = tripBreaker({}, 'authority', fault(kind), now);
    for (const endpoint of ['authority', 'websites', 'analytics'] as const) {
      expect(findOpenFault(breaker, endpoint, now)?.kind).toBe(kind);
    }
  });

  it('blocks only the endpoint after forbidden', () => {
    const breaker = tripBreaker({}, 'authority', fault('forbidden'), now);
    expect(findOpenFault(breaker, 'authority', now)?.kind).toBe('forbidden');
    expect(findOpenFault(breaker, 'websites', now)).toBeNull();
  });

  it.each(['not_found', 'bad_request', 'server', 'burst', 'timeout', 'shape', 'budget'] as const)(
    'blocks no request after %s',
    (kind) => {
      const breaker = tripBreaker({}, 'authority', fault(kind, now + minute), now);
      expect(breaker).toEqual({});
      expect(findOpenFault(breaker, 'authority', now)).toBeNull();
    },
  );

  it('throws the fault again unchanged, at no cost', () => {
    const error = fault('auth.invalid');
    const met = findOpenFault(tripBreaker({}, 'authority', error, now), 'citations', now);
    expect(met && toErrorFields(met)).toEqual({ ...toErrorFields(error), spent: 0 });
  });
});

describe('a break of the breaker ends', () => {
  it('after the life of its fault', () => {
    const breaker = tripBreaker({}, 'authority', fault('auth.invalid'), now);
    expect(findOpenFault(breaker, 'authority', now + 10 * minute - 1)).not.toBeNull();
    expect(findOpenFault(breaker, 'authority', now + 10 * minute)).toBeNull();
  });

  it('at the end of the day that the service stated', () => {
    const breaker = tripBreaker({}, 'websites', fault('daily', now + 90_000), now);
    expect(findOpenFault(breaker, 'authority', now + 89_999)?.kind).toBe('daily');
    expect(findOpenFault(breaker, 'authority', now + 90_000)).toBeNull();
  });

  it('for the key, while that of an endpoint lasts', () => {
    const both = tripBreaker(
      tripBreaker({}, 'authority', fault('forbidden'), now),
      'authority',
      fault('daily', now + minute),
      now,
    );
    expect(findOpenFault(both, 'authority', now)?.kind).toBe('daily');
    expect(findOpenFault(both, 'authority', now + minute)?.kind).toBe('forbidden');
    expect(findOpenFault(both, 'citations', now + minute)).toBeNull();
  });
});

describe('a query that a failing service postpones', () => {
  const later = deferQuestion({}, 'authority ws_1', fault('server', now + minute), now);

  it('is blocked until then, and no other query is', () => {
    expect(findOpenFault(later, 'authority', now + minute - 1, 'authority ws_1')).toMatchObject({
      kind: 'server',
      spent: 0,
    });
    expect(findOpenFault(later, 'authority', now + minute, 'authority ws_1')).toBeNull();
    expect(findOpenFault(later, 'authority', now, 'authority ws_2')).toBeNull();
    expect(findOpenFault(later, 'authority', now)).toBeNull();
  });

  it.each(['timeout', 'burst', 'not_found'] as const)('is not blocked after %s', (kind) => {
    expect(deferQuestion({}, 'authority ws_1', fault(kind, now + minute), now)).toEqual({});
  });

  it('is not blocked without a retry time', () => {
    expect(deferQuestion({}, 'authority ws_1', fault('server'), now)).toEqual({});
  });

  it('is forgotten after that time', () => {
    const other = deferQuestion(later, 'authority ws_2', fault('server', now + 3 * minute), now + minute - 1);
    expect(Object.keys(other)).toEqual(['authority ws_1', 'authority ws_2']);
    const third = deferQuestion(other, 'authority ws_3', fault('server', now + 3 * minute), now + minute);
    expect(Object.keys(third)).toEqual(['authority ws_2', 'authority ws_3']);
  });
});

it.each([
  ['a shorter one', 1, 'first.'],
  ['one of the same length, which is the newest,', 2, 'second.'],
  ['a longer one', 3, 'second.'],
])('a lasting fault is kept after %s', (_, hours, met) => {
  const daily = (message: string, ends: number): ApiError =>
    new ApiError({ kind: 'daily', owner: 'caller', message, hint: 'h', retryAt: now + ends * 60 * minute });
  const first = tripBreaker({}, 'authority', daily('first.', 2), now);
  expect(
    findOpenFault(tripBreaker(first, 'authority', daily('second.', hours), now), 'authority', now)?.message,
  ).toBe(met);
});
