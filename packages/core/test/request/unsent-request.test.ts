import { describe, expect, it } from 'vitest';
import { syncClient } from '../../src/index.ts';
import { learnFew } from '../support/sandbox-recipes.ts';
import { faultOf, startScriptedService } from '../support/scripted-client.ts';

const failing = (sent: false | undefined) =>
  syncClient(
    { baseUrl: 'https://api.example.com', key: 'rs_live_abcdefgh', form: 1, retries: 2 },
    {
      send: (requests) =>
        requests.map(() => ({
          ok: false,
          kind: 'transport',
          message: 'ENOTFOUND',
          ...(sent === false ? { sent } : {}),
        })),
      wait: () => undefined,
      now: () => 0,
      random: () => 0,
      learn: learnFew,
    },
  );

describe('a request that was not sent', () => {
  it('costs nothing if the host is certain of that, and is retried', () => {
    expect(faultOf(() => failing(false).authority('ws_1'))).toMatchObject({ kind: 'transport', spent: 0 });
    expect(faultOf(() => failing(undefined).authority('ws_1'))).toMatchObject({
      kind: 'transport',
      spent: 3,
    });
  });
});

describe('a wait that the service states', () => {
  it("is reported as the service's wait, not as a used-up minute", () => {
    const text = '{"error":{"code":"rate_limited","message":"No."}}';
    const service = startScriptedService(() => ({ status: 429, text, headers: { 'retry-after': '50' } }));
    const client = service.client({ form: 1 });
    expect(faultOf(() => client.authority('ws_1'))).toMatchObject({ kind: 'burst', spent: 1 });
    expect(faultOf(() => client.authority('ws_1'))).toMatchObject({
      kind: 'budget',
      spent: 0,
      message: expect.stringContaining('The service wants no requests until 2026-11-21 05:00:50 UTC'),
    });
  });
});

describe('a missing window', () => {
  it.each<[unknown, reason: string]>([
    [undefined, 'No window is given. '],
    [null, 'No window is given. '],
    ['30d', 'No window is given. '],
    [{ from: '2026-11-01' }, 'The window has no date "to". '],
    [{ to: '2026-11-01' }, 'The window has no date "from". '],
    [{}, 'The window has no date "from". '],
  ])('is refused with that reason: %j', (window, reason) => {
    const service = startScriptedService(() => ({}));
    expect(faultOf(() => service.client().analytics('ws_1', window as never))).toMatchObject({
      kind: 'window',
      spent: 0,
      message: expect.stringContaining(reason),
    });
    expect(service.asked).toEqual([]);
  });
});
