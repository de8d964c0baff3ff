import * as fc from 'fast-check';
import { seedOfRuns } from '../support/fixed-seed.ts';
import type { Law } from './law.ts';
import { play, type Script } from './play.ts';

/** Runs of one property. */
const runs = Number(process.env.PROPERTY_RUNS ?? 75);

/** Checks laws on generated scripts. @throws with the smallest script that breaks one */
export async function checkLaws(
  laws: Law | readonly Law[],
  scripts: fc.Arbitrary<Script>,
  numRuns = runs,
  seed = seedOfRuns,
): Promise<void> {
  const all = typeof laws === 'function' ? [laws] : laws;
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const ledger = await play(script);
      const found = all.flatMap((law) => law(ledger, script));
      if (found.length > 0) throw new Error(found.join('\n'));
    }),
    { numRuns, seed },
  );
}
