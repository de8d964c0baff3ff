import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../src/', import.meta.url).pathname;

/** Each folder imports from those before it alone; `.` is what the two script files hold. */
const order =
  '../i18n formulas texts ports cells connection cache functions tracking actions query google sidebar .'.split(
    ' ',
  );

test('folders import in one direction', () => {
  const wrong = globSync('**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)]
      .map(([, path = '']) => dirname(join(dirname(file), path)))
      .filter((folder) => !order.includes(folder) || order.indexOf(folder) > order.indexOf(dirname(file)))
      .map((folder) => `${file} imports ${folder}`),
  );
  expect(wrong).toEqual([]);
});
