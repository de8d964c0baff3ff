import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../src/', import.meta.url).pathname;

/** Each folder imports from those before it alone. */
const order = ['web', 'workbook', 'inbox', 'world', 'page', 'page/client', 'demo', '.'];

test('folders import in one direction', () => {
  const wrong = globSync('**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)]
      .map(([, path = '']) => dirname(join(dirname(file), path)))
      .filter((folder) => !order.slice(0, order.indexOf(dirname(file)) + 1).includes(folder))
      .map((folder) => `${file} imports ${folder}`),
  );
  expect(wrong).toEqual([]);
});
