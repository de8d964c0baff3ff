import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Most tests wait for processes and sockets: two files at a time also on a machine with one core.
    maxWorkers: 2,
    // For what hangs. A busy machine takes several times as long as a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 180_000 } },
    reporters: ['default', ['json', { outputFile: '.test-report.json' }]],
  },
});
