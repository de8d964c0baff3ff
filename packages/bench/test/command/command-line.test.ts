import { expect, it } from 'vitest';
import { benches } from '../../src/benches/benches.ts';
import { wishesOf } from '../../src/command-line.ts';

it('without options everything is run and printed', () => {
  const wishes = wishesOf([], benches);
  expect(wishes.benches.map(({ id }) => id)).toEqual(Array.from({ length: 13 }, (_, at) => `B${at + 1}`));
  expect([wishes.json, wishes.write]).toEqual([false, false]);
});

it('--only takes ids in any case', () => {
  expect(wishesOf(['--only', 'b4,B10', '--json'], benches).benches.map(({ id }) => id)).toEqual([
    'B4',
    'B10',
  ]);
});

it('all complaints come at once', () => {
  const wrong = () => wishesOf(['--only', 'B99', '--fast', '--write', 'more'], benches);
  for (const part of [
    'no bench "B99": there are B1,',
    'no option --fast',
    '"more" is no option',
    'cannot go with',
  ])
    expect(wrong).toThrow(part);
  expect(() => wishesOf(['--only'], benches)).toThrow('--only takes the ids');
});
