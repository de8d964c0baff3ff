import { plans } from '@answershare/core';
import type { Schedule } from './schedule.ts';

/** The plan that has a limit a minute or a day; null where no plan has it or nothing told it. */
export function planGuess(perMinute: number | null, perDay: number | null): Schedule['plan'] | null {
  const names: readonly Schedule['plan'][] = ['starter', 'growth', 'enterprise'];
  return (
    names.find(
      (name) =>
        (perMinute !== null || perDay !== null) &&
        (perMinute === null || plans[name].perMinute === perMinute) &&
        (perDay === null || plans[name].perDay === perDay),
    ) ?? null
  );
}
