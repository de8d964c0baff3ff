import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const series = { label: '$pageview', days: ['2026-11-01', '2026-11-02'], data: [12, 13] };

const firstOf = (held: object): unknown => {
  const reading = readAnalytics({ results: [{ ...series, ...held }] });
  const { visitors, pageviews, metrics } = (reading.ok && reading.value.days[0]) || {};
  return reading.ok ? [visitors, pageviews, metrics] : reading.reason;
};

const other = (name: string): unknown => [null, null, { [name]: 12 }];

describe('what is counted of an event', () => {
  it.each([
    ['no word', {}, [null, 12, {}]],
    ['all of them', { action: { math: 'total' } }, [null, 12, {}]],
    ['no text', { action: { math: 3 } }, [null, 12, {}]],
    ['people', { action: { math: 'dau' } }, [12, null, {}]],
    ['people, beside the label', { math: 'dau' }, [12, null, {}]],
    ['people who saw a screen', { label: '$screen', math: 'dau' }, [12, null, {}]],
    ['people of screen views', { label: 'screen_view', math: 'dau' }, [12, null, {}]],
    ['all of another event', { label: 'signup', math: 'total' }, other('signup total')],
    ['people of what has no name', { label: undefined, math: 'dau' }, other('data')],
    ['people of another event', { label: 'signup', math: 'dau' }, other('signup dau')],
    ['people of a week', { action: { math: 'weekly_active' } }, other('$pageview weekly_active')],
    ['sessions', { action: { math: 'unique_session' } }, other('$pageview unique_session')],
  ])('%s', (_, held, day) => {
    expect(firstOf(held)).toEqual(day);
  });

  it('people of one of several series beside their days', () => {
    const { days, data } = series;
    const datasets = [
      { label: 'Pageview', math: 'dau', data },
      { label: 'Views', data: [40, 41] },
    ];
    const reading = readAnalytics({ days, datasets });
    expect(reading.ok && reading.value.days.map(({ visitors, pageviews }) => [visitors, pageviews])).toEqual([
      [12, 40],
      [13, 41],
    ]);
  });
});
