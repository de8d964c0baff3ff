import manifest from '#manifest' with { type: 'json' };

type Schema = Readonly<Record<string, unknown>>;

const nullable = (type: string): Schema => ({ type: [type, 'null'] });
const object = (properties: Schema, required: readonly string[] = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: Schema): Schema => ({ type: 'array', items });

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const percent = { type: ['number', 'null'], description: 'Per cent, 34.2 is 34.2 %.' };
const asOf = { as_of: { type: 'string', format: 'date-time', description: 'When the service answered.' } };
const about = { website_id: text };
const window = { from: { type: 'string', format: 'date' }, to: { type: 'string', format: 'date' } };

const competitor = object(
  { name: text, domain: nullable('string'), share_of_voice: percent, mentions: count },
  ['name', 'domain', 'share_of_voice'],
);
const shares = {
  unit: { const: 'percent' },
  share_of_voice: percent,
  mentions: count,
  total_mentions: count,
  competitors: list(competitor),
};
const shareNames = ['unit', 'share_of_voice', 'competitors'];
const component = object({ name: text, score: nullable('number'), weight: nullable('number') });
const score = { score: nullable('number'), max_score: { type: 'number' }, components: list(component) };
const scoreNames = ['score', 'components'];
const dated = (fields: Schema, names: readonly string[]): Schema =>
  list(object({ date: { type: 'string', format: 'date' }, ...fields }, ['date', ...names]));

/** The fields of `answershare explain --json`. */
const figure = object({
  schedule: text,
  week: text,
  figure: text,
  websiteId: text,
  website: text,
  unit: text,
  level: nullable('number'),
  before: nullable('number'),
  weeksApart: count,
  change: nullable('number'),
  low: nullable('number'),
  high: nullable('number'),
  verdict: nullable('string'),
  direction: nullable('string'),
  slowChange: nullable('number'),
  slowSince: nullable('string'),
  reason: text,
  days: count,
  of: count,
});

/** Of `from` and `to`, a day for each snapshot. */
const orHistory = (fields: Schema, names: readonly string[]): Schema => ({
  anyOf: [
    object({ ...about, ...fields, ...asOf }, ['website_id', ...names]),
    object({ ...about, ...window, days: dated(fields, names), ...asOf }, [
      'website_id',
      'from',
      'to',
      'days',
    ]),
  ],
});

const bodies: Readonly<Record<string, { readonly summary: string; readonly schema: Schema }>> = {
  websites: {
    summary: 'The websites of the key',
    schema: object(
      {
        websites: list(object({ id: text, name: nullable('string'), domain: nullable('string') })),
        total: count,
        has_more: { const: false },
        ...asOf,
      },
      ['websites', 'total', 'has_more'],
    ),
  },
  analytics: {
    summary: 'Daily traffic and AI citations',
    schema: object(
      {
        ...about,
        ...window,
        timezone: { const: 'UTC' },
        days: dated(
          { visitors: nullable('integer'), pageviews: nullable('integer'), citations: nullable('integer') },
          ['visitors', 'pageviews', 'citations'],
        ),
        ...asOf,
      },
      ['website_id', 'from', 'to', 'days'],
    ),
  },
  citations: {
    summary: 'Citations by engine, and the feed; with from or to the counts of each day in the ledger',
    schema: orHistory(
      {
        total: count,
        by_engine: list(object({ engine: text, count })),
        citations: list(
          object({
            engine: nullable('string'),
            url: nullable('string'),
            domain: nullable('string'),
            date: nullable('string'),
            title: nullable('string'),
            query: nullable('string'),
            count: nullable('integer'),
          }),
        ),
        has_more: { type: 'boolean' },
      },
      ['by_engine'],
    ),
  },
  competitors: {
    summary: 'Share of voice and competitors; with from or to of each day in the ledger',
    schema: orHistory(shares, shareNames),
  },
  authority: {
    summary: 'Entity Authority Score; with from or to of each day in the ledger',
    schema: orHistory(score, scoreNames),
  },
  history: {
    summary: 'Authority, share of voice and citations of each day in the ledger',
    schema: object(
      {
        ...about,
        ...window,
        days: dated({ ...score, max_score: { type: 'number' }, share_of_voice: percent, total: count }, []),
        ...asOf,
      },
      ['website_id', 'from', 'to', 'days'],
    ),
  },
  changes: {
    summary: 'The figures of a week against another, with their verdicts',
    schema: object({ ...about, week: text, figures: list(figure) }),
  },
  notes: {
    summary: 'Dated events',
    schema: object({
      notes: list(object({ on: text, text, website_ids: { type: ['array', 'null'], items: text } })),
    }),
  },
};

