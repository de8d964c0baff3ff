import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { formatFunctionPage } from '../../build/function-page.ts';
import { catalogue } from '../../src/index.ts';
import { startLocalAddon } from '../support/local-addon.ts';
import { readPushedFile } from '../support/pushed-files.ts';

test('docs/FUNCTIONS.md equals the catalogue', () => {
  expect(readFileSync(join(root, 'docs/FUNCTIONS.md'), 'utf8')).toBe(formatFunctionPage(catalogue));
});

test('autocomplete shows the catalogue’s text', async () => {
  await using addon = await startLocalAddon(1);
  const listed = (await addon.host.functions()).filter(({ customFunction }) => customFunction);
  expect(listed.map(({ name, description, params }) => ({ name, description, params }))).toEqual(
    catalogue.map(({ name, description, parameters }) => ({ name, description, params: [...parameters] })),
  );
});

test('optional parameters say so first and come last', () => {
  for (const { name, parameters } of catalogue) {
    const optional = parameters.map(({ text }) => text.startsWith('Optional. '));
    expect([name, optional.lastIndexOf(false) < (optional.indexOf(true) + 1 || Infinity)]).toEqual([
      name,
      true,
    ]);
  }
});

test('the script’s code contains no help text, only the comments of the declarations', () => {
  const code = readPushedFile('Code.js');
  const bundle = code.slice(0, code.indexOf('/**\n'));
  expect(bundle.length).toBeGreaterThan(10_000);
  for (const { name, description, returns } of catalogue) {
    expect([name, code.includes(description), code.includes(returns)]).toEqual([name, true, true]);
    expect([name, bundle.includes(description), bundle.includes(returns)]).toEqual([name, false, false]);
  }
});

test('help texts are one line without HTML', () => {
  for (const { description, parameters } of catalogue) {
    for (const text of [description, ...parameters.map((parameter) => parameter.text)]) {
      expect(text).not.toMatch(/[\n<]|\*\//);
    }
  }
});
