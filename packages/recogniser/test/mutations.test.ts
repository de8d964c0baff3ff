import { expect, it } from 'vitest';
import { checkMutations } from './mutation-law.ts';

it('a change of one place after learning gives the same figures, those that the body now states, unknown ones, or drift', () => {
  const { same, drift } = checkMutations(800);
  expect(Math.min(same, drift)).toBeGreaterThan(100);
});
