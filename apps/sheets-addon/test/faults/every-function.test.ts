import { expect, test } from 'vitest';
import { functions } from '../../src/functions/functions.ts';
import { callEveryFunction, functionCalls } from '../support/function-calls.ts';

test('the calls cover each function', () => {
  expect(Object.keys(functionCalls).sort()).toEqual(functions.map(({ name }) => name).sort());
});

test('every function answers in both Forms, under both names', async () => {
  const [one, two] = [await callEveryFunction(1), await callEveryFunction(2)];
  expect(one.map(({ name, kind }) => [name, kind])).toEqual([
    ['WEBSITES', 'a table of 3 columns'],
    ['CITATIONS', 'a number'],
    ['CITATIONS_BY_ENGINE', 'a table of 3 columns'],
    ['CITED_PAGES', 'a table of 7 columns'],
    ['ANALYTICS', 'a table of 5 columns'],
    ['ANALYTICS_TOTAL', 'a number'],
    ['SHARE_OF_VOICE', 'a number'],
    ['COMPETITORS', 'a table of 6 columns'],
    ['AUTHORITY', 'a number'],
    ['AUTHORITY_BREAKDOWN', 'a table of 3 columns'],
    ['AUTHORITY_CHANGE', 'blank'],
    ['SHARE_OF_VOICE_CHANGE', 'blank'],
    ['CITATIONS_CHANGE', 'blank'],
    ['AUTHORITY_HISTORY', 'a table of 2 columns'],
    ['SHARE_OF_VOICE_HISTORY', 'a table of 2 columns'],
    ['API_FIELD', 'a number'],
    ['API_TABLE', 'a table of 4 columns'],
    ['API_STATUS', '"ready"'],
    ['EXPLAIN', 'a table of 2 columns'],
    ['DIAGNOSE', 'a table of 2 columns'],
  ]);
  expect(two.map(({ name, kind }) => [name, kind])).toEqual(one.map(({ name, kind }) => [name, kind]));
  for (const { name, shown, byAlias } of one.concat(two)) {
    if (name !== 'DIAGNOSE') expect([name, byAlias]).toEqual([name, shown]);
  }
  const figures = (all: typeof one) =>
    all.filter(({ name, kind }) => kind === 'a number' && name !== 'API_FIELD').map(({ shown }) => shown);
  expect(figures(two)).toEqual(figures(one));
});
