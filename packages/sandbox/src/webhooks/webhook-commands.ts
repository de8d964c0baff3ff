import { z } from 'zod';
import { TEAM_NAMES } from '../tenants/teams.ts';
import { EVENT_KINDS } from './kinds.ts';
import { partialProfile } from './signing-profile.ts';

/** The bodies that the webhook calls of the admin surface take; any other field is refused. */

const optionalProfile = partialProfile.default({});

/** Kinds omitted: all that the running Form lists. Secret omitted: one is drawn. */
export const endpointCommand = z.strictObject({
  url: z.string(),
  secret: z.string().min(8, 'a secret has 8 characters at least').max(200).optional(),
  team: z.enum(TEAM_NAMES).default('demo'),
  kinds: z.array(z.enum(EVENT_KINDS)).min(1, 'name one kind at least').optional(),
  manner: optionalProfile,
});

/** The old secrets sign on for so many seconds of the sandbox's clock; a day when omitted. */
export const rotateCommand = z.strictObject({
  keepOldSeconds: z.number().int().min(0).default(86_400),
  secret: z.string().min(8, 'a secret has 8 characters at least').max(200).optional(),
});

/** What is done on purpose to the deliveries that an order makes. */
const flawFields = {
  /** Only to this endpoint; omitted: to all of the website's team that take the kind. */
  endpoint: z.string().optional(),
  /** In place of the endpoint's own, for these deliveries alone. */
  manner: optionalProfile,
  wrongSecret: z.boolean().default(false),
  /** Whole seconds; below zero the signed time is stale, above it lies in the future. */
  timeShift: z.number().int().min(-100_000_000).max(100_000_000).default(0),
  trailingNewline: z.boolean().default(false),
  escaped: z.boolean().default(false),
  /** Each delivery is sent so often, under one id. */
  copies: z.number().int().min(1).max(20).default(1),
};

/** Website omitted: the demo team's first. */
export const sendCommand = z.strictObject({
  kind: z.enum(EVENT_KINDS),
  website: z.string().optional(),
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a delivery id has 1 to 64 letters, digits, dashes or underscores')
    .optional(),
  ...flawFields,
});

/** All events of one UTC day. Website omitted: of all websites that have an endpoint. */
export const emitCommand = z.strictObject({
  date: z.iso.date(),
  website: z.string().optional(),
  order: z.enum(['happened', 'reversed', 'shuffled']).default('happened'),
  ...flawFields,
});

/** `signed`: the same body and id, signed anew. `exact`: every byte of the last attempt, as an attacker would. */
export const replayCommand = z.strictObject({ as: z.enum(['signed', 'exact']).default('signed') });

export type EndpointCommand = z.input<typeof endpointCommand>;
export type RotateCommand = z.input<typeof rotateCommand>;
export type SendCommand = z.input<typeof sendCommand>;
export type EmitCommand = z.input<typeof emitCommand>;
export type ReplayCommand = z.input<typeof replayCommand>;
