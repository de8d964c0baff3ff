import { describe, expect, it } from 'vitest';
import { faultOf, startScriptedService } from '../support/scripted-client.ts';

const minute = 60_000;

/** A service that fails about one website with a Retry-After, and serves all else. */
const failing = (retryAfter: string | null) =>
  startScriptedService(({ searchParams }) =>
    searchParams.get('websiteId') === 'ws_1'
      ? { status: 503, text: '', headers: retryAfter === null ? {} : { 'retry-after': retryAfter } }
      : { text: '{"websiteId":"ws_2","score":7}' },
  );

describe.each([[false], [true]])('a service that fails with Retry-After, cache: %j', (shares) => {
  it.each([
    ['120', 2 * minute],
    ['1', 1_000],
    ['3600', 10 * minute],
  ])('of %s s does not get the same query for %i ms', (retryAfter, ms) => {
    const service = failing(retryAfter);
    const client = service.client({ form: 1 }, shares);
    const ask = () => faultOf(() => client.authority('ws_1'));
    expect(ask()).toMatchObject({ kind: 'server', status: 503, spent: 1 });
    service.pass(ms - 1);
    expect(ask()).toMatchObject({ kind: 'server', status: 503, spent: 0 });
    expect(service.asked).toHaveLength(1);
    service.pass(1);
    expect(ask()).toMatchObject({ kind: 'server', spent: 1 });
    expect(service.asked).toHaveLength(2);
  });

  it('gets every other query', () => {
    const service = failing('120');
    const client = service.client({ form: 1 }, shares);
    faultOf(() => client.authority('ws_1'));
    expect(client.authority('ws_2').meta.spent).toBe(1);
    expect(faultOf(() => client.competitors('ws_1'))).toMatchObject({ kind: 'server', spent: 1 });
  });
});

it('a service that fails without Retry-After gets a query again at once, without a cache', () => {
  const client = failing(null).client({ form: 1 });
  for (const spent of [1, 1])
    expect(faultOf(() => client.authority('ws_1'))).toMatchObject({ kind: 'server', spent });
});

it('a wait within the deadline is followed by the retry', () => {
  const service = failing('5');
  expect(faultOf(() => service.client({ form: 1, retries: 2 }).authority('ws_1'))).toMatchObject({
    spent: 3,
  });
});
