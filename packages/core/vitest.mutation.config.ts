import { defineConfig } from 'vitest/config';

/** The tests that mutants have to meet: those that need no fuzz and no walk through every switch. */
export default defineConfig({
  test: {
    include: ['test/{quota,faults,dialects,reading,resources,doctor}/**/*.test.ts'],
    exclude: ['test/reading/mutation.test.ts'],
    testTimeout: 20_000,
  },
});
