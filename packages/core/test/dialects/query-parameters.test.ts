import { describe, expect, it } from 'vitest';
import { bothWindows, paths } from '../../src/dialects/forms.ts';
import { toDialect } from '../../src/dialects/profile.ts';

describe('the query parameters of the Forms (specification §4)', () => {
  it('have in Form 1 a website in camel case and a window of two dates', () => {
    expect(toDialect(1)).toMatchObject({
      form: 1,
      websiteParameter: 'websiteId',
      range: { from: 'from', to: 'to' },
      period: null,
    });
  });

  it('have in Form 2 a website in snake case and a window of one of three periods', () => {
    expect(toDialect(2)).toMatchObject({
      form: 2,
      websiteParameter: 'website_id',
      range: null,
      period: { parameter: 'period', choices: { 7: '7d', 30: '30d', 90: '90d' } },
    });
  });

  it('have the same five paths in both Forms', () => {
    expect(paths).toEqual({
      websites: '/api/v1/websites',
      analytics: '/api/v1/analytics',
      citations: '/api/v1/citations',
      competitors: '/api/v1/competitors',
      authority: '/api/v1/authority',
    });
  });

  it('have the windows of both Forms in the window probe', () => {
    expect(bothWindows('2026-11-18', '2026-11-20')).toBe('from=2026-11-18&to=2026-11-20&period=90d');
  });
});
