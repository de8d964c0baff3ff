import { z } from 'zod';
import { describeCronError, isTimeZone } from '../schedule/cron.ts';
import { addressSchema, senderShape } from './addresses.ts';
import { alertShape } from './alert-condition.ts';
import { channelsSchema, isChannelAddress, localeSchema } from './channels.ts';
import { clientsSchema, selectionShape } from './clients.ts';
import { attachSchema, webCopySchema } from './digest-files.ts';
import { eventsSchema, goalsSchema } from './events-and-goals.ts';
import { gatewaySchema } from './gateway-settings.ts';
import { httpSchema } from './http-listener.ts';
import { mailDesignSchema } from './mail-design.ts';
import { mailSenderShape, noticeSenderShape } from './mail-senders.ts';
import { namesSchema } from './names.ts';
import { secretMark } from './references.ts';
import { periodSchema } from './schedule-period.ts';
import { serviceSchema, servicesSchema } from './services.ts';

const zoneSchema = z
  .string()
  .refine(isTimeZone, 'is not a time zone; write an IANA name such as Europe/Berlin or UTC')
  .describe('IANA time zone, for example Europe/Berlin.');

const cronSchema = z.string().superRefine((text, context) => {
  const why = describeCronError(text);
  if (why !== null) {
    context.addIssue({
      code: 'custom',
      message: `is not a cron expression (${why}); write five fields, for example "0 9 * * 1" for Mondays at 09:00`,
    });
  }
});

const recipientSchema = z.union([
  addressSchema,
  z.strictObject({
    to: addressSchema,
    name: z.string().min(1).optional(),
    locale: localeSchema
      .optional()
      .describe('Language of the mail: en, de, fr, es, pt, ja or ar. Others have English words.'),
    ...selectionShape,
  }),
]);

/** When a schedule sends its digest. */
const modeSchema = z.enum(['always', 'on-change', 'never-empty']);
export type SendMode = z.infer<typeof modeSchema>;

const scheduleShape = {
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens, at most 40')
    .describe('Names this schedule in the ledger. A new id is a new schedule.'),
  title: z.string().min(1).optional(),
  cron: cronSchema.describe('Minute hour day month weekday, read in `timezone`.'),
  timezone: zoneSchema,
  period: periodSchema
    .exactOptional()
    .describe(
      'What a digest reports: week, where not given, week-from-sunday, month, quarter, year, or every and from.',
    ),
  websites: z
    .union([z.literal('all'), z.array(z.string().min(1)).min(1)])
    .default('all')
    .describe('`all`, or a list of website ids, domains or names; NAME/* for those of a service.'),
  recipients: z.array(recipientSchema).default([]).meta({
    file: true,
    description:
      'Addresses, or blocks of to, name, locale and websites or client; each mailbox once. Or a CSV file of them.',
  }),
  cc: z
    .array(addressSchema)
    .default([])
    .describe('Copies of the mail to the only recipient; all readers see these addresses.'),
  bcc: z
    .array(addressSchema)
    .default([])
    .describe('Copies of the mail to the only recipient; no reader sees these addresses.'),
  ...senderShape,
  channels: channelsSchema.default([]),
  mode: modeSchema
    .default('always')
    .describe(
      'on-change: only with a clear change. never-empty: only with a figure. Else a short one in four weeks.',
    ),
  waitHours: z
    .number()
    .min(0)
    .max(48)
    .default(0)
    .describe(
      'Hours to wait for figures that are not complete, for example 4; then a banner names the websites.',
    ),
  groupBy: z
    .literal('client')
    .exactOptional()
    .describe('client: websites are grouped by client, and clients with a clear change come first.'),
  mail: mailDesignSchema.exactOptional().describe('How the mails of this schedule look.'),
  attach: attachSchema.default([]),
  webCopy: webCopySchema.exactOptional(),
};

const scheduleSchema = z.strictObject(scheduleShape);

const {
  cron: _cron,
  period: _period,
  mode: _mode,
  waitHours: _wait,
  groupBy: _group,
  webCopy: _copy,
  ...audienceShape
} = scheduleShape;
const alertSchema = z.strictObject({ ...audienceShape, ...alertShape });

