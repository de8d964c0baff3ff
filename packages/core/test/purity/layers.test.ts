import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../src/', import.meta.url).pathname;

/** Each folder imports from those before it alone; `.` is the folder of the clients. */
const order =
  'resources calendar json keys errors recipes quota exchange dialects query faults request negotiation cache . doctor statistics webhooks'.split(
    ' ',
  );

it('folders import in one direction', () => {
  const wrong = globSync('**/*.ts', { cwd: root })
    .filter((file) => !['index.ts', 'statistics.ts', 'webhooks.ts'].includes(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)]
        .map(([, path = '']) => dirname(join(dirname(file), path)))
        .filter(
          (folder) => !(order.indexOf(folder) <= order.indexOf(dirname(file)) && order.includes(folder)),
        )
        .map((folder) => `${file} imports ${folder}`),
    );
  expect(wrong).toEqual([]);
});
