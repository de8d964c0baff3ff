import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QUIRKS } from '../../src/index.ts';

/** Tested in test/webhooks: no call of the API shows it. */
const WEBHOOK_ITEM = 34;

const TESTS = new URL('./', import.meta.url);
const SOURCE = new URL('../../src/', import.meta.url);

/** Every `testEachValue('name', …` in this folder; that function requires a case for each value. */
const tested = new Set(
  readdirSync(TESTS)
    .filter((name) => name.startsWith('item-'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, TESTS), 'utf8').matchAll(/\btestEachValue\(\s*'(\w+)'/g),
    ])
    .map(([, name]) => name),
);

const choices = Object.entries(QUIRKS).filter(([, row]) => row.kind === 'choice');

test('every value of every switch has a test over HTTP', () => {
  const names = choices.filter(([, row]) => row.item !== WEBHOOK_ITEM).map(([name]) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !tested.has(name))).toEqual([]);
});

test('every undecided item has a switch', () => {
  const items = new Set(Object.values(QUIRKS).map((row) => row.item));
  const missing = Array.from({ length: 35 }, (_, i) => i + 1).filter((item) => !items.has(item));
  expect(missing.filter((item) => item !== WEBHOOK_ITEM)).toEqual([]);
});

test('every row names its file, has a valid default and describes each value', () => {
  for (const [name, row] of Object.entries(QUIRKS)) {
    const source = readFileSync(new URL(row.acts, SOURCE), 'utf8');
    if (row.item !== WEBHOOK_ITEM) expect(source, row.acts).toMatch(new RegExp(`\\b${name}\\b`));
    if (row.kind !== 'choice') continue;
    const values: Readonly<Record<string, string>> = row.values;
    expect(values).toHaveProperty([row.standard]);
    expect(Object.values(values).every((description) => description.length > 0)).toBe(true);
  }
});

test('the schema of every switch accepts its default', () => {
  for (const [, row] of choices) expect(row.schema.safeParse(row.standard).success).toBe(true);
});
