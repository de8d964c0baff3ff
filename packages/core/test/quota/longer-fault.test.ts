import { expect, it } from 'vitest';
import { ApiError } from '../../src/errors/api-error.ts';
import { breakOf, broken } from '../../src/quota/breaker.ts';

const now = Date.UTC(2026, 10, 21, 5);
const daily = (hours: number, hint: string): ApiError =>
  new ApiError({ kind: 'daily', owner: 'caller', message: 'm', hint, retryAt: now + hours * 3_600_000 });

it.each([
  ['a shorter one', 1, 'first'],
  ['one of the same length, which is the newest,', 2, 'second'],
  ['a longer one', 3, 'second'],
])('after a fault that lasts, %s leaves the one that is told', (_, hours, told) => {
  const first = broken({}, 'authority', daily(2, 'first'), now);
  const second = broken(first, 'authority', daily(hours, 'second'), now);
  expect(breakOf(second, 'authority', now)?.hint).toBe(told);
});
