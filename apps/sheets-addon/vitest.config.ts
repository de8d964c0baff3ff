import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/** The tests share no state, so that a worker loads each module once. They wait half of their time. */
export default mergeConfig(shared, defineConfig({ test: { isolate: false, maxWorkers: 3 } }));
