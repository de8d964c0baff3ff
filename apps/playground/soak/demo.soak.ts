import { describe, expect, test } from 'vitest';
import type { JsonReport } from '../src/demo/report.ts';
import { expectCleanStop, runDemoProcess } from '../test/fixtures/demo-process.ts';

describe('demo', () => {
  test('keeps its pages open until stopped, then closes everything', async () => {
    const answers: Promise<number>[] = [];
    const { code, out } = await runDemoProcess([], {}, (heard, stop) => {
      if (!heard.includes('Ctrl-C ends it.') || answers.length > 0) return;
      const urls = heard.match(/http:\/\/127\.0\.0\.1:\d+\//g) ?? [];
      for (const url of urls) answers.push(fetch(url).then(({ status }) => status));
      Promise.allSettled(answers).then(stop);
    });
    expect(code).toBe(0);
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200]);
    expect(out).toContain('=CITATIONS(A4:A11)');
    expect(out).toMatch(/share of voice \d\d\.\d % no clear change/);
  });

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
    ['✓ Form 2', 'SIGHUP'],
    ['✓ Snapshots', 'SIGINT'],
    ['✓ Monday', 'SIGTERM'],
    ['✓ Page', 'SIGINT'],
  ] as const)('closes everything when stopped after "%s" by %s', expectCleanStop);
});
