import { expect, it } from 'vitest';
import { benches, parseCommandLine } from '../../src/command-line.ts';

it('runs and prints every bench without options', () => {
  const options = parseCommandLine([], benches);
  expect(options.benches.map(({ id }) => id)).toEqual(
    Array.from({ length: benches.length }, (_, at) => `B${at + 1}`),
  );
  expect([options.json, options.write]).toEqual([false, false]);
});

it('accepts --only ids in any case', () => {
  expect(parseCommandLine(['--only', 'b4,B10', '--json'], benches).benches.map(({ id }) => id)).toEqual([
    'B4',
    'B10',
  ]);
});

it('accepts the name of a bench', () => {
  const { benches: named } = parseCommandLine(['--only', 'digest-truth,B1'], benches);
  expect(named.map(({ id }) => id)).toEqual(['B1', 'B14']);
});

it('reports all errors at once', () => {
  const wrong = () => parseCommandLine(['--only', 'B99', '--fast', 'more'], benches);
  for (const part of ['no bench "B99": there are B1,', 'no option --fast', '"more" is no option'])
    expect(wrong).toThrow(part);
  expect(() => parseCommandLine(['--only'], benches)).toThrow('--only takes the ids');
});
