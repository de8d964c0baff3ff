import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

test('keeps no globals for the next execution on the same thread', async () => {
  const host = await hostOf('var n = 0; function COUNT() { n += 1; return n; }', { threads: 1 });
  expect(await host.customFunction('COUNT', [])).toBe(1);
  expect(await host.customFunction('COUNT', [])).toBe(1);
});

test('a host on the thread of a closed one has its own files, clock, properties and log', async () => {
  const first = await hostOf(
    "PropertiesService.getScriptProperties().setProperty('k', 'v'); function F() { Promise.reject(new Error('lost')); return 'first'; }",
    { now: () => 1_000, threads: 1 },
  );
  expect(await first.customFunction('F', [])).toBe('first');
  await first.close();
  const second = await hostOf(
    "function F() { return [['second', Date.now(), PropertiesService.getScriptProperties().getProperty('k')]]; }",
    { now: () => 2_000, threads: 1 },
  );
  expect(await second.customFunction('F', [])).toEqual([['second', 2_000, null]]);
  expect([first.log(), second.log()]).toEqual([['Unhandled rejection: lost'], []]);
});

test('a changed built-in does not reach the next execution', async () => {
  const host = await hostOf(
    'function SPOIL() { Array.prototype.map = null; return 1; } function USE() { return [[1].map(function (x) { return x + 1; })]; }',
    { threads: 1 },
  );
  await host.customFunction('SPOIL', []);
  expect(await host.customFunction('USE', [])).toEqual([[2]]);
});

test('leaves undefined what Apps Script lacks', async () => {
  const names =
    'setTimeout setInterval clearTimeout URL URLSearchParams fetch TextEncoder TextDecoder crypto process require module ' +
    'Buffer atob btoa structuredClone queueMicrotask performance window navigator AbortController Headers Blob WeakRef ' +
    'Iterator BigInt';
  const host = await hostOf(
    `function FOUND() { return ${JSON.stringify(names)}.split(' ').filter(function (name) { return name in globalThis; }).join(); }`,
  );
  expect(await host.customFunction('FOUND', [])).toBe('');
});

test('has the methods of ECMAScript 2019 and none newer', async () => {
  const host = await hostOf(`function NEWER() {
    return [[].at, [].findLast, [].toSorted, [].with, ''.at, ''.replaceAll, ''.matchAll, Object.hasOwn, Object.groupBy,
      Array.fromAsync, Promise.any, Promise.allSettled, Promise.withResolvers, new Set().union, RegExp.escape,
      new Uint8Array(1).at].filter(function (f) { return f !== undefined; }).length;
  }
  function OLDER() { return typeof [].flatMap + typeof Object.fromEntries + typeof ''.trimEnd; }`);
  expect(await host.customFunction('NEWER', [])).toBe(0);
  expect(await host.customFunction('OLDER', [])).toBe('functionfunctionfunction');
});

test('has console, Logger and Intl', async () => {
  const host = await hostOf(`function onOpen() { console.log('%s of %s', 1, 2); Logger.log({ a: [1] });
    console.error(new Intl.NumberFormat('de-CH').format(0.5)); }`);
  await host.run('onOpen', [], 'LIMITED');
  expect(host.log()).toEqual(['1 of 2', '{"a":[1]}', 'ERROR: 0.5']);
});

test('arguments and service results belong to the realm of the script', async () => {
  const host = await hostOf(`function KINDS(range, day) {
    var bytes = Utilities.base64Decode('AQ==');
    return [[range instanceof Array, range[0] instanceof Array, day instanceof Date, bytes instanceof Array,
      UrlFetchApp.fetch instanceof Function, CacheService.getScriptCache() instanceof Object]];
  }`);
  expect(await host.customFunction('KINDS', [[[1]], new Date(0)])).toEqual([
    [true, true, true, true, true, true],
  ]);
});

test.each([
  ['a service method', "UrlFetchApp.fetch.constructor.constructor('return process')()"],
  ['the global object', "globalThis.constructor.constructor('return process')()"],
  ['an argument', "a.constructor.constructor('return process')()"],
  [
    'an error of a service',
    "(function () { try { UrlFetchApp.fetch(1); } catch (e) { return e; } })().constructor.constructor('return process')()",
  ],
  ['eval', "eval('1')"],
])('refuses code from text by way of %s', async (_, expression) => {
  const host = await hostOf(`function TRY(a) { return String(${expression}); }`);
  expect((await failureOf(host.customFunction('TRY', [[[1]]]))).scriptName).toBe('EvalError');
});

test('a stack trace names the pushed file and no machine path', async () => {
  const host = await hostOf(
    `function WHERE() { try { Utilities.sleep('x'); } catch (e) { return e.stack; } }`,
  );
  const stack = String(await host.customFunction('WHERE', []));
  expect(stack.split('\n')).toEqual([
    "Exception: The parameters (String) don't match the method signature for Utilities.sleep.",
    expect.stringMatching(/^ {4}at WHERE \(Code\.js:1:\d+\)$/),
  ]);
});

test('a stack overflow inside a service call is a script error, and the thread survives', async () => {
  const host = await hostOf(
    `function deep(n) { try { return deep(n + 1); } catch (e) { try { CacheService.getScriptCache().get('k'); } catch (f) {
        if (!(f instanceof Error)) return 'foreign'; } throw e; } }
     function DEEP() { try { return deep(0); } catch (e) { return e instanceof RangeError ? 'own' : 'foreign'; } }
     function FINE() { return 1; }`,
    { threads: 1 },
  );
  expect(await host.customFunction('DEEP', [])).toBe('own');
  expect(await host.customFunction('FINE', [])).toBe(1);
});

test('Date and Math.random follow the host’s clock and random source', async () => {
  const host = await hostOf(
    `function TIMES() { return [[Date.now(), new Date().getTime(), new Date(5).getTime(), new Date() instanceof Date,
       new Date(0).constructor === Date, typeof Date(), Math.random()]]; }`,
    { now: () => 1_000, random: () => 0.25 },
  );
  expect(await host.customFunction('TIMES', [])).toEqual([[1_000, 1_000, 5, true, true, 'string', 0.25]]);
});

test('several files share one scope, in name order', async () => {
  const host = await hostOf(
    'const base = 2;',
    {},
    { 'More.js': 'var twice = base * 2; function TWICE() { return twice; }' },
  );
  expect(await host.customFunction('TWICE', [])).toBe(4);
});

test('logs an unhandled rejection and ends nothing', async () => {
  const host = await hostOf(
    "function A() { Promise.reject(new Error('lost')); return 1; } function B() { return 2; }",
    { threads: 1 },
  );
  expect(await host.customFunction('A', [])).toBe(1);
  expect(await host.customFunction('B', [])).toBe(2);
  expect(host.log()).toEqual(['Unhandled rejection: lost']);
});
