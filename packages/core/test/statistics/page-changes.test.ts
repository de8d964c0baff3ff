import { describe, expect, it } from 'vitest';
import type { CitationItem } from '../../src/resources/resources.ts';
import { comparePeriods, findPageStatus, isWholeFeed } from '../../src/statistics/page-changes.ts';

const item = (count: number | null): CitationItem => ({
  engine: 'chatgpt',
  url: 'https://acme.com/',
  page: 'acme.com',
  domain: 'acme.com',
  date: '2026-11-20',
  title: null,
  query: null,
  count,
});
const week = { from: '2026-11-16', to: '2026-11-22' };

describe('two periods of a feed', () => {
  it('are compared from the day on that the feed begins with both', () => {
    const past = { from: '2026-11-09', to: '2026-11-15' };
    expect(comparePeriods(week, ['2026-11-09', '2026-11-22'])).toEqual({ now: week, past });
    expect(comparePeriods(week, ['2026-11-10', '2026-11-22'])).toBeNull();
    expect(comparePeriods(week, [])).toBeNull();
  });

  it('are the halves of the feed without a period, and none for a feed of one day', () => {
    expect(comparePeriods(null, ['2026-11-01', '2026-11-05'])).toEqual({
      now: { from: '2026-11-04', to: '2026-11-05' },
      past: { from: '2026-11-01', to: '2026-11-03' },
    });
    expect(comparePeriods(null, ['2026-11-05', '2026-11-05'])).toBeNull();
  });

  it.each([
    ['new', ['2026-11-01', '2026-11-16']],
    ['lost', ['2026-11-15', '2026-11-23']],
    ['kept', ['2026-11-09', '2026-11-22']],
    [null, ['2026-11-08', '2026-11-23']],
  ])('a page is %s if it is cited on %j', (status, dates) => {
    const periods = comparePeriods(week, ['2026-11-01', '2026-11-23']);
    expect(periods && findPageStatus(dates, periods)).toBe(status);
  });
});

describe('a feed is whole', () => {
  it.each([
    ['with a row for each citation', { total: 2, items: [item(null), item(null)] }, true],
    ['with counts that sum to the total', { total: 5, items: [item(2), item(3)] }, true],
    ['not with fewer rows than the total', { total: 3, items: [item(null), item(null)] }, false],
    ['not with a row without its count', { total: 5, items: [item(5), item(null)] }, false],
    ['not as one page of several', { total: null, atLeast: 2, items: [item(1), item(1)] }, false],
  ])('%s', (_, feed, isWhole) => {
    expect(isWholeFeed(feed)).toBe(isWhole);
  });
});