const parameter = (name: string, description: string, schema: Schema = text): Schema => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

const website = [
  parameter('website_id', 'Id, domain or name of a website (Form 2).'),
  parameter('websiteId', 'The same (Form 1).'),
];
const span = [
  parameter('from', 'First day, 2026-11-01, or Unix seconds.'),
  parameter('to', 'Last day; default today, UTC.'),
];
const week = { type: 'string', pattern: '^\\d{4}-W\\d{2}$' };

const parameters: Readonly<Record<string, readonly Schema[]>> = {
  websites: [],
  analytics: [
    ...website,
    ...span,
    parameter('period', 'The days up to today, in place of from and to.', {
      type: 'string',
      enum: ['7d', '30d', '90d'],
    }),
  ],
  citations: [...website, ...span],
  competitors: [...website, ...span],
  authority: [...website, ...span],
  history: [...website, ...span],
  changes: [
    ...website,
    parameter('week', 'ISO week; default the last complete one.', week),
    parameter('against', 'An earlier week; default that of each figure.', week),
  ],
  notes: website,
};

const errors: readonly (readonly [status: number, why: string, codes: readonly string[]])[] = [
  [400, 'A parameter is missing or wrong', ['bad_request']],
  [401, 'No key, or an unknown, expired or revoked one', ['unauthorized', 'invalid_key']],
  [404, 'The key has no such website', ['not_found']],
  [
    429,
    'A limit of the key or of the gateway, or too many wrong keys',
    ['rate_limited', 'daily_quota_exceeded'],
  ],
  [500, 'The service or the gateway failed', ['server_error']],
];
const errorBody = (codes: readonly string[]): Schema =>
  object({ error: object({ code: { type: 'string', enum: codes }, message: text }) });
const content = (schema: Schema): Schema => ({ content: { 'application/json': { schema } } });

const header = (description: string, required: boolean, schema: Schema = count): Schema => ({
  description,
  required,
  schema,
});
const listLimits = (family: string, of: string, required: boolean): Schema => ({
  [`${family}-Limit`]: header(`Requests allowed ${of}.`, required),
  [`${family}-Remaining`]: header(`Requests left ${of}.`, required),
  [`${family}-Reset`]: header('Whole seconds until the count begins anew.', required),
});
const limits = listLimits('X-RateLimit', 'in this minute', true);
const refusedLimits = {
  'Retry-After': header('Whole seconds after which to retry.', true),
  ...listLimits('X-RateLimit', 'in this minute, in Form 1 also in this day', false),
  ...listLimits('X-DailyQuota', 'in this day, with daily_quota_exceeded', false),
};
const origin = {
  ETag: header('Strong; for If-None-Match.', true, text),
  Age: header('Seconds since the service answered.', false),
  'X-Answer-Source': header('Where the answer comes from.', true, {
    type: 'string',
    enum: ['ledger', 'network', 'fresh', 'joined', 'stale'],
  }),
};

function listResponses(name: string, { summary, schema }: { summary: string; schema: Schema }): Schema {
  const headers = { ...limits, ...origin };
  const refusals = errors
    .filter(([status]) => name !== 'websites' || (status !== 400 && status !== 404))
    .map(([status, description, codes]) => [
      status,
      { description, headers: status === 429 ? refusedLimits : limits, ...content(errorBody(codes)) },
    ]);
  return {
    200: { description: summary, headers, ...content(schema) },
    304: { description: 'The caller has this answer (If-None-Match)', headers },
    ...Object.fromEntries(refusals),
  };
}

/** The OpenAPI 3.1 document of the gateway. */
export const createOpenApi = (): Schema => ({
  openapi: '3.1.1',
  info: {
    title: 'answershare gateway',
    version: manifest.version,
    description: 'What the analytics service answers, and its history in the ledger of the bot.',
  },
  security: [{ apiKey: [] }],
  paths: Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [
      `/api/v1/${name}`,
      {
        get: {
          operationId: `read_${name}`,
          summary: body.summary,
          parameters: parameters[name] ?? [],
          responses: listResponses(name, body),
        },
      },
    ]),
  ),
  components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
});
