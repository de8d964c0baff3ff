import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Mapping } from '../../src/index.ts';
import { type ReaderName, readers } from './readers.ts';

const page = readFileSync(new URL('../../../../docs/value-shapes.md', import.meta.url), 'utf8');

interface Example {
  readonly kind: ReaderName;
  readonly body: unknown;
  mapping?: Mapping;
  value?: unknown;
  refused?: string;
}

/** The examples of the page: a body, perhaps a mapping, and what comes of it. */
function examplesOf(markdown: string): Example[] {
  const examples: Example[] = [];
  for (const [, what = '', kind = '', text = ''] of markdown.matchAll(
    /```json (\w+) ?(\w*)\n([\s\S]*?)```/g,
  )) {
    const last = examples.at(-1);
    if (what === 'body') examples.push({ kind: kind as ReaderName, body: JSON.parse(text) });
    else if (last && what === 'mapping') last.mapping = JSON.parse(text) as Mapping;
    else if (last && what === 'value') last.value = JSON.parse(text);
    else if (last && what === 'refused') last.refused = text.trim();
  }
  return examples;
}

const examples = examplesOf(page);

it('the page has an example of every reader, one of a mapping and one of a refusal', () => {
  expect([...new Set(examples.map(({ kind }) => kind))].sort()).toEqual(Object.keys(readers).sort());
  expect(examples.some(({ mapping }) => mapping !== undefined)).toBe(true);
  expect(examples.some(({ refused }) => refused !== undefined)).toBe(true);
});

it.each(examples.map((example, at) => [`${at + 1}: ${example.kind}`, example] as const))(
  'example %s comes out as the page says',
  (_, { kind, body, mapping, value, refused }) => {
    const reading = readers[kind](body, mapping ? { mapping } : {});
    if (refused === undefined) expect(reading.ok ? reading.value : reading.reason).toEqual(value);
    else expect(reading.ok ? reading.value : reading.reason).toBe(refused);
  },
);
