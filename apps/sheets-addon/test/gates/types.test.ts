import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';

const tsc = join(root, 'node_modules/.bin/tsc');

test('the source compiles with Apps Script’s declarations', () => {
  execFileSync(tsc, ['-p', 'tsconfig.json'], { cwd: root });
  execFileSync(tsc, ['-p', 'tsconfig.sidebar.json'], { cwd: root });
});

test('a planted use of a missing API does not compile', () => {
  const folder = mkdtempSync(join(root, '.planted-'));
  try {
    const uses = [
      'export const a = setTimeout(() => 1, 1);',
      "export const b = new URL('https://a.example');",
      'export const c = [1].at(0);',
      "export const d = 'a'.replaceAll('a', 'b');",
      'export const e = fetch;',
      'export const f = process.env;',
    ];
    for (const [at, use] of uses.entries()) writeFileSync(join(folder, `planted-${at}.ts`), `${use}\n`);
    const config = { extends: '../tsconfig.json', include: ['*.ts'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout, status } = spawnSync(tsc, ['-p', folder, '--pretty', 'false'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    const found = new Set([...stdout.matchAll(/planted-(\d)\.ts\(/g)].map(([, at]) => Number(at)));
    expect([...found].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
