import { expect, it } from 'vitest';
import { findStatedWindow } from '../../src/query/stated-window.ts';

it.each([
  [{ websiteId: 'a', from: '2026-10-27', to: '2026-11-25', total: 3 }, 30],
  [{ data: { start_date: '2026-11-19T00:00:00Z', end_date: '2026-11-25T23:59:59Z' } }, 7],
  [{ period: '90d' }, 90],
  [{ meta: { window: 'last 30 days' } }, 30],
  [{ windowDays: 28 }, 28],
  [{ period: { from: '2026-11-01', to: '2026-11-30' } }, 30],
])('%j states its window', (body, days) => {
  expect(findStatedWindow(body)).toBe(days);
});

it.each([
  [{ total: 3 }],
  [{ items: [{ from: '2026-10-27', to: '2026-11-25' }] }],
  [{ from: '2026-11-25', to: '2026-10-27' }],
  [{ from: 'Berlin', to: 'Paris' }],
  [{ period: 'weekly' }],
  [{ period: 0 }],
  [[{ period: '30d' }]],
  [null],
])('%j states none', (body) => {
  expect(findStatedWindow(body)).toBeNull();
});
