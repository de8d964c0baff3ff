import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');

/** Threat, defence and tests of each row of the table, and the file and title of each test. */
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!Threat|-)/.test(line))
  .map((line) => {
    const [, threat = '', defence = '', tests = ''] = line.split(/ ?\| ?/);
    const named = [...tests.matchAll(/\[`[^`]+`\]\(([^)]+)\) "([^"]+)"/g)].map(
      ([, file = '', title = '']) => ({
        file,
        title,
      }),
    );
    return { threat, defence, named };
  });

test('the page says how to report a weakness', () => {
  expect(page).toMatch(/^## Reporting\n\n.*in private/m);
});

test('every threat has a defence and a test that is there', () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const { threat, defence, named } of rows) {
    expect(defence, threat).not.toBe('');
    expect(named.length, threat).toBeGreaterThan(0);
    for (const { file, title } of named) {
      expect(existsSync(join(root, file)), file).toBe(true);
      expect(readFileSync(join(root, file), 'utf8'), `${file}: ${title}`).toMatch(
        new RegExp(`['"\`]${title.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')}['"\`]`),
      );
    }
  }
});
