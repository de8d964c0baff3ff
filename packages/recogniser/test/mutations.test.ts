import { expect, it } from 'vitest';
import { checkMutations } from './mutation-law.ts';

it('one changed place in a learnt body gives equal, newly stated or unknown figures, or drift', () => {
  const { same, drift } = checkMutations(800);
  expect(Math.min(same, drift)).toBeGreaterThan(100);
});
