import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { holds } from './holds.ts';
import { oneInFlight } from './laws-of-requests.ts';
import { goodPlan, type Plan } from './outcomes.ts';
import { asked, scripts } from './play.ts';

/** Answers that take nearly as long as a request may, so that learning the Form lasts longer than one request. */
const slow: fc.Arbitrary<Plan> = fc
  .record({
    latencyMs: fc.integer({ min: 7_000, max: 11_900 }),
    refused: fc.boolean(),
    names: fc.boolean(),
    half: fc.boolean(),
  })
  .map(({ latencyMs, refused, names, half }) =>
    refused
      ? { does: 'refuse', status: 400, code: 'bad_request', message: 'no', latencyMs, headers: {} }
      : { ...goodPlan, names, days: half ? 'half' : 'all', latencyMs },
  );

const window = { last: 90 } as const;
const twice = fc
  .record({ endpoint: fc.constantFrom('analytics' as const, 'authority' as const), gapMs: fc.nat(22_000) })
  .map(({ endpoint, gapMs }) =>
    [0, gapMs].map((gap, client) => ({ client, endpoint, site: 'ws_a', window, gapMs: gap })),
  );

describe('of one question one request is under way', () => {
  // Form 2 words the last 14 days and nine days of November alike, as 30 days: of the two only one is asked for here.
  const apart = fc.array(
    asked.map((one) => ('to' in one.window && one.window.to === '2026-11-09' ? { ...one, window } : one)),
    { minLength: 2, maxLength: 8 },
  );

  it('whatever the service does', () =>
    holds(oneInFlight, scripts({ asked: apart, concurrent: fc.constant(true) })));

  it('though a client is slow to learn the Form and another asks beside it', () =>
    holds(
      oneInFlight,
      scripts({
        plans: fc.array(slow, { minLength: 1, maxLength: 6 }),
        asked: twice,
        concurrent: fc.constant(true),
        shares: fc.constant(true),
        options: fc.constant({}),
      }),
    ));

  it('though a window cannot be cut out of a wider answer', () => {
    const totals: Plan = { ...goodPlan, days: 'totals', latencyMs: 300 };
    const asked = fc.nat(400).map((gapMs) =>
      [0, gapMs, 0].map((gap) => ({
        client: 0,
        endpoint: 'analytics' as const,
        site: 'ws_a',
        window: { last: 14 },
        gapMs: gap,
      })),
    );
    return holds(
      oneInFlight,
      scripts({
        plans: fc.constant([totals, totals, totals, totals]),
        asked,
        concurrent: fc.constant(true),
        options: fc.constant({ form: 1 as const }),
      }),
    );
  });
});
