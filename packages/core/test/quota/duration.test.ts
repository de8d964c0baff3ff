import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDuration } from '../../src/quota/duration.ts';

describe('a duration as Go writes it', () => {
  it.each([
    ['17ms', 17],
    ['1s', 1_000],
    ['1.5s', 1_500],
    ['0.25s', 250],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['1d', 86_400_000],
    ['1h23m31s', 5_011_000],
    ['6m0s', 360_000],
    ['10d12h', 907_200_000],
  ])('%s is %i ms', (text, ms) => expect(readDuration(text)).toBe(ms));

  it.each(['', '7', 's', '-1s', '1 s', '1s ', 'in 1s', '1s left', '.5s', '5.s', '1w', '1S', '1m,2s'])(
    '%j is none',
    (text) => expect(readDuration(text)).toBeNull(),
  );

  it('is the sum of its parts', () => {
    fc.assert(
      fc.property(fc.nat(99), fc.nat(59), fc.nat(59), (h, m, s) => {
        expect(readDuration(`${h}h${m}m${s}s`)).toBe(((h * 60 + m) * 60 + s) * 1_000);
      }),
    );
  });
});
