import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../../vitest.soak.config.ts';

export default mergeConfig(shared, defineConfig({ test: { globalSetup: ['test/support/global-setup.ts'] } }));
