import { describe, expect, it } from 'vitest';
import { isApiError, syncClient } from '../../src/index.ts';
import { stageFor } from '../properties/play.ts';
import { goodPlan, type Plan } from '../properties/response-plans.ts';
import { syncHost } from '../properties/scripted-host.ts';
import { key } from '../properties/scripted-service.ts';

const sites = Array.from({ length: 20 }, (_, at) => `ws_${at}`);

/** An answer that does not name its website, so that it costs one request more until the endpoint is known. */
const unnamed: Plan = { ...goodPlan, names: false };
const refused = (status: number, code: string): Plan => ({
  does: 'refuse',
  status,
  code,
  message: 'no',
  latencyMs: 40,
  headers: {},
});

it('a batch in an unknown Form stops at its deadline if the service hangs', () => {
  const hanging: Plan = { ...unnamed, latencyMs: 60_000 };
  const stage = stageFor(sites.flatMap(() => [hanging, hanging]));
  const client = syncClient(
    { baseUrl: 'https://api.example', key, plan: 'growth' },
    syncHost(stage, 0, false),
  );
  const from = stage.clock.now();
  const settled = client.authorityOf(sites);
  // The shortest request has a second.
  expect(stage.clock.now() - from).toBeLessThanOrEqual(26_000);
  expect(stage.ledger.sent.map(({ request }) => request.timeoutMs)).toEqual([12_000, 12_000, 1_000, 1_000]);
  expect(settled.map((one) => !one.ok && isApiError(one.error) && one.error.kind)).toEqual(
    sites.map(() => 'timeout'),
  );
});

describe.each([
  ['is unknown', refused(404, 'not_found')],
  ['fails', refused(500, 'server_error')],
])('a batch in an unknown Form whose first website %s', (_, first) => {
  it('sends two more before the others follow, each with one request', () => {
    const stage = stageFor([first, ...sites.map(() => unnamed), ...sites.map(() => unnamed)]);
    const client = syncClient(
      { baseUrl: 'https://api.example', key, retries: 0, plan: 'growth' },
      syncHost(stage, 0, false),
    );
    const settled = client.authorityOf(sites);
    expect(settled.map(({ ok }) => ok)).toEqual([false, ...sites.slice(1).map(() => true)]);
    expect(settled.map((one) => one.ok && one.value.meta.spent)).toEqual([
      false,
      2,
      ...sites.slice(2).map(() => 1),
    ]);
    expect(stage.ledger.sent).toHaveLength(1 + 2 + 1 + 17);
  });
});
