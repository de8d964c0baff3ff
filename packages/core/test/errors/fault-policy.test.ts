import { describe, expect, it } from 'vitest';
import { ApiError, type FaultKind } from '../../src/errors/api-error.ts';
import { faultLifeMs, isPassing, toFaultScope } from '../../src/errors/fault-policy.ts';

const second = 1_000;
const minute = 60 * second;
const now = Date.UTC(2026, 10, 21, 5);

const fault = (kind: FaultKind, retryAt: number | null = null): ApiError =>
  new ApiError({ kind, owner: 'caller', message: 'm', hint: 'h', retryAt });

type Row = readonly [FaultKind, lifeMs: number, scope: ReturnType<typeof toFaultScope>, passing: boolean];

const consequences: readonly Row[] = [
  ['auth.missing', 10 * minute, 'key', false],
  ['auth.invalid', 10 * minute, 'key', false],
  ['forbidden', 60 * minute, 'endpoint', false],
  ['bad_request', 10 * minute, 'question', false],
  ['not_found', 10 * minute, 'question', false],
  ['shape', 10 * minute, 'question', true],
  ['window', 10 * minute, 'question', false],
  ['burst', minute, 'key', true],
  ['daily', 60 * minute, 'key', true],
  ['budget', minute, 'question', true],
  ['server', minute / 2, 'question', true],
  ['transport', minute / 2, 'question', true],
  ['timeout', minute / 2, 'question', true],
  ['bad_body', minute / 2, 'question', true],
  ['pending', minute / 2, 'question', true],
  ['paused', minute / 2, 'question', true],
  ['unexpected', minute / 2, 'question', false],
];

describe.each(consequences)('a fault of kind %s', (kind, lifeMs, scope, passing) => {
  it(`is remembered for ${lifeMs / second} s`, () => expect(faultLifeMs(fault(kind), now)).toBe(lifeMs));
  it(`concerns one ${scope}`, () => expect(toFaultScope(fault(kind))).toBe(scope));
  it(passing ? 'leaves an older answer' : 'speaks against an older answer', () =>
    expect(isPassing(fault(kind))).toBe(passing),
  );
});

describe('a limit', () => {
  it.each(['burst', 'daily', 'budget'] as const)('of kind %s is remembered until it ends', (kind) => {
    expect(faultLifeMs(fault(kind, now + 42_000), now)).toBe(42_000);
    expect(faultLifeMs(fault(kind, now + 5 * 60 * minute), now)).toBe(5 * 60 * minute);
  });

  it.each([now + 1, now, now - minute])('is remembered for a second at least', (retryAt) => {
    expect(faultLifeMs(fault('burst', retryAt), now)).toBe(1_000);
  });
});

describe('the retry time of a server failure', () => {
  it.each([
    [5 * minute, 5 * minute],
    [7 * second, 7 * second],
    [0, second],
    [10 * minute, 10 * minute],
    [11 * minute, 10 * minute],
  ])('that is %i ms away is remembered for %i ms, between a second and ten minutes', (away, life) => {
    expect(faultLifeMs(fault('server', now + away), now)).toBe(life);
  });
});
