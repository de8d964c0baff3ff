import fc from 'fast-check';
import { seedOfRuns } from '../support/fixed-seed.ts';

export interface FuzzRuns {
  readonly numRuns: number;
  readonly seed: number;
  /** Processor time that one input may take. */
  readonly maxSeconds: number;
}

/** The same inputs each time, for `npm test`. */
export const fewRuns: FuzzRuns = { numRuns: 300, seed: seedOfRuns, maxSeconds: Number.POSITIVE_INFINITY };

/** Other inputs each night. `FUZZ_SEED` repeats a run by the seed that it printed. */
export const manyRuns: FuzzRuns = {
  numRuns: Number(process.env.FUZZ_CALLS ?? 100_000),
  seed: Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31),
  maxSeconds: 1,
};

/** Runs a function with so many values, and prints seed, count and the longest processor time. @throws for what throws or lasts */
export async function fuzzInputs<T>(
  title: string,
  values: fc.Arbitrary<T>,
  run: (value: T) => unknown,
  { numRuns, seed, maxSeconds }: FuzzRuns,
): Promise<void> {
  let [inputs, longest] = [0, 0];
  const property = fc.asyncProperty(values, async (value) => {
    const before = process.cpuUsage();
    await run(value);
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    inputs += 1;
    longest = Math.max(longest, seconds);
    if (seconds > maxSeconds) throw new Error(`took ${seconds} s of processor time`);
    for (const inherited in {}) throw new Error(`Object.prototype has ${inherited}`);
  });
  try {
    await fc.assert(property, { numRuns, seed });
  } finally {
    if (maxSeconds < Number.POSITIVE_INFINITY)
      console.log(
        `${title}: seed ${seed}, ${inputs} inputs, the longest took ${longest.toFixed(3)} s of processor time`,
      );
  }
}
