import { type RateState, readLimits } from '@answershare/core';
import { recogniseLimits } from '../../src/index.ts';

/** The limits of one answer, by the recipe that its own headers give. */
export function readByOwnRecipe(headers: Readonly<Record<string, string>>, at: number): RateState {
  return readLimits(recogniseLimits([{ headers, at }]), headers, at);
}

export const withLowerCaseNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
