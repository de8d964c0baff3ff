import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Limit, limits, rules } from '../src/index.ts';

const rows: [string, Limit][] = Object.entries(limits);

test.each(rows)('%s has a page, and a note if assumed', (_, limit) => {
  expect(limit.page).toMatch(/^(guides|reference|workspace\/add-ons)\//);
  expect(limit.status === 'documented' || limit.note !== undefined).toBe(true);
});

test('enforces every row somewhere', async () => {
  const folder = new URL('../src/', import.meta.url);
  const names = await readdir(folder, { recursive: true });
  const sources = await Promise.all(
    names.filter((name) => name.endsWith('.ts')).map((name) => readFile(new URL(name, folder), 'utf8')),
  );
  const text = sources.join('\n');
  expect(rows.map(([name]) => name).filter((name) => !text.includes(`limits.${name}.value`))).toEqual([]);
});

test('each rule has a page, and a note if assumed', () => {
  for (const rule of Object.values(rules).flat()) {
    expect(rule.page).toMatch(/^(guides|reference|concepts|workspace\/add-ons)\//);
    expect(rule.status === 'documented' || rule.note !== undefined, rule.rule).toBe(true);
  }
});
