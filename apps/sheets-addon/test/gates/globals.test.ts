import { createRequire } from 'node:module';
import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import { readPushedFile } from '../support/pushed-files.ts';

interface GlobalsPlugin {
  readonly environments: { readonly googleappsscript: { readonly globals: Record<string, boolean> } };
}

const plugin: GlobalsPlugin = createRequire(import.meta.url)('eslint-plugin-googleappsscript');

/** Names by which the script files call each other. */
const scriptFiles = { answershare: false, answershareService_: false };

/** Names that neither the file, nor ECMAScript 2019, nor Google defines. */
function unknownNames(code: string): string[] {
  const messages = new Linter().verify(code, [
    {
      languageOptions: {
        ecmaVersion: 2019,
        sourceType: 'script',
        globals: { ...plugin.environments.googleappsscript.globals, ...scriptFiles },
      },
      rules: { 'no-undef': ['error', { typeof: true }] },
    },
  ]);
  return messages.map(({ message }) => message);
}

test.each(['Code.js', 'Service.js'] as const)('%s uses no global that Apps Script lacks', (file) => {
  expect(unknownNames(readPushedFile(file))).toEqual([]);
});

test('each planted name that Apps Script lacks is found', () => {
  const names = ['setTimeout', 'fetch', 'URL', 'process', 'window', 'TextEncoder', 'crypto', 'require'];
  const planted = `function planted_() { return [${names.join(', ')}]; }`;
  expect(unknownNames(`${readPushedFile('Code.js')}\n${planted}`)).toEqual(
    names.map((name) => `'${name}' is not defined.`),
  );
});
