import { it } from 'vitest';
import { checkMutations } from '../test/mutation-law.ts';

it('100,000 changed places give equal, newly stated or unknown figures, or drift', () => {
  console.log(JSON.stringify(checkMutations(100_000)));
});
