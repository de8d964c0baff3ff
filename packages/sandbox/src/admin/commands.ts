import { z } from 'zod';
import { PLANS } from '../limits/plans.ts';
import { ENDPOINTS, SCOPES } from '../tenants/keys.ts';
import { TEAM_NAMES } from '../tenants/teams.ts';
import { FAULT_KINDS, type PlannedFault, type SandboxFaultKind } from '../world/fault.ts';

/** The bodies that the admin surface takes; any other field is refused. */

export const clockCommand = z.union(
  [
    z.strictObject({ set: z.string() }),
    z.strictObject({ advance: z.number().int() }),
    z.strictObject({ freeze: z.literal(true) }),
    z.strictObject({ run: z.literal(true) }),
  ],
  {
    error:
      'send exactly one of {"set": ISO time}, {"advance": whole milliseconds}, {"freeze": true}, {"run": true}',
  },
);

/** Milliseconds that a fault waits for unless it is said. */
const DEFAULT_DELAYS_MS: Partial<Record<SandboxFaultKind, number>> = { slow: 1_000, dribble: 60 };

const matchFields = {
  endpoint: z.enum(ENDPOINTS).nullable().default(null),
  key: z.string().nullable().default(null),
  nth: z.int().min(1).nullable().default(null),
};

/**
 * `times` is 1 when omitted, and "always" with a probability; "always" strikes until the faults are cleared.
 * Which requests are struck stands in `match` or beside `fault`.
 */
export const faultCommand = z
  .strictObject({
    fault: z.enum(FAULT_KINDS),
    status: z.number().int().min(500).max(599).default(500),
    delayMs: z.number().int().min(0).max(600_000).optional(),
    skewSeconds: z.int().min(-86_400).max(86_400).default(600),
    ...matchFields,
    match: z.strictObject(matchFields).partial().default({}),
    times: z.union([z.number().int().min(1), z.literal('always')]).optional(),
    probability: z.number().gt(0).max(1).default(1),
    seed: z.int().default(1),
  })
  .refine(({ nth, match, times }) => (nth ?? match.nth ?? null) === null || times === undefined, {
    path: ['times'],
    error: 'the n-th request is one request: leave times out beside nth',
  })
  .transform(({ times, match, delayMs, ...rest }): PlannedFault => {
    const often = times ?? (rest.probability < 1 ? 'always' : 1);
    return {
      ...rest,
      ...Object.fromEntries(Object.entries(match).filter(([, value]) => value !== null)),
      delayMs: delayMs ?? DEFAULT_DELAYS_MS[rest.fault] ?? 0,
      times: often === 'always' ? null : often,
      seen: 0,
    };
  });

/** A key with every scope on the Growth plan of the demo team, unless said otherwise. */
export const keyCommand = z.strictObject({
  label: z
    .string()
    .regex(
      /^[A-Za-z0-9 ._-]{1,40}$/,
      'a label has 1 to 40 letters, digits, spaces, dots, dashes or underscores',
    )
    .optional(),
  kind: z.enum(['live', 'test']).default('live'),
  plan: z.enum(PLANS).default('growth'),
  team: z.enum(TEAM_NAMES).default('demo'),
  scopes: z.array(z.enum(SCOPES)).default([...SCOPES]),
});

/** `key` is a whole key or its label. */
export const revokeCommand = z.strictObject({ key: z.string() });

/** The scopes a key has from the next request on. */
export const scopesCommand = z.strictObject({ key: z.string(), scopes: z.array(z.enum(SCOPES)) });

export const seedCommand = z.strictObject({ seed: z.int() });

/** Calls to count as already made in the present minute and the present day. */
export const usageCommand = z.strictObject({
  key: z.string(),
  minute: z.number().int().min(0).optional(),
  day: z.number().int().min(0).optional(),
});

export type ClockCommand = z.input<typeof clockCommand>;
export type FaultCommand = z.input<typeof faultCommand>;
export type KeyCommand = z.input<typeof keyCommand>;
