import { describe, expect, it } from 'vitest';
import { syncClient } from '../../src/index.ts';
import { goodPlan, type Plan } from '../properties/outcomes.ts';
import { stageFor } from '../properties/play.ts';
import { syncHost } from '../properties/scripted-host.ts';
import { key } from '../properties/scripted-service.ts';

const sites = Array.from({ length: 20 }, (_, at) => `ws_${at}`);

/** An answer that does not name its website, so that it costs one request more while the Form is unknown. */
const unnamed: Plan = { ...goodPlan, names: false };
const refused = (status: number, code: string): Plan => ({
  does: 'refuse',
  status,
  code,
  message: 'no',
  latencyMs: 40,
  headers: {},
});

describe.each([
  ['is unknown', refused(404, 'not_found')],
  ['fails', refused(500, 'server_error')],
])('a batch in an unknown Form whose first website %s', (_, first) => {
  it('has two asked before the others follow, and each of those costs one request', () => {
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
      2,
      ...sites.slice(3).map(() => 1),
    ]);
    expect(stage.ledger.sent).toHaveLength(1 + 2 * 2 + 17);
  });
});
