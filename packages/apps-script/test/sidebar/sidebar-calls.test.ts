import { expect, test } from 'vitest';
import { failureOf, hostOf, serve } from '../support/pushed-folder.ts';

const code = `
function echo(x) { return x; }
function today() { return { at: new Date(0) }; }
function holes() { return { list: [1, undefined] }; }
function fail() { throw new Error('No key yet.'); }
function key_() { return 'secret'; }
function wait(url) { return UrlFetchApp.fetch(url).getContentText(); }
`;

test('passes primitives, arrays and objects; undefined in an array becomes null', async () => {
  const host = await hostOf(code);
  const value = { text: 'a', list: [1, [true, null]], deep: { n: 0 } };
  expect(await host.sidebarCall('echo', [value])).toEqual(value);
  expect(await host.sidebarCall('echo', [[1, undefined]])).toEqual([1, null]);
  expect(await host.sidebarCall('holes', [])).toEqual({ list: [1, null] });
});

test('refuses Date, functions, cycles and class instances on the way in', async () => {
  const host = await hostOf(code);
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  for (const [arg, message] of [
    [new Date(), 'Argument 1 of echo is a Date'],
    [{ a: [() => 1] }, 'Argument 1 of echo.a[0] is a function'],
    [cycle, 'Argument 1 of echo.self is an object that contains itself'],
    [new Map(), 'Argument 1 of echo is an object with a class of its own'],
  ] as const) {
    const failure = await failureOf(host.sidebarCall('echo', [arg]));
    expect(failure.kind).toBe('type');
    expect(failure.message).toContain(message);
  }
  expect(host.counters().executions).toBe(0);
});

test('refuses a Date on the way out', async () => {
  const host = await hostOf(code);
  expect((await failureOf(host.sidebarCall('today', []))).message).toContain(
    'The value returned by today.at is a Date',
  );
});

test('passes the message of a thrown error', async () => {
  const host = await hostOf(code);
  expect((await failureOf(host.sidebarCall('fail', []))).message).toBe('No key yet.');
});

test('refuses a name that ends with an underscore', async () => {
  const host = await hostOf(code);
  const failure = await failureOf(host.sidebarCall('key_', []));
  expect([failure.kind, failure.message]).toEqual(['load', 'Script function not found: key_']);
});

test('runs ten calls at once; the eleventh waits', async () => {
  const answers: (() => void)[] = [];
  let tenHere = (): void => undefined;
  const ten = new Promise<void>((resolve) => {
    tenHere = resolve;
  });
  const server = await serve((request, response) => {
    answers.push(() => response.end(request.url));
    if (answers.length === 10) tenHere();
    if (answers.length === 11) answers[10]?.();
  });
  const host = await hostOf(code, { threads: 12 });
  const calls = Array.from({ length: 11 }, (_, i) => host.sidebarCall('wait', [`${server.origin}/${i}`]));
  await ten;
  // A cell that runs from start to end meanwhile shows that a thread was free: the eleventh call is held back by rule.
  expect(await host.customFunction('echo', [1])).toBe(1);
  expect(server.requests).toHaveLength(10);
  for (const answer of answers) answer();
  expect(await Promise.all(calls)).toHaveLength(11);
  expect(host.counters().maxInFlight).toBe(10);
});
