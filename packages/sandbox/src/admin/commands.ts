import { z } from 'zod';
import { PLANS } from '../limits/plans.ts';
import { ENDPOINTS, SCOPES } from '../tenants/keys.ts';
import { TEAM_NAMES } from '../tenants/teams.ts';
import { FAULT_KINDS, type PlannedFault, type SandboxFaultKind } from '../world/fault.ts';

/** The request bodies of the admin API. Unknown fields are rejected. */

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

/** Default delay of a fault, in milliseconds. */
const DEFAULT_DELAYS_MS: Partial<Record<SandboxFaultKind, number>> = { slow: 1_000, dribble: 60 };

const matchFields = {
  endpoint: z.enum(ENDPOINTS).nullable().default(null),
  key: z.string().nullable().default(null),
  nth: z.int().min(1).nullable().default(null),
};

/**
 * Omitted `times` is 1, or "always" with a probability. "always" lasts until the faults are cleared. The fields of
 * `match` may also be at the top level.
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
    error: 'nth selects one request: leave times out',
  })
  .transform(({ times, match, delayMs, ...rest }): PlannedFault => {
    const repeats = times ?? (rest.probability < 1 ? 'always' : 1);
    return {
      ...rest,
      ...Object.fromEntries(Object.entries(match).filter(([, value]) => value !== null)),
      delayMs: delayMs ?? DEFAULT_DELAYS_MS[rest.fault] ?? 0,
      times: repeats === 'always' ? null : repeats,
      seen: 0,
    };
  });

/** Default: the Growth plan of the demo team with all scopes. */
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

/** `key` is a token or a label. */
export const revokeCommand = z.strictObject({ key: z.string() });

export const scopesCommand = z.strictObject({ key: z.string(), scopes: z.array(z.enum(SCOPES)) });

export const seedCommand = z.strictObject({ seed: z.int() });

/** Sets the calls counted in the current minute and day. */
export const usageCommand = z.strictObject({
  key: z.string(),
  minute: z.number().int().min(0).optional(),
  day: z.number().int().min(0).optional(),
});

export type ClockCommand = z.input<typeof clockCommand>;
export type FaultCommand = z.input<typeof faultCommand>;
export type KeyCommand = z.input<typeof keyCommand>;
