import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const here = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = here('../../README.md');

test('the README lists every kind of fault and no other', () => {
  const source = here('../../src/errors/api-error.ts');
  const [, union = ''] = /export type FaultKind =([^;]*);/.exec(source) ?? [];
  const kinds = [...union.matchAll(/'([^']+)'/g)].map(([, kind]) => kind);
  const [, table = ''] = /\| `kind`.*\n((?:\|.*\n)+)/.exec(readme) ?? [];
  const listed = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
  expect(listed.map(([, kind]) => kind).sort()).toEqual(kinds.sort());
  expect(kinds.length).toBeGreaterThan(10);
});

test('the README names only files that exist', () => {
  const properties = [...readme.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, file]) => `../properties/${file}`);
  const folders = [...readme.matchAll(/`(test\/[\w-]+)`/g)].map(([, folder]) => `../../${folder}`);
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => `../../${link}`);
  for (const path of [...properties, ...folders, ...links])
    expect(existsSync(new URL(path, import.meta.url)), path).toBe(true);
});
