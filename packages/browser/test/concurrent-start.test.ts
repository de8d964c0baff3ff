import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('start-on-signal.ts', import.meta.url));
let cache: string;

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'answershare-browser-'));
});
afterEach(() => rm(cache, { recursive: true, force: true }));

function waiting() {
  const child = spawn(process.execPath, [program, cache], { stdio: 'pipe' });
  const ready = once(child.stdout, 'data').then(([first]) => String(first));
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([out, err, [code]]) => ({ out, err, code }),
  );
  return { ready, ended, tell: () => child.stdin.end('start\n'), end: () => child.kill() };
}

test('starts a browser in each of two concurrent processes with an empty cache folder', async () => {
  const children = [waiting(), waiting()];
  try {
    for (const child of children) expect(await child.ready).toBe('ready\n');
    for (const child of children) child.tell();
    for (const child of children) {
      expect(await child.ended).toEqual({
        out: expect.stringContaining('Share of voice\n'),
        err: '',
        code: 0,
      });
    }
  } finally {
    for (const child of children) child.end();
  }
  const kept =
    process.platform === 'linux'
      ? [expect.stringMatching(/^chromium-\d+\.\d+\.\d+-kosugi-\d+\.\d+\.\d+$/)]
      : [];
  expect(await readdir(cache)).toEqual(kept);
});
