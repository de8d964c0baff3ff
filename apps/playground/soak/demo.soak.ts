import { describe, expect, test } from 'vitest';
import type { JsonReport } from '../src/demo/report.ts';
import { expectCleanStop, runDemoProcess } from '../test/fixtures/demo-process.ts';

describe('demo', () => {
  test('prints one JSON object and stays until a signal', async () => {
    let url = '';
    const { code, out } = await runDemoProcess(
      ['--json'],
      {},
      (text, stop) => {
        if (!text.endsWith('}\n')) return;
        url = (JSON.parse(text) as JsonReport).urls.playground ?? '';
        fetch(url).then(stop);
      },
      'SIGHUP',
    );
    expect(code).toBe(0);
    expect((JSON.parse(out) as JsonReport).digest.recipients).toHaveLength(2);
    await expect(fetch(url)).rejects.toThrow();
  });

  test.each([
    ['✓ Browser', 'SIGHUP'],
    ['✓ Form 1', 'SIGTERM'],
    ['✓ Snapshots', 'SIGINT'],
    ['✓ Monday', 'SIGTERM'],
  ] as const)('closes everything when stopped after "%s" by %s', expectCleanStop);
});
