import { expect, test } from 'vitest';
import { parseClock } from '../../src/cli/io/options.ts';

const pass = (ms: number): void => {
  const began = performance.now();
  while (performance.now() - began < ms);
};

test('the clock starts at --now, however long the command took to start', () => {
  const clock = parseClock('2026-11-18T23:59:59.999Z');
  pass(5);
  expect(clock()).toBe(Date.parse('2026-11-18T23:59:59.999Z'));
  pass(5);
  expect(clock()).toBeGreaterThanOrEqual(Date.parse('2026-11-19T00:00:00.004Z'));
});
