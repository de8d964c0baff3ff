import { z } from 'zod';
import { TEAM_NAMES } from '../tenants/teams.ts';
import { EVENT_KINDS } from './kinds.ts';
import { partialProfile } from './signing-profile.ts';

/** The request bodies of the webhook calls. Unknown fields are rejected. */

const optionalProfile = partialProfile.default({});

/** Omitted kinds: all of the Form in force. Omitted secret: a drawn one. */
export const endpointCommand = z.strictObject({
  url: z.string(),
  secret: z.string().min(8, 'a secret has 8 characters at least').max(200).optional(),
  team: z.enum(TEAM_NAMES).default('demo'),
  kinds: z.array(z.enum(EVENT_KINDS)).min(1, 'name one kind at least').optional(),
  manner: optionalProfile,
});

/** The former secrets stay valid for `keepOldSeconds` of the sandbox's clock. */
export const rotateCommand = z.strictObject({
  keepOldSeconds: z.number().int().min(0).default(86_400),
  secret: z.string().min(8, 'a secret has 8 characters at least').max(200).optional(),
});

/** Deliberate flaws of the deliveries of one call. */
const flawFields = {
  /** Only this endpoint. Omitted: all of the website's team that take the kind. */
  endpoint: z.string().optional(),
  /** Overrides the endpoint's profile for these deliveries. */
  manner: optionalProfile,
  wrongSecret: z.boolean().default(false),
  /** Whole seconds; a negative shift makes the signed time stale, a positive one moves it to the future. */
  timeShift: z.number().int().min(-100_000_000).max(100_000_000).default(0),
  trailingNewline: z.boolean().default(false),
  escaped: z.boolean().default(false),
  /** How often each delivery is sent with the same id. */
  copies: z.number().int().min(1).max(20).default(1),
};

/** Omitted website: the demo team's first. */
export const sendCommand = z.strictObject({
  kind: z.enum(EVENT_KINDS),
  website: z.string().optional(),
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a delivery id has 1 to 64 letters, digits, dashes or underscores')
    .optional(),
  ...flawFields,
});

/** All events of one UTC day. Omitted website: all websites of teams with an endpoint. */
export const emitCommand = z.strictObject({
  date: z.iso.date(),
  website: z.string().optional(),
  order: z.enum(['happened', 'reversed', 'shuffled']).default('happened'),
  ...flawFields,
});

/** `signed`: the same body and id with a new signature. `exact`: the same bytes as the last attempt. */
export const replayCommand = z.strictObject({ as: z.enum(['signed', 'exact']).default('signed') });

export type EndpointCommand = z.input<typeof endpointCommand>;
export type RotateCommand = z.input<typeof rotateCommand>;
export type SendCommand = z.input<typeof sendCommand>;
export type EmitCommand = z.input<typeof emitCommand>;
export type ReplayCommand = z.input<typeof replayCommand>;
