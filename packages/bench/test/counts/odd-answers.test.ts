import { expect, it } from 'vitest';
import { isRight, meetOddBodies } from '../../src/benches/odd-answers.ts';
import { answershare, plainFetch } from './clients.ts';

it('B10: no body without a value is taken for a success, and each error is typed', async () => {
  const verdicts = await meetOddBodies(answershare);
  expect(verdicts).toEqual({
    'HTML 200': 'typed bad_body',
    'cut JSON': 'typed bad_body',
    'BOM + JSON': 'value',
    'HTTP 204': 'typed bad_body',
    'empty 200': 'typed bad_body',
  });
  expect(isRight(verdicts)).toBe(true);
});

it('an error of the language is no typed error', async () => {
  const verdicts = await meetOddBodies(plainFetch);
  expect(verdicts['HTML 200']).toBe('untyped SyntaxError');
  expect(isRight(verdicts)).toBe(false);
});
