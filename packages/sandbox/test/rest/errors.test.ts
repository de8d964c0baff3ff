import { describe, expect, test } from 'vitest';
import { forms, get, pathFor, readError, startTestSandbox } from '../sandbox.ts';

describe.each(forms)('Form %i', (form) => {
  test.each(['unscoped', 'free'] as const)('the key %s is 403', async (label) => {
    const sandbox = await startTestSandbox(form);
    const response = await get(sandbox, '/api/v1/websites', sandbox.keys[label]);
    expect(response.headers.get('retry-after')).toBeNull();
    // It counts.
    if (label === 'unscoped') expect(response.headers.get('x-ratelimit-remaining')).toBe('299');
    const code = form === 1 ? 'forbidden' : 'insufficient_scope';
    expect(await readError(response)).toMatchObject({ status: 403, code });
  });

  test('checks limits before the scope, and the scope before parameters', async () => {
    const sandbox = await startTestSandbox(form);
    const { unscoped } = sandbox.keys;
    const read = async (path: string): Promise<number> =>
      (await readError(await get(sandbox, path, unscoped))).status;
    await sandbox.admin.setUsage('unscoped', { minute: 300 });
    expect(await read(pathFor(sandbox, 'analytics'))).toBe(429);
    await sandbox.admin.setUsage('unscoped', { minute: 0 });
    expect(await read('/api/v1/analytics')).toBe(403);
  });
});
