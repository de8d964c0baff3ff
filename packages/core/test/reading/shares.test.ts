import { describe, expect, it } from 'vitest';
import {
  asFraction,
  type ShareUnit,
  shareUnit,
  unitBeside,
  unitByMentions,
} from '../../src/reading/shares.ts';

describe('the unit of a series of shares', () => {
  it.each<[readonly number[], ShareUnit | null, ShareUnit | undefined]>([
    [[41.2, 0.5], null, 'percent'],
    [[0.4, 0.35], null, 'fraction'],
    [[0.8], null, undefined],
    [[1], null, undefined],
    [[0.1, 0.1], null, undefined],
    [[0.1, 0.2], null, 'fraction'],
    [[0.15, 0.15], null, 'fraction'],
    [[0.6, 0.7], null, 'fraction'],
    [[0.7, 0.7], null, undefined],
    [[0.3, 0], null, undefined],
    [[0, 0], null, 'fraction'],
    [[], null, 'fraction'],
    [[0], 'percent', 'percent'],
    [[0.8], 'percent', 'percent'],
    [[0.8], 'fraction', 'fraction'],
    [[1], 'fraction', 'fraction'],
    [[1.1], 'fraction', undefined],
    [[100], null, 'percent'],
    [[100.5], 'percent', undefined],
    [[50, -1], 'percent', undefined],
  ])('%j with the hint %s: %s', (values, hint, unit) => {
    expect(shareUnit(values, hint)).toBe(unit);
  });

  it.each<[number, readonly number[], ShareUnit | undefined]>([
    [41.2, [0.35, 0.24], 'fraction'],
    [60, [0.25], 'fraction'],
    [60, [0.2], undefined],
    [99, [0.5, 0.4], 'percent'],
    [85, [0.5], 'percent'],
    [84.5, [0.5], 'percent'],
    [84.875, [0.25], undefined],
    [89.875, [0.25], undefined],
    [84, [0.5], undefined],
    [99.5, [0.04], undefined],
    [97, [0.05, 0.01], undefined],
    [92, [0.12], undefined],
    [20, [0.3], undefined],
  ])('beside %d percent, %j: %s', (others, values, unit) => {
    expect(unitBeside(others, values)).toBe(unit);
  });

  it.each<[number, number, number, ShareUnit | undefined]>([
    [0.4, 8, 20, 'fraction'],
    [40, 8, 20, 'percent'],
    [0.42, 8, 20, 'fraction'],
    [0.43, 8, 20, undefined],
    [1, 20, 20, 'fraction'],
    [100, 20, 20, 'percent'],
    [0.4, 8, 0, undefined],
    [0.4, -8, 20, undefined],
    [0.4, 30, 20, undefined],
    [0, 0, 20, undefined],
    [0, 1, 20, undefined],
    [0, 0, 0, undefined],
    [1.5, 30, 20, undefined],
    [150, 30, 20, undefined],
    [0.06, 0, 20, 'percent'],
    [0.0005, 0, 20, undefined],
  ])('a share of %d with %d mentions of %d: %s', (share, mentions, total, unit) => {
    expect(unitByMentions(share, mentions, total)).toBe(unit);
  });

  it('a share is a fraction of at most twelve digits', () => {
    expect([asFraction(41.2, 'percent'), asFraction(0.4, 'fraction'), asFraction(7, 'percent')]).toEqual([
      0.412, 0.4, 0.07,
    ]);
  });
});
