import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const page = fileURLToPath(new URL('../README.md', import.meta.url));
const runner = fileURLToPath(new URL('../run.ts', import.meta.url));
const block = /^\$ npm run -s example (\S+)\n[^`]*/gm;
const shown = [...readFileSync(page, 'utf8').matchAll(block)].map(([, name = '']) => name);
const outputs = new Map<string, string>();

test.each(shown)('%s runs', async (name) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [runner, name]);
  expect(stderr).toBe('');
  outputs.set(name, stdout);
});

/** Where an example changes what it prints, `vitest -u` writes the page anew. */
test('the page shows what each example prints', async () => {
  const anew = readFileSync(page, 'utf8').replace(
    block,
    (_, name: string) => `$ npm run -s example ${name}\n${outputs.get(name)}`,
  );
  await expect(anew).toMatchFileSnapshot(page);
});

test('the page shows every example, and an unknown name prints them all', async () => {
  const failed = promisify(execFile)(process.execPath, [runner, 'citation']).then(
    () => null,
    (error: { code: number; stderr: string }) => error,
  );
  const message = await failed;
  expect(message?.code).toBe(2);
  const [, names = ''] = /^There is no example "citation": (.*)\.\n$/.exec(message?.stderr ?? '') ?? [];
  expect(names.split(', ').sort()).toEqual([...shown].sort());
});
