import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QUIRKS } from '../../src/index.ts';

/** Tried in test/webhooks: a request to the API cannot show it. */
const WEBHOOK_ITEM = 34;

const TESTS = new URL('./', import.meta.url);
const SOURCE = new URL('../../src/', import.meta.url);

/** Every `alternatives('name', …` in this folder; that function refuses a list of cases that is not that of the values. */
const tried = new Set(
  readdirSync(TESTS)
    .filter((name) => name.startsWith('item-'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, TESTS), 'utf8').matchAll(/\balternatives\(\s*'(\w+)'/g),
    ])
    .map(([, name]) => name),
);

const choices = Object.entries(QUIRKS).filter(([, row]) => row.kind === 'choice');

test('every switch with named values has each of them tried over HTTP', () => {
  const here = choices.filter(([, row]) => row.item !== WEBHOOK_ITEM).map(([name]) => name);
  expect(here.length).toBeGreaterThan(50);
  expect(here.filter((name) => !tried.has(name))).toEqual([]);
});

test('every undecided item has a switch', () => {
  const items = new Set(Object.values(QUIRKS).map((row) => row.item));
  const missing = Array.from({ length: 35 }, (_, i) => i + 1).filter((item) => !items.has(item));
  expect(missing.filter((item) => item !== WEBHOOK_ITEM)).toEqual([]);
});

test('every row names its file, its default is one of its values, and no value is without words', () => {
  for (const [name, row] of Object.entries(QUIRKS)) {
    const source = readFileSync(new URL(row.acts, SOURCE), 'utf8');
    if (row.item !== WEBHOOK_ITEM) expect(source, row.acts).toMatch(new RegExp(`\\b${name}\\b`));
    if (row.kind !== 'choice') continue;
    const values: Readonly<Record<string, string>> = row.values;
    expect(values).toHaveProperty([row.standard]);
    expect(Object.values(values).every((words) => words.length > 0)).toBe(true);
  }
});

test('a switch that a request can set has the default of the table when nothing is said', () => {
  for (const [, row] of choices) expect(row.schema.safeParse(row.standard).success).toBe(true);
});
