import { describe, expect, it } from 'vitest';
import {
  addDays,
  inspectRecordings,
  inspectService,
  type Recognition,
  type RecordedAnswer,
  toCalendarDate,
} from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';
import { closeAfterTest, forms, startSandboxOf } from '../support/sandbox-client.ts';
import { learnShipped } from '../support/sandbox-recipes.ts';

const at = Date.parse('2026-11-21T09:00:00Z');
const base = 'https://api.example.com/api/v1';

const days = (count: number, last = '2026-11-21'): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, back) => ({
      date: addDays(last, back + 1 - count),
      visitors: 1,
      citations: 1,
    })),
  );

const analytics = (query: string, body: string): RecordedAnswer => ({
  endpoint: 'analytics',
  status: 200,
  headers: {},
  body,
  url: `${base}/analytics?${query}`,
  at,
});

/** Days without an envelope. */
const learnRows = (): Recognition => {
  const fields = { date: '/*/date date', visitors: '/*/visitors count', citations: '/*/citations count' };
  const recipe = { v: 1, kind: 'analytics', lists: { days: [{ at: '/*', fields }] } } as const;
  return { clear: true, drafts: [{ recipe, assumes: [] }], reason: '' };
};

const windowOf = (query: string, body: string): unknown =>
  inspectRecordings([analytics(query, body)], learnRows).profile.window.form;

describe.each(forms)('answers recorded from a service of Form %i', (form) => {
  it('give the same report as a live service, without a request', async () => {
    const sandbox = await closeAfterTest(startSandboxOf(form));
    const kept: RecordedAnswer[] = [];
    const plain = nodeHost();
    const host = nodeHost({
      send: async (requests) => {
        const outcomes = await plain.send(requests);
        outcomes.forEach((outcome, index) => {
          const url = requests[index]?.url ?? '';
          const endpoint = /v1\/([a-z]+)/.exec(url)?.[1] as RecordedAnswer['endpoint'];
          if (outcome.ok) {
            const { status, headers, text: body } = outcome;
            kept.push({ endpoint, status, headers, body, url, at: Date.now() });
          }
        });
        return outcomes;
      },
    });
    const live = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, host);
    const recorded = inspectRecordings(kept, learnShipped);
    expect(recorded.form).toBe(live.form);
    for (const axis of ['websiteParameter', 'window'] as const)
      expect(recorded.profile[axis].form).toBe(live.profile[axis].form);
    expect(recorded.websites).toEqual(live.websites);
    expect(recorded.endpoints).toEqual(live.endpoints);
    expect(recorded.spent).toBe(0);
  });
});

describe('the window of a recorded analytics answer', () => {
  it.each([
    ['websiteId=w&from=2026-11-10&to=2026-11-14', days(5, '2026-11-14'), 1],
    ['websiteId=w&from=2026-11-10&to=2026-11-14', days(30), 2],
    ['website_id=w&period=7d', days(7), 2],
    ['website_id=w&period=90d', days(90), 2],
    ['websiteId=w&from=2026-11-10&to=2026-11-12&period=90d', days(90), 2],
    ['websiteId=w&from=2026-11-10&to=2026-11-12&period=90d', days(3, '2026-11-12'), 1],
  ])('is recognised by %s', (query, body, form) => expect(windowOf(query, body)).toBe(form));

  it.each([
    ['website_id=w', days(30)],
    ['website_id=w&period=7d', days(30)],
    [`websiteId=w&from=2026-10-23&to=${toCalendarDate(at)}`, days(30)],
    ['websiteId=w&from=%zz&to=1795251600', days(5)],
    ['websiteId=w&from=2026-11-10&to=2026-11-14', '[]'],
  ])('stays unknown for %s', (query, body) => expect(windowOf(query, body)).toBeNull());
});

it('an answer without an address shows its shape, its limits and its error code', () => {
  const report = inspectRecordings(
    [
      {
        endpoint: 'authority',
        status: 403,
        headers: { 'x-ratelimit-remaining': '41', date: 'Sat, 21 Nov 2026 09:00:05 GMT' },
        body: '{"error":{"code":"insufficient_scope","message":"no"}}',
        at,
      },
    ],
    learnShipped,
  );
  expect(report.profile.errorCodes.form).toBe(2);
  expect(report.profile.websiteParameter.form).toBeNull();
  expect(report.rate.minute.remaining).toBe(41);
  expect(report.clockSkewMs).toBe(5_000);
  expect(report.endpoints).toMatchObject([{ endpoint: 'authority', ok: false, fault: 'forbidden' }]);
});

it('no recorded answer gives an empty report', () => {
  expect(inspectRecordings([], learnShipped)).toMatchObject({
    form: null,
    endpoints: [],
    websites: [],
    clockSkewMs: null,
  });
});
