import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/** The tests share no state, so that a worker loads each module once. They wait two thirds of their time. */
export default mergeConfig(
  shared,
  defineConfig({ test: { isolate: false, globalSetup: ['build/command.ts'], maxWorkers: 4 } }),
);
