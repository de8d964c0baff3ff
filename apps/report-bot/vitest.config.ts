import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/** The command is bundled anew, because most tests run it as a process. */
export default mergeConfig(shared, defineConfig({ test: { globalSetup: ['build/command.ts'] } }));
