import { describe, expect, it } from 'vitest';
import { inspectRecordings, inspectService, type RecordedAnswer } from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';
import { closeAfterTest, startSandboxOf } from '../support/sandbox-client.ts';
import { learnShipped } from '../support/sandbox-recipes.ts';
import { faultOf, startScriptedService } from '../support/scripted-client.ts';

const minute = 60_000;
const refusal = (code: string): string => JSON.stringify({ error: { code, message: 'No.' } });
const score = '{"websiteId":"ws_1","score":7}';

describe.each([[false], [true]])('a refusal under the status 200, cache: %j', (shares) => {
  it.each([
    ['invalid_key', 'auth.invalid', 10 * minute],
    ['unauthorized', 'auth.missing', 10 * minute],
    ['daily_quota_exceeded', 'daily', 60 * minute],
    ['forbidden', 'forbidden', 60 * minute],
    ['insufficient_scope', 'forbidden', 60 * minute],
  ])('%s is %s, and blocks the next website', (code, kind, ms) => {
    const service = startScriptedService(() => ({ text: refusal(code) }));
    const client = service.client({ form: 1 }, shares);
    const ask = (site: string) => faultOf(() => client.authority(site));
    expect(ask('ws_1')).toMatchObject({ kind, code, status: 200, spent: 1 });
    service.pass(ms - 1);
    expect(ask('ws_2')).toMatchObject({ kind, code, spent: 0 });
    service.pass(1);
    expect(ask('ws_2')).toMatchObject({ kind, spent: 1 });
    expect(service.asked).toHaveLength(2);
  });

  it('rate_limited under the status 200 waits for Retry-After and no shorter', () => {
    const service = startScriptedService((_, serial) =>
      serial === 1 ? { text: refusal('rate_limited'), headers: { 'retry-after': '7' } } : { text: score },
    );
    expect(service.client({ form: 1, retries: 1 }, shares).authority('ws_1').meta.spent).toBe(2);
  });
});

it('not_found under the status 200 is cached for ten minutes', () => {
  const service = startScriptedService(() => ({ text: refusal('not_found') }));
  const client = service.client({ form: 1 }, true);
  for (const spent of [1, 0])
    expect(faultOf(() => client.authority('x'))).toMatchObject({ kind: 'not_found', spent });
});

it('bad_request under the status 200 causes a request with the other name, like a 400', () => {
  const service = startScriptedService(({ searchParams }) => ({
    text: searchParams.has('websiteId') ? refusal('bad_request') : score,
  }));
  const client = service.client();
  expect(client.authority('ws_1').meta.spent).toBe(2);
  expect(client.profile().websiteParameter).toMatchObject({ form: 2 });
  expect(client.authority('ws_1').meta.spent).toBe(1);
});

it('not_found under the status 200 shows that the website parameter is honoured', () => {
  const service = startScriptedService(({ searchParams }) => ({
    text: searchParams.get('websiteId') === 'ws_1' ? '{"score":7}' : refusal('not_found'),
  }));
  const client = service.client();
  expect(client.authority('ws_1').meta.spent).toBe(2);
  expect(client.profile().websiteParameter).toMatchObject({ form: 1 });
});

it('refusals under the status 200 mean the same to the doctor, live and recorded', async () => {
  const sandbox = await closeAfterTest(startSandboxOf(2));
  const kept: RecordedAnswer[] = [];
  const plain = nodeHost();
  const host = nodeHost({
    send: async (requests) => {
      const outcomes = await plain.send(requests);
      return outcomes.map((outcome, index) => {
        if (!outcome.ok) return outcome;
        const url = requests[index]?.url ?? '';
        const endpoint = /v1\/([a-z]+)/.exec(url)?.[1] as RecordedAnswer['endpoint'];
        kept.push({
          endpoint,
          status: 200,
          headers: outcome.headers,
          body: outcome.text,
          url,
          at: Date.now(),
        });
        return { ...outcome, status: 200 };
      });
    },
  });
  const live = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, host);
  expect(live).toMatchObject({ form: 2, spent: 6 });
  expect(live.endpoints.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  const recorded = inspectRecordings(kept, learnShipped);
  expect(recorded.form).toBe(2);
  expect(recorded.endpoints).toEqual(live.endpoints);
});
