import { describe, expect, it } from 'vitest';
import { suggestMapping } from '../../src/index.ts';

const draftOf = (body: unknown): unknown => suggestMapping('analytics', body).mapping;

const partsIn = (body: unknown): unknown =>
  suggestMapping('analytics', body).comment.filter((line) => /a part of the traffic/.test(line));

const row = { date: '2026-11-01', visitors: 5 };

describe('a draft of days', () => {
  it.each<[string, object]>([
    ['that end a month later', { start_date: '2026-10-01', end_date: '2026-10-31', visitors: 5 }],
    ['of a period', { ...row, period: '30d' }],
    ['of a window', { ...row, window_days: 30 }],
  ])('has no rows %s', (_, one) => {
    expect(draftOf({ data: [one] })).toEqual({ fields: {} });
  });

  it('has the rows whose dates themselves say that they are months', () => {
    const data = ['2026-09-01', '2026-10-01'].map((date) => ({ date, visitors: 5 }));
    expect(draftOf({ data })).toEqual({ rows: '/data/*', fields: { date: '/date', visitors: '/visitors' } });
  });

  it('has no rows of a body that says they are weeks', () => {
    expect(draftOf({ interval: 'week', data: [row] })).toEqual({ fields: {} });
  });

  it.each(['ai_traffic', 'bot_traffic', 'organic'])('has no rows of %s', (name) => {
    expect(draftOf({ [name]: [row] })).toEqual({ fields: {} });
  });

  it('has what each day adds to a running total', () => {
    const day = (date: string, total: number): object => ({
      date,
      total_citations: total,
      new_citations: 4,
    });
    expect(draftOf({ data: [day('2026-11-01', 100), day('2026-11-02', 104)] })).toEqual({
      rows: '/data/*',
      fields: { date: '/date', citations: '/new_citations' },
    });
    expect(draftOf({ data: [day('2026-11-01', 100), day('2026-11-02', 102)] })).toEqual({
      rows: '/data/*',
      fields: { date: '/date', citations: '/total_citations' },
    });
  });

  it.each(['own_citations', 'brand_citations'])('has %s before those of everybody', (name) => {
    expect(draftOf({ data: [{ ...row, citations: 17, [name]: 3 }] })).toEqual({
      rows: '/data/*',
      fields: { date: '/date', visitors: '/visitors', citations: `/${name}` },
    });
  });

  it('says that rows name a part', () => {
    expect(partsIn({ data: [{ ...row, source: 'chatgpt.com' }] })).toEqual([
      'the rows name a source: they may be a part of the traffic',
    ]);
    expect(partsIn({ data: [row] })).toEqual([]);
    expect(partsIn({ text: 'none' })).toEqual([]);
  });

  it('says so of days alone', () => {
    const body = { competitors: [{ name: 'Rival', share: 0.4, country: 'DE' }] };
    expect(suggestMapping('competitors', body).comment.join()).not.toMatch(/part of the traffic/);
  });

  it('is asked of days alone: brands of a period are drafted', () => {
    const rows = ['Rival', 'Other'].map((name, at) => ({
      date: row.date,
      period: '30d',
      name,
      share: 30 + at,
    }));
    expect(suggestMapping('competitors', { rows }).mapping).toMatchObject({
      fields: { 'competitors.name': '/name', 'competitors.share': '/share' },
    });
  });
});
