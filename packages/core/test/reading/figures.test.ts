import { expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

it.each<[string, unknown, string]>([
  ['a text', 'five', '"five"'],
  ['a long text, in part', `${'many '.repeat(20)}`, '"many many many many many many many many'],
  ['an object', { today: 5 }, 'a list or an object'],
  ['a truth', true, 'true'],
  ['a part', 2.5, '2.5'],
])('%s in the place of a count is named in the refusal', (_, views, named) => {
  const reading = readAnalytics({ days: [{ date: '2026-11-01', pageviews: views }] });
  expect(reading.ok ? '' : reading.reason).toBe(
    `pageviews of 2026-11-01 at /days/*/pageviews is ${named} and no count`,
  );
});
