import { defineConfig } from 'vitest/config';

/** The tests that mutants of reading/ have to meet: all but the hundred thousand changed bodies, which take too long. */
export default defineConfig({
  test: {
    include: ['test/reading/**/*.test.ts'],
    exclude: ['test/reading/mutation.test.ts'],
    setupFiles: ['test/same-seed.ts'],
    testTimeout: 20_000,
  },
});
