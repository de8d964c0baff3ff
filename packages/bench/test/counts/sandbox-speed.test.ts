import { startSandbox } from '@answershare/sandbox';
import { expect, it } from 'vitest';
import { answersPerSecond, commandStart } from '../../src/benches/sandbox-speed.ts';

it('B11: the command is waited for until it is ready, and ended', async () => {
  expect(await commandStart()).toBeGreaterThan(0);
});

it('B11: every answer is counted once, however many are asked at once', async () => {
  const sandbox = await startSandbox({ form: 1 });
  try {
    const rates = await answersPerSecond(sandbox, { batches: 2, size: 20, atOnce: 3 });
    expect(rates).toHaveLength(2);
    expect((await sandbox.admin.requests()).byKey.enterprise).toBe(40);
  } finally {
    await sandbox.close();
  }
});
