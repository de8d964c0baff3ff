import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutations } from '../soak/mutations.ts';
import { findTestFile, root, rows, securityPage } from './security-page.ts';

test('the page says how to report a weakness', () => {
  expect(securityPage).toMatch(/^## Reporting\n\n.*in private/m);
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

test('every row has a test whose defence can be removed, at a place that is there', () => {
  for (const { threat, named } of rows)
    expect(named.filter(({ title }) => mutations[title] !== undefined).length, threat).toBeGreaterThan(0);
  for (const [title, all] of Object.entries(mutations)) {
    expect(findTestFile(title)).not.toBe('');
    for (const [file, from, to] of all) {
      expect(readFileSync(join(root, file), 'utf8'), `${file}: ${title}`).toContain(from);
      expect(to).not.toContain(from);
    }
  }
});
