import { describe, expect, it } from 'vitest';
import { bothWindows } from '../../src/dialects/forms.ts';
import { forms } from '../support/sandbox-client.ts';
import { faultOf, startScriptedService } from '../support/scripted-client.ts';

/** Path and query of each request of a client. */
function requestsOf(form: 1 | 2): readonly string[] {
  const service = startScriptedService(() => ({ status: 500 }));
  const client = service.client({ form });
  faultOf(() => client.websites());
  faultOf(() => client.analytics('ws_1', { last: 7 }));
  for (const endpoint of ['citations', 'competitors', 'authority'] as const)
    faultOf(() => client[endpoint]('ws_1'));
  return service.asked.map(({ pathname, search }) => pathname + search);
}

describe('the requests of a client (specification §4)', () => {
  it('have in Form 1 a website in camel case and a window of two dates', () => {
    expect(requestsOf(1)).toEqual([
      '/api/v1/websites',
      '/api/v1/analytics?websiteId=ws_1&from=2026-08-24&to=2026-11-21',
      '/api/v1/citations?websiteId=ws_1',
      '/api/v1/competitors?websiteId=ws_1',
      '/api/v1/authority?websiteId=ws_1',
    ]);
  });

  it('have in Form 2 a website in snake case and a window of one of three periods', () => {
    expect(requestsOf(2)).toEqual([
      '/api/v1/websites',
      '/api/v1/analytics?website_id=ws_1&period=90d',
      '/api/v1/citations?website_id=ws_1',
      '/api/v1/competitors?website_id=ws_1',
      '/api/v1/authority?website_id=ws_1',
    ]);
  });

  it('have the same five paths in both Forms', () => {
    const [first, second] = forms.map((form) => requestsOf(form).map((path) => path.split('?')[0]));
    expect(first).toEqual(second);
    expect(new Set(first).size).toBe(5);
  });

  it('have the windows of both Forms in the window probe', () => {
    expect(bothWindows('2026-11-18', '2026-11-20')).toBe('from=2026-11-18&to=2026-11-20&period=90d');
  });
});
