import { expect, it } from 'vitest';
import { isHandledRight, runOddBodies } from '../../src/benches/odd-answers.ts';
import { answershare, plainFetch } from '../clients.ts';

it('B10: gives a typed error for each body without a value', async () => {
  const verdicts = await runOddBodies(answershare);
  expect(verdicts).toEqual({
    'HTML 200': 'typed bad_body',
    'cut JSON': 'typed bad_body',
    'BOM + JSON': 'value',
    'HTTP 204': 'typed bad_body',
    'empty 200': 'typed bad_body',
  });
  expect(isHandledRight(verdicts)).toBe(true);
});

it('a built-in error does not count as typed', async () => {
  const verdicts = await runOddBodies(plainFetch);
  expect(verdicts['HTML 200']).toBe('untyped SyntaxError');
  expect(isHandledRight(verdicts)).toBe(false);
});
