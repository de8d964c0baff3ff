import { startSandbox } from '@answershare/sandbox';
import { expect, it } from 'vitest';
import { measureCommandStart, measureThroughput } from '../../src/benches/sandbox-speed.ts';

it('B11: waits until the command is ready, then ends it', async () => {
  expect(await measureCommandStart()).toBeGreaterThan(0);
});

it('B11: counts each response once at any concurrency', async () => {
  const sandbox = await startSandbox({ form: 1 });
  try {
    const rates = await measureThroughput(sandbox, { batches: 2, size: 20, atOnce: 3 });
    expect(rates).toHaveLength(2);
    expect((await sandbox.admin.requests()).byKey.enterprise).toBe(40);
  } finally {
    await sandbox.close();
  }
});
