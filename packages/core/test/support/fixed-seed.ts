import fc from 'fast-check';

/** `PROPERTY_SEED=7 pnpm test` tries other values. */
export const seedOfRuns = Number(process.env.PROPERTY_SEED ?? 20_261_121);

/** Properties are tried with the same values in every run: what passes passes again, and a mutant's fate does not change. */
fc.configureGlobal({ seed: seedOfRuns });
