import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const day = new Date(Date.UTC(2026, 10, 16));
const code = `
function ECHO(x) { return x; }
function SHOW(x) { return JSON.stringify(x) + typeof x; }
function GIVE(what) {
  if (what === 'nothing') return undefined;
  if (what === 'object') return { a: 1 };
  if (what === 'row') return [1, 2];
  if (what === 'empty') return [];
  if (what === 'uneven') return [[1, 2], [3]];
  if (what === 'nested') return [[[1]]];
  if (what === 'function') return function () {};
  if (what === 'promise') return Promise.resolve(1);
  if (what === 'inside') return [[Promise.resolve(1)]];
  if (what === 'holes') return [[1, , undefined]];
}
function FAIL(how) { if (how === 'text') throw 'only text'; if (how === 'type') null.x; throw new Error('Set a key first.'); }
function PRIVATE_() { return 1; }
const HIDDEN = function () { return 1; };
`;

test.each([
  ['text', 'a'],
  ['number', -1.5],
  ['true', true],
  ['NaN', Number.NaN],
  ['a Date', day],
  [
    'rows',
    [
      [1, 'b', day, false],
      ['', null, 2, 3],
    ],
  ],
])('passes %s in and out', async (_, value) => {
  const host = await hostOf(code);
  expect(await host.customFunction('ECHO', [value])).toEqual(value);
});

test('undefined becomes a blank cell, also in rows', async () => {
  const host = await hostOf(code);
  expect(await host.customFunction('GIVE', ['nothing'])).toBe(null);
  expect(await host.customFunction('GIVE', ['holes'])).toEqual([[1, null, null]]);
});

test.each([
  ['object', 'GIVE returned an object'],
  ['row', 'GIVE returned an array that is not rows'],
  ['empty', 'GIVE returned no cells'],
  ['uneven', 'GIVE returned rows of different length.'],
  ['nested', 'GIVE returned an object or array inside row 1'],
  ['function', 'GIVE returned a function'],
  ['promise', 'GIVE returned a Promise'],
  ['inside', 'GIVE returned a Promise'],
])('reports a returned %s', async (what, message) => {
  const host = await hostOf(code);
  const failure = await failureOf(host.customFunction('GIVE', [what]));
  expect(failure.kind).toBe('type');
  expect(failure.message).toContain(message);
});

test('refuses arguments that no cell can hold', async () => {
  const host = await hostOf(code);
  for (const arg of [{ a: 1 }, [1, 2], [[[1]]], () => 1]) {
    expect((await failureOf(host.customFunction('ECHO', [arg]))).kind).toBe('type');
  }
  expect(host.counters().executions).toBe(0);
});

test('reports a thrown error with message, name and position', async () => {
  const host = await hostOf(code);
  const failure = await failureOf(host.customFunction('FAIL', []));
  expect(failure).toMatchObject({ kind: 'thrown', message: 'Set a key first.', scriptName: 'Error' });
  expect(failure.scriptStack).toContain('at FAIL (Code.js:');
  expect(failure.scriptStack).not.toContain('file:');
  expect((await failureOf(host.customFunction('FAIL', ['text']))).message).toBe('only text');
  expect((await failureOf(host.customFunction('FAIL', ['type']))).scriptName).toBe('TypeError');
});

test('cells find functions regardless of case; menus do not', async () => {
  const host = await hostOf(code);
  expect(await host.customFunction('echo', [1])).toBe(1);
  expect((await failureOf(host.run('echo', [1]))).message).toBe('Script function not found: echo');
});

test.each(['PRIVATE_', 'private_', 'HIDDEN', 'Array', 'UrlFetchApp', 'NOWHERE'])(
  '%s is not callable',
  async (name) => {
    const host = await hostOf(code);
    const failure = await failureOf(host.customFunction(name, []));
    expect([failure.kind, failure.message]).toEqual(['load', `Script function not found: ${name}`]);
  },
);

test.each([
  ['TEXT', 50_001, 'maximum of 50000 characters in a single cell'],
  ['ROWS', 2_000_000, 'above the limit of 10000000 cells'],
])('%s of %d is more than a cell or a file holds', async (name, size, message) => {
  const host = await hostOf(`
function TEXT(n) { return [['a', 'x'.repeat(n)]]; }
function ROWS(n) { var rows = []; for (var i = 0; i < n; i++) rows.push([1]); return rows; }`);
  host.sheet.type('A1', `=${name}(${size})`);
  await host.sheet.calculate();
  expect(host.sheet.cell('A1').error).toContain(message);
  expect((await failureOf(host.customFunction(name, [size]))).message).toContain(message);
  expect(await host.customFunction(name, [size === 50_001 ? 50_000 : 300_000])).toHaveLength(
    name === 'TEXT' ? 1 : 300_000,
  );
});
