import { expect, test } from 'vitest';
import { get, startTestSandbox } from '../sandbox.ts';

test.each([
  [1, '20'],
  [2, '300'],
] as const)('Form %i allows test keys %s calls per minute', async (form, limit) => {
  const sandbox = await startTestSandbox(form);
  const response = await get(sandbox, '/api/v1/websites', sandbox.keys.test);
  expect(response.headers.get('x-ratelimit-limit')).toBe(limit);
});
