import fc from 'fast-check';

/** Properties are tried with the same values in every run; `PROPERTY_SEED=7 pnpm test` tries others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });
