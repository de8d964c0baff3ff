import { defineConfig } from 'vitest/config';

/** The tests that mutants have to meet: the pure ones. A test that needs a server says so in its name. */
export default defineConfig({
  test: {
    include: ['test/{dialects,quota,faults}/**/*.test.ts'],
    exclude: ['**/*-over-http.test.ts'],
    setupFiles: ['test/same-seed.ts'],
    testTimeout: 20_000,
  },
});
