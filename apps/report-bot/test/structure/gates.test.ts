import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../src/', import.meta.url).pathname;

/** Files of the source that hold a pattern in their code, comments aside. */
function findFiles(pattern: RegExp): readonly string[] {
  return globSync('**/*.ts', { cwd: root })
    .filter((file) =>
      pattern.test(readFileSync(join(root, file), 'utf8').replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')),
    )
    .sort();
}

test('a body of an answer is read through readBodyText alone, which has a cap', () => {
  expect(findFiles(/\.(text|json|arrayBuffer|bytes|blob|formData)\(\)/)).toEqual([]);
});

/** Files of the package itself, which its installation protects. */
const readersOfBuilds = ['renderers/page/preview-page.ts', 'store/pglite.ts'];

test('a file is read through system/files.ts alone, which accepts regular files of a size', () => {
  const names = 'readFile|readFileSync|createReadStream|open|openSync|openAsBlob|readSync|promises';
  const readers = findFiles(
    new RegExp(
      `import [^;]*\\b(?:${names})\\b[^;]*from 'node:fs'|import (?:\\w+|\\* as \\w+)[^;]* from 'node:fs'|node:fs/promises|loadEnvFile`,
    ),
  );
  expect(readers).toEqual([...readersOfBuilds, 'system/files.ts']);
});

/** Addresses of build products, and those that the settings or `canParse` checked before. */
const knownAddresses = [
  'cli/commands/call.ts',
  'collect/worker-thread.ts',
  'renderers/mail/template-thread.ts',
  'system/files.ts',
  'system/proxy.ts',
  'transports/http.ts',
];

test('a foreign address is parsed by URL.parse, which does not throw', () => {
  expect(findFiles(/new URL\(/)).toEqual(knownAddresses);
});

test('a secret is one by its mark in the schema, not by a list of paths', () => {
  expect(findFiles(/secretMark\(/)).toEqual([
    'settings/channels.ts',
    'settings/http-listener.ts',
    'settings/mail-senders.ts',
    'settings/schema.ts',
    'settings/services.ts',
    'settings/webhooks.ts',
  ]);
  const paths =
    /['"](?:service\.key|smtp\.password|smtp\.unsubscribe|store\.url|(?:schedules|alerts)\.channels)/;
  expect(findFiles(paths)).toEqual([]);
});

test('one file decides whether the outcome of an attempt is uncertain or withdrawn, for every transport', () => {
  const deciders = findFiles(/(?<![!=]== )'(?:uncertain|withdrawn)'/);
  expect(deciders.filter((file) => /^(?:transports|delivery)\//.test(file))).toEqual([
    'transports/classify-attempt.ts',
  ]);
});

test('no exported function takes a positional boolean, which a call does not explain', () => {
  const flag = String.raw`[(,]\s*\w+(?:\??: boolean| = (?:true|false))\s*[,)]`;
  expect(
    findFiles(new RegExp(String.raw`export (?:async )?function\*? \w+\((?:[^(){}]|\{[^{}]*\})*?` + flag)),
  ).toEqual([]);
  expect(findFiles(new RegExp(String.raw`export (?:async )?function\*? \w+` + flag))).toEqual([]);
});
