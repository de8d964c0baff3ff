import { expect, test } from 'vitest';
import { startAppsScript } from '../../src/index.ts';
import { failureOf, hostOf, manifest, pushedFolder } from '../support/pushed-folder.ts';

const withManifest = (fields: object) => ({
  'Code.js': '',
  'appsscript.json': JSON.stringify({ ...manifest, ...fields }),
});

test.each([
  ['no JSON', { 'Code.js': '', 'appsscript.json': '{' }, 'it is not JSON'],
  ['a list', { 'Code.js': '', 'appsscript.json': '[]' }, 'it must hold one JSON object'],
  ['an unknown zone', withManifest({ timeZone: 'Mars/Base' }), 'timeZone must be a zone name'],
  ['Rhino', withManifest({ runtimeVersion: 'DEPRECATED_ES5' }), 'runtimeVersion must be "V8"'],
  [
    'http in the whitelist',
    withManifest({ urlFetchWhitelist: ['http://a.com/'] }),
    'must be a full address that starts with https',
  ],
  [
    'no path in the whitelist',
    withManifest({ urlFetchWhitelist: ['https://a.com'] }),
    'needs a path, at least "/"',
  ],
  ['two wildcards', withManifest({ urlFetchWhitelist: ['https://*.*.a.com/'] }), 'may have one "*" only'],
  ['no script', {}, 'The folder has no .js file'],
  ['a syntax error', { 'Code.js': 'function A() {\n  return );\n}' }, "Unexpected token ')' (Code.js:2)"],
  ['an import', { 'Code.js': "import a from 'a';" }, 'Cannot use import statement'],
])('refuses a folder with %s', async (_, files, message) => {
  const failure = await failureOf(startAppsScript({ folder: await pushedFolder(files) }));
  expect(failure.kind).toBe('load');
  expect(failure.message).toContain(message);
});

test('refuses a missing folder', async () => {
  const folder = `${await pushedFolder({})}-gone`;
  expect((await failureOf(startAppsScript({ folder }))).message).toContain('cannot be read');
});

test('every call reports an error at load', async () => {
  const host = await hostOf("throw new Error('broken at load'); function F() {}");
  const failure = await failureOf(host.customFunction('F', []));
  expect([failure.kind, failure.message]).toEqual(['load', 'broken at load']);
});

test('lists functions with their JSDoc', async () => {
  const host = await hostOf(`
/**
 * Citations of a website,
 * by engine.
 *
 * @param {string} website The website's name.
 * @param {number} [days] How far
 *   back to look.
 * @return {number} ignored
 * @customfunction
 */
function CITATIONS(website, days) { function inner() {} }

/** Not next to it. */

function onOpen(e) {}
function hidden_() {}
async function later(a = 1, ...rest) {}
const notDeclared = function () {};
`);
  expect(await host.functions()).toEqual([
    {
      name: 'CITATIONS',
      parameters: ['website', 'days'],
      description: 'Citations of a website, by engine.',
      params: [
        { name: 'website', text: "The website's name." },
        { name: 'days', text: 'How far back to look.' },
      ],
      customFunction: true,
    },
    { name: 'onOpen', parameters: ['e'], description: '', params: [], customFunction: false },
    { name: 'later', parameters: ['a', 'rest'], description: '', params: [], customFunction: false },
  ]);
});
