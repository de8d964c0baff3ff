import fc from 'fast-check';

/** Properties are tried with the same values in every run, so that a mutant's fate does not change from run to run. */
fc.configureGlobal({ seed: 20_261_121 });
