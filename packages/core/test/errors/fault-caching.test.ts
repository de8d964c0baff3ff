import { describe, expect, it } from 'vitest';
import { ApiError, type FaultKind } from '../../src/errors/api-error.ts';
import { faultLifeMs, isTransientFault, toFaultScope } from '../../src/errors/fault-caching.ts';
import { type Answers, faultOf, startScriptedService } from '../support/scripted-client.ts';

const second = 1_000;
const minute = 60 * second;
const now = Date.UTC(2026, 10, 21, 5);

const fault = (kind: FaultKind, retryAt: number | null = null): ApiError =>
  new ApiError({ kind, owner: 'caller', message: 'm', hint: 'h', retryAt });

type Scope = ReturnType<typeof toFaultScope>;
type Reply = ReturnType<Answers>;

const refusal = (status: number, code: string): Reply => ({ status, text: `{"error":{"code":"${code}"}}` });

const replies: readonly (readonly [FaultKind, Reply, lifeMs: number, Scope, passing: boolean])[] = [
  ['auth.missing', refusal(401, 'unauthorized'), 10 * minute, 'key', false],
  ['auth.invalid', refusal(401, 'invalid_key'), 10 * minute, 'key', false],
  ['forbidden', refusal(403, 'forbidden'), 60 * minute, 'endpoint', false],
  ['bad_request', refusal(400, 'bad_request'), 10 * minute, 'question', false],
  ['not_found', refusal(404, 'not_found'), 10 * minute, 'question', false],
  ['shape', { text: '{"websiteId":"ws_1","score":"many"}' }, 10 * minute, 'question', true],
  ['burst', refusal(429, 'rate_limited'), minute, 'key', true],
  ['daily', refusal(429, 'daily_quota_exceeded'), 60 * minute, 'key', true],
  ['server', refusal(500, 'server_error'), minute / 2, 'question', true],
  ['bad_body', { text: '<html>' }, minute / 2, 'question', true],
  ['unexpected', refusal(302, 'moved'), minute / 2, 'question', false],
];

const good = (website: string | null): Reply => ({ text: `{"websiteId":"${website}","score":7}` });

describe.each(replies)('a cached fault of kind %s', (kind, reply, lifeMs, scope, passing) => {
  /** A client whose service fails for authority of `ws_1` from the `from`th request on. */
  const start = (from = 1) => {
    const service = startScriptedService(({ pathname, searchParams }, serial) => {
      const website = searchParams.get('websiteId');
      const fails = serial >= from && website === 'ws_1' && pathname.endsWith('authority');
      return fails ? reply : good(website);
    });
    const client = service.client({ form: 1, deadlineMs: second }, true);
    return { service, client, ask: () => faultOf(() => client.authority('ws_1')) };
  };

  it(`saves requests for ${lifeMs / second} s`, () => {
    const { service, ask } = start();
    expect(ask()).toMatchObject({ kind, spent: 1 });
    // A burst limit that ends within the deadline is waited out.
    const left = kind === 'burst' ? second + 1 : 1;
    service.pass(lifeMs - left);
    expect(ask()).toMatchObject({ kind, spent: 0 });
    service.pass(left);
    expect(ask()).toMatchObject({ kind, spent: 1 });
  });

  it(`blocks one ${scope}`, () => {
    const { client, ask } = start();
    ask();
    const spent = (call: () => { meta: { spent: number } }): number =>
      (faultOf(call) as ApiError | null)?.spent ?? 1;
    expect(spent(() => client.authority('ws_2'))).toBe(scope === 'question' ? 1 : 0);
    expect(spent(() => client.citations('ws_1'))).toBe(scope === 'key' ? 0 : 1);
  });

  it(passing ? 'leaves an older answer' : 'replaces an older answer', () => {
    const { service, client, ask } = start(2);
    expect(client.authority('ws_1').value.score).toBe(7);
    service.pass(12 * 60 * minute);
    const thrown = ask();
    if (!passing) expect(thrown).toMatchObject({ kind });
    else expect(client.authority('ws_1').meta).toMatchObject({ source: 'stale', fault: { kind } });
  });
});

/** Faults without an error answer of the service. */
const ownFaults: readonly (readonly [FaultKind, lifeMs: number, passing: boolean])[] = [
  ['window', 10 * minute, false],
  ['budget', minute, true],
  ['transport', minute / 2, true],
  ['timeout', minute / 2, true],
  ['pending', minute / 2, true],
  ['paused', minute / 2, true],
];

describe.each(ownFaults)('a fault of kind %s', (kind, lifeMs, passing) => {
  it(`is remembered for ${lifeMs / second} s`, () => expect(faultLifeMs(fault(kind), now)).toBe(lifeMs));
  it('concerns one query', () => expect(toFaultScope(fault(kind))).toBe('question'));
  it(passing ? 'leaves an older answer' : 'replaces an older answer', () =>
    expect(isTransientFault(kind)).toBe(passing),
  );
});

describe('a limit', () => {
  it.each(['burst', 'daily', 'budget'] as const)('of kind %s is remembered until it ends', (kind) => {
    expect(faultLifeMs(fault(kind, now + 42_000), now)).toBe(42_000);
    expect(faultLifeMs(fault(kind, now + 5 * 60 * minute), now)).toBe(5 * 60 * minute);
  });

  it.each([now + 1, now, now - minute])('is remembered for a second at least', (retryAt) => {
    expect(faultLifeMs(fault('burst', retryAt), now)).toBe(1_000);
  });
});

describe('the retry time of a server failure', () => {
  it.each([
    [5 * minute, 5 * minute],
    [7 * second, 7 * second],
    [0, second],
    [10 * minute, 10 * minute],
    [11 * minute, 10 * minute],
  ])('that is %i ms away is remembered for %i ms, between a second and ten minutes', (away, life) => {
    expect(faultLifeMs(fault('server', now + away), now)).toBe(life);
  });
});
