import { createRequire } from 'node:module';
import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import { pushed } from '../support/pushed-files.ts';

interface GlobalsPlugin {
  readonly environments: { readonly googleappsscript: { readonly globals: Record<string, boolean> } };
}

const plugin: GlobalsPlugin = createRequire(import.meta.url)('eslint-plugin-googleappsscript');

/** What the script files call each other by. */
const scriptFiles = { answershareService_: false };

/** Names used and defined neither in the file, nor in ECMAScript 2019, nor by Google. */
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
  expect(unknownNames(pushed(file))).toEqual([]);
});

test.each(['setTimeout', 'fetch', 'URL', 'process', 'window', 'TextEncoder', 'crypto', 'require'])(
  'a planted %s is found',
  (name) => {
    expect(unknownNames(`${pushed('Code.js')}\nfunction planted_() { return ${name}; }`)).toEqual([
      `'${name}' is not defined.`,
    ]);
  },
);
