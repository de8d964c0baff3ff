import { expect, test } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../src/index.ts';
import { startTestSandbox } from '../sandbox.ts';

test.each<[Partial<Record<keyof SandboxOptions, unknown>>, string]>([
  [{ form: 3 }, 'the form is 1 or 2'],
  [{ form: 1, port: 70_000 }, 'the port is 0 to 65535'],
  [{ form: 1, seed: 0.5 }, 'the seed is a whole number'],
  [{ form: 1, now: 'noon' }, 'The time "noon" is not ISO-8601'],
  [{ form: 1, adminToken: 'two words' }, 'visible characters only'],
])('options %j are refused: %s', async (options, sentence) => {
  await expect(startSandbox(options as unknown as SandboxOptions)).rejects.toThrow(sentence);
});

test('a port in use is refused with EADDRINUSE', async () => {
  const port = Number(new URL((await startTestSandbox(1)).baseUrl).port);
  await expect(startSandbox({ form: 2, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('after close, connections are refused', async () => {
  const sandbox = await startSandbox({ form: 1 });
  await sandbox.close();
  await expect(fetch(sandbox.baseUrl)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});