/** Predicate of a value that {@link isDatabaseUrl} refuses. */
export const databaseUrlMessage =
  'is not a PostgreSQL address; it starts with postgres:// and has / and # in its password as %2F and %23';

/** An address that the PostgreSQL client would not complete with names of its own. */
export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);

/** The settings file after references are resolved. Strict: an unknown key is an error. */
export const settingsSchema = z.strictObject({
  service: serviceSchema.exactOptional().describe('The analytics service, and the key of the team.'),
  services: servicesSchema.describe(
    'Services of further teams by name, each with a key of its own; NAME/* is then all websites of one.',
  ),
  store: z
    .union([
      z.strictObject({ folder: z.string().min(1) }),
      z.strictObject({
        url: z.string().refine(isDatabaseUrl, databaseUrlMessage).meta(secretMark('DATABASE_URL')),
      }),
    ])
    .default({ folder: './answershare-data' })
    .describe('A local folder, or a PostgreSQL address by reference. The variable DATABASE_URL wins.'),
  ...mailSenderShape,
  snapshots: z
    .strictObject({
      time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "05:30"'),
      timezone: zoneSchema,
    })
    .default({ time: '05:30', timezone: 'UTC' }),
  http: httpSchema.exactOptional().describe('The HTTP listener of `start`; off without it.'),
  gateway: gatewaySchema
    .exactOptional()
    .describe(
      'Answers to sheets and assistants with keys of your own, under /api/v1 and /mcp of the listener.',
    ),
  notify: z
    .strictObject({
      to: z.array(addressSchema).default([]).describe('Addresses that learn what needs a person.'),
      ...noticeSenderShape,
      channels: channelsSchema.default([]),
      ping: z
        .string()
        .refine(isChannelAddress, 'is not an https address without a user name')
        .meta(secretMark('PING_URL'))
        .exactOptional()
        .describe('Address of a dead-man check such as Healthchecks.io, by reference.'),
    })
    .exactOptional()
    .describe('Who learns that a digest is late, and that `start` runs.'),
  retention: z
    .strictObject({
      months: z
        .int()
        .min(2)
        .max(120)
        .describe('Mails, their addresses and their history are deleted after so many months.'),
    })
    .default({ months: 13 }),
  clients: clientsSchema.default([]),
  names: namesSchema,
  events: eventsSchema,
  goals: goalsSchema,
  schedules: z.array(scheduleSchema).default([]),
  alerts: z
    .array(alertSchema)
    .default([])
    .describe('Mails between digests, checked after each daily snapshot.'),
});

export type ParsedSettings = z.infer<typeof settingsSchema>;

/** A reference: `${NAME}` or `${file:/path}`. */
const referenceSchema = { type: 'string', pattern: '^\\$\\{(file:.+|[A-Za-z_][A-Za-z0-9_]*)\\}$' };

/** Lets the name of a file replace a list with the mark `file`. */
function allowFile(node: Record<string, unknown>): void {
  const { description, default: none, file: _file, ...list } = node;
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, { description, default: none, anyOf: [list, { type: 'string' }] });
}

/** The JSON Schema of the settings file: any text may be a reference, a secret must be one. */
export function formatJsonSchema(): string {
  const schema = z.toJSONSchema(settingsSchema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      const node = jsonSchema as Record<string, unknown>;
      if (node.file === true) allowFile(node);
      if (node.type !== 'string') return;
      const { description, ...rest } = node;
      for (const key of Object.keys(node)) delete node[key];
      if (description !== undefined) node.description = description;
      if (rest.secret !== undefined) Object.assign(node, referenceSchema, { writeOnly: true });
      else if (Object.keys(rest).length === 1 || Array.isArray(rest.enum) || rest.const !== undefined)
        Object.assign(node, rest);
      else node.anyOf = [rest, referenceSchema];
    },
  });
  return `${JSON.stringify({ title: 'Settings of the answershare command', ...schema }, null, 2)}\n`;
}
