import { defineConfig } from 'vitest/config';

/** Runs that take minutes: kill tables, hostile input, simulations. Not part of `npm test`. */
export default defineConfig({
  test: {
    include: ['soak/**/*.soak.ts'],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 180_000,
  },
});
