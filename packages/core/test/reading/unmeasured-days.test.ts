import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const date = '2026-11-01';

/** Visitors, page views and citations of the first day; the reason where it is refused. */
function first(body: unknown): unknown {
  const reading = readAnalytics(body);
  if (!reading.ok) return reading.reason;
  const [day] = reading.value.days;
  return day && [day.visitors, day.pageviews, day.citations];
}

const zeros = { date, visitors: 0, pageviews: 0, citations: 0 };

describe('a 0 that nobody measured is unknown', () => {
  it.each<[object, unknown]>([
    [{ tracked: false }, [null, null, null]],
    [{ status: 'not_connected' }, [null, null, null]],
    [{ locked: true }, [null, null, null]],
    [{ message: 'Tracking script not installed' }, [null, null, null]],
    [{ analytics_connected: false }, [null, null, 0]],
    [{ ga4_connected: false }, [null, null, 0]],
    [{ tracking_installed: false }, [null, null, 0]],
    [{ tracking_status: 'disabled' }, [null, null, 0]],
    [{ citations_status: 'not_tracked' }, [0, 0, null]],
    [{ citation_enabled: false }, [0, 0, null]],
    [{ scan_status: 'skipped' }, [0, 0, null]],
    [{ scanned: false }, [0, 0, null]],
    [{ is_scanned: false }, [0, 0, null]],
    [{ tracked: true, status: 'connected', locked: false }, [0, 0, 0]],
  ])('%j', (says, figures) => {
    expect(first({ data: [{ ...zeros, ...says }] })).toEqual(figures);
    expect(first({ ...says, data: [zeros] })).toEqual(figures);
    expect(first({ traffic: { ...says, daily: [zeros] } })).toEqual(figures);
  });

  it('another figure is as it is', () => {
    const row = { date, visitors: 12, pageviews: 30, citations: 3, tracked: false };
    expect(first({ data: [row] })).toEqual([12, 30, 3]);
    expect(readAnalytics({ data: [row] }).trace.notes).toEqual([]);
    expect(first({ data: [{ date, visitors: 12, tracked: false }] })).toEqual([12, null, null]);
  });

  it('is told, the words of the row first', () => {
    const body = {
      status: 'disabled',
      data: [
        { ...zeros, state: 'paused' },
        { ...zeros, date: '2026-11-02' },
      ],
    };
    expect(readAnalytics(body).trace.notes).toEqual([
      '/data says "paused", so a 0 of visitors is unknown',
      '/data says "paused", so a 0 of pageviews is unknown',
      '/data says "paused", so a 0 of citations is unknown',
      '/data says "disabled", so a 0 of visitors is unknown',
      '/data says "disabled", so a 0 of pageviews is unknown',
      '/data says "disabled", so a 0 of citations is unknown',
    ]);
  });

  it('words of another place say nothing', () => {
    expect(
      first({ traffic: { daily: [{ date, visitors: 0 }] }, traffic_tracking: { connected: false } }),
    ).toEqual([0, null, null]);
    expect(first({ daily: [{ date, visitors: 0 }], dailyMail: { enabled: false } })).toEqual([0, null, null]);
  });

  it('each list has its own', () => {
    const body = {
      traffic: { connected: false, daily: [{ date, visitors: 0 }] },
      citations: { daily: [{ date, count: 0 }] },
    };
    expect(first(body)).toEqual([null, null, 0]);
  });
});
