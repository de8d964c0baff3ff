import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCE = new URL('../../src/', import.meta.url);

/** The sandbox implements the specification independently of the client and shares no code with it. */
test('the source imports only itself, Node, commander, hono and zod', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(20);
  const imported = files.flatMap((name) =>
    [...readFileSync(new URL(name, SOURCE), 'utf8').matchAll(/\bfrom '([^']+)'/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  const foreign = imported.filter(
    (name) =>
      !/^(\.{1,2}\/.*\.(ts|json)|node:[a-z/]+|commander|hono|@hono\/node-server(\/.*)?|zod)$/.test(name),
  );
  expect(foreign).toEqual([]);
});
