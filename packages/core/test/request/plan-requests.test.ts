import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addEvidence,
  addParameterEvidence,
  configuredProfile,
  unknownProfile,
} from '../../src/dialects/profile.ts';
import { runSync } from '../../src/exchange/drivers.ts';
import { isApiError, planRequests } from '../../src/index.ts';
import { negotiate } from '../../src/negotiation/negotiate.ts';
import type { Query } from '../../src/request/request.ts';
import { applyEvent, openSession } from '../../src/request/session.ts';
import { stageFor, start } from '../properties/play.ts';
import * as outcomes from '../properties/response-plans.ts';
import { syncHost } from '../properties/scripted-host.ts';
import { key } from '../properties/scripted-service.ts';

const now = Date.UTC(2026, 10, 21, 5);
const authority: Query = { endpoint: 'authority', website: 'ws 1' };
const analytics: Query = { endpoint: 'analytics', website: 'ws_1', window: { last: 30 } };
const paths = (...asked: Parameters<typeof planRequests>) =>
  planRequests(...asked).requests.map(({ path }) => path);
const unknownWebsite = 'answershare-asks-who-is-there';

it('the list of websites is one request', () => {
  expect(planRequests({ endpoint: 'websites' }, unknownProfile, now)).toEqual({
    requests: [{ path: '/api/v1/websites', when: 'first' }],
    atMost: 1,
  });
});

it('an unknown service gets both names, each with a check', () => {
  expect(paths(authority, unknownProfile, now)).toEqual([
    '/api/v1/authority?websiteId=ws%201',
    `/api/v1/authority?websiteId=${unknownWebsite}`,
    '/api/v1/authority?website_id=ws%201',
    `/api/v1/authority?website_id=${unknownWebsite}`,
  ]);
});

it('a configured Form stays, and an endpoint that honours its name is not checked', () => {
  const seen = addParameterEvidence(configuredProfile(2), 'authority', 2);
  expect(paths(authority, seen, now)).toEqual(['/api/v1/authority?website_id=ws%201']);
});

it('a window is sent in the Form of the windows, or in both', () => {
  expect(paths(analytics, configuredProfile(2), now)[0]).toBe('/api/v1/analytics?website_id=ws_1&period=30d');
  const mixed = addEvidence(unknownProfile, 'window', { form: 2, seen: 'x', at: 0 });
  expect(paths(analytics, mixed, now)[0]).toBe('/api/v1/analytics?websiteId=ws_1&period=30d');
  expect(paths(analytics, unknownProfile, now)).toContain('/api/v1/analytics?websiteId=ws_1&period=30d');
});

it('a window that a Form cannot express has no path', () => {
  const year: Query = { endpoint: 'analytics', website: 'ws_1', window: { last: 365 } };
  expect(paths(year, configuredProfile(2), now)[0]).toBeNull();
});

const profiles = [
  unknownProfile,
  configuredProfile(1),
  addEvidence(unknownProfile, 'websiteParameter', { form: 2, seen: 'x', at: 0 }),
  addParameterEvidence(
    addEvidence(unknownProfile, 'websiteParameter', { form: 1, seen: 'x', at: 0 }),
    'authority',
    1,
  ),
  addParameterEvidence(addEvidence(unknownProfile, 'window', { form: 2, seen: 'x', at: 0 }), 'analytics', 2),
];

it('whatever the service does, a client sends only requests of the plan, and no more', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...profiles),
      fc.constantFrom<Query>(authority, analytics, { ...analytics, window: { last: 365 } }),
      fc.array(outcomes.plan, { minLength: 8, maxLength: 8 }),
      fc.boolean(),
      (profile, question, answers, isListed) => {
        const stage = stageFor(answers);
        const host = syncHost(stage, 0, false);
        const session = openSession({ baseUrl: 'https://api.example', key, profile }, host);
        if (isListed)
          applyEvent(session, { type: 'websites', ids: [(question as { website: string }).website] });
        const patience = { deadline: start + 600_000, retries: 0 };
        try {
          runSync(negotiate(session, question, patience), host);
        } catch (thrown) {
          if (!isApiError(thrown)) throw thrown;
        }
        const { requests, atMost } = planRequests(question, profile, start);
        const sent = stage.ledger.sent.map(({ request }) => request.url.replace('https://api.example', ''));
        expect(requests.map(({ path }) => path)).toEqual(expect.arrayContaining(sent));
        expect(sent.length).toBeLessThanOrEqual(atMost);
      },
    ),
    { numRuns: 500 },
  );
});
