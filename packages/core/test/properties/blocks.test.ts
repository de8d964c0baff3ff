import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { holds } from './holds.ts';
import { comesBackLater, endsInTime, saysWhen, staysAway } from './laws-of-requests.ts';
import { busy, goodPlan, lastOfDay, limit, type Plan, plan } from './outcomes.ts';
import { scripts } from './play.ts';

const refused: fc.Arbitrary<Plan> = fc
  .constantFrom([401, 'invalid_key'] as const, [401, 'unauthorized'] as const, [403, 'forbidden'] as const)
  .map(([status, code]) => ({ does: 'refuse', status, code, message: 'no', latencyMs: 30, headers: {} }));

const limits = fc.array(fc.oneof({ weight: 2, arbitrary: limit }, { weight: 1, arbitrary: plan }), {
  maxLength: 10,
});
const blocks = fc.array(fc.oneof(limit, refused, plan), { maxLength: 10 });

describe('after a refusal that stands', () => {
  it('of the key, the day or an endpoint no request goes until it ends', () =>
    holds(staysAway, scripts({ plans: blocks })));

  it('of the day by an answer whose headers say that it is used up', () =>
    holds(staysAway, scripts({ plans: fc.array(fc.oneof(lastOfDay, limit, plan), { maxLength: 10 }) })));

  it('of a failing service that says when to come back, for the same question', () =>
    holds(
      [comesBackLater, staysAway],
      scripts({ plans: fc.array(fc.oneof(busy, plan), { maxLength: 10 }) }),
    ));

  it('by Retry-After in whatever form none goes earlier', () => holds(staysAway, scripts({ plans: limits })));

  it('several at a time: the longest counts', () =>
    holds(staysAway, scripts({ plans: limits, concurrent: fc.constant(true) })));
});

describe('a deadline', () => {
  it('ends every call, also one that waits for another', () => holds(endsInTime, scripts()));

  it('ends also a call that waits until the Form is known, at a service that never answers', () => {
    const never = fc.array(fc.constant<Plan>({ ...goodPlan, latencyMs: 60_000 }), {
      minLength: 20,
      maxLength: 30,
    });
    const many = fc.array(fc.nat(200), { minLength: 9, maxLength: 12 }).map((gaps) =>
      gaps.map((gapMs, at) => {
        return { client: 0, endpoint: 'authority' as const, site: `ws_${at}`, window: { last: 7 }, gapMs };
      }),
    );
    const short = fc.constant({ deadlineMs: 3_000 });
    return holds(
      endsInTime,
      scripts({ plans: never, asked: many, concurrent: fc.constant(true), options: short }),
    );
  });

  it('that a limit does not fit into is told by when to come back', () =>
    holds(saysWhen, scripts({ plans: limits })));
});
