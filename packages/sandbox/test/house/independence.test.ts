import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCE = new URL('../../src/', import.meta.url);

/** The sandbox is a second reading of the specification: it shares no code with the client it is asked by. */
test('the source imports itself, Node, hono and zod, and nothing else', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(20);
  const imported = files.flatMap((name) =>
    [...readFileSync(new URL(name, SOURCE), 'utf8').matchAll(/\bfrom '([^']+)'/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  const strangers = imported.filter(
    (name) => !/^(\.{1,2}\/.*\.ts|node:[a-z/]+|hono|@hono\/node-server(\/.*)?|zod)$/.test(name),
  );
  expect(strangers).toEqual([]);
});
