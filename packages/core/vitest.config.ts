import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/** The tests of this package share no state, so that a worker loads each module once. */
export default mergeConfig(
  shared,
  defineConfig({ test: { isolate: false, setupFiles: ['test/support/fixed-seed.ts'] } }),
);
