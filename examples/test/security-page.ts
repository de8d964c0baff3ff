import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const securityPage = readFileSync(join(root, 'SECURITY.md'), 'utf8');

/** Threat, defence and tests of each row of the table, and the file and title of each test. */
export const rows = securityPage
  .split('\n')
  .filter((line) => /^\| (?!Threat|-)/.test(line))
  .map((line) => {
    const [, threat = '', defence = '', tests = ''] = line.split(/ ?\| ?/);
    const named = [...tests.matchAll(/\[`[^`]+`\]\(([^)]+)\) "([^"]+)"/g)].map(
      ([, file = '', title = '']) => ({ file, title }),
    );
    return { threat, defence, named };
  });

/** The file of the test that the table names by this title. */
export function findTestFile(title: string): string {
  const found = rows.flatMap(({ named }) => named).find((one) => one.title === title);
  if (found === undefined) throw new Error(`SECURITY.md names no test "${title}"`);
  return found.file;
}
