import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/**
 * The tests share no state, so that a worker loads each module once. They wait two thirds of their time. Each database
 * counts 128 MB to V8, which by default collects all garbage for each of them.
 */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      isolate: false,
      globalSetup: ['test/support/global-setup.ts'],
      maxWorkers: 4,
      execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=64', '--initial-old-space-size=512'],
    },
  }),
);
