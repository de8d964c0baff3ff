import { it } from 'vitest';
import { checkMutations } from '../test/mutation-law.ts';

it('100,000 changes of one place', () => {
  console.log(JSON.stringify(checkMutations(100_000)));
});
