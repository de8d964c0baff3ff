import { z } from 'zod';
import { toSnake } from '../query/json.ts';
import type { Form } from '../quirks/quirk.ts';
import type { ScopedEndpoint } from '../tenants/keys.ts';

/** One row of the table in specification §7. */
export interface ErrorRow {
  readonly status: number;
  readonly code: string;
  readonly condition: string;
  readonly forms: readonly Form[];
}

const wrongParameter = 'A required parameter is missing, or one is invalid';
const lackingScope = 'The key lacks the scope or plan';

/** Specification §7. Form 1's 400 is ours (undecided items 8 and 9); its rate_limited covers both limits. */
const rows: readonly (readonly [status: number, code: string, condition: string, forms: readonly Form[]])[] =
  [
    [400, 'bad_request', wrongParameter, [2]],
    [400, 'invalid_request', wrongParameter, [1]],
    [401, 'unauthorized', 'The Authorization header is missing', [1, 2]],
    [401, 'invalid_key', 'The key was revoked or has the wrong format', [1, 2]],
    [403, 'forbidden', lackingScope, [1]],
    [403, 'insufficient_scope', lackingScope, [2]],
    [404, 'not_found', "The website is not one of the caller's team", [1, 2]],
    [429, 'rate_limited', 'Too many requests in a minute, or in a day', [1]],
    [429, 'rate_limited', 'Too many requests in a minute', [2]],
    [429, 'daily_quota_exceeded', 'The day is exhausted', [2]],
    [500, 'server_error', 'A fault of the service; safe to retry', [1, 2]],
  ];

/** Statuses that only an endpoint with parameters returns. */
const parameterStatuses: readonly number[] = [400, 404];

/** The errors of an endpoint, by status. */
export function listErrors(form: Form, endpoint: ScopedEndpoint): Map<number, ErrorRow[]> {
  const of = rows
    .map(([status, code, condition, forms]): ErrorRow => ({ status, code, condition, forms }))
    .filter(
      ({ forms, status }) =>
        forms.includes(form) && (endpoint !== 'websites' || !parameterStatuses.includes(status)),
    );
  return new Map(of.map(({ status }) => [status, of.filter((row) => row.status === status)]));
}

export type JsonSchema = { readonly [name: string]: unknown };

/** The JSON Schema (2020-12, for OpenAPI 3.1) of a zod schema, with field names in the Form's case. */
export function toJsonSchema(form: Form, schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema: made }) => {
      // zod adds the largest safe integer to every integer; it says nothing about the field.
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
    },
  });
  return form === 1 ? rest : toSnakeSchema(rest);
}

function toSnakeSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([word, value]) => [word, renameProperties(word, value)]),
  );
}

function renameProperties(word: string, value: unknown): unknown {
  if (word === 'properties' && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [toSnake(name), renameProperties('', inner)]),
    );
  }
  if (word === 'required' && Array.isArray(value)) return value.map((name) => toSnake(String(name)));
  if (Array.isArray(value)) return value.map((inner) => renameProperties('', inner));
  return isObject(value) ? toSnakeSchema(value) : value;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const createQueryParameter = (
  name: string,
  required: boolean,
  description: string,
  schema: JsonSchema,
): JsonSchema => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});

const BOUND_SCHEMA: JsonSchema = {
  oneOf: [
    { type: 'string', format: 'date', description: 'YYYY-MM-DD' },
    { type: 'string', pattern: '^\\d{1,11}$', description: 'A unix time in seconds' },
  ],
};

/** The query parameters of specification §4. */
const WEBSITE_PARAMETERS: Readonly<Record<Form, JsonSchema>> = {
  1: createQueryParameter('websiteId', true, 'A website of the team.', { type: 'string' }),
  2: createQueryParameter('website_id', true, 'A website of the team.', { type: 'string' }),
};

const WINDOW_PARAMETERS: Readonly<Record<Form, readonly JsonSchema[]>> = {
  1: [
    createQueryParameter('from', false, 'First day of the window, included (UTC).', BOUND_SCHEMA),
    createQueryParameter('to', false, 'Last day of the window, included (UTC).', BOUND_SCHEMA),
  ],
  2: [
    createQueryParameter('period', false, 'The window, which ends today (UTC).', {
      type: 'string',
      enum: ['7d', '30d', '90d'],
      default: '30d',
    }),
  ],
};

export function listParameters(form: Form, endpoint: ScopedEndpoint): readonly JsonSchema[] {
  if (endpoint === 'websites') return [];
  return endpoint === 'analytics'
    ? [WEBSITE_PARAMETERS[form], ...WINDOW_PARAMETERS[form]]
    : [WEBSITE_PARAMETERS[form]];
}

const createWholeHeader = (description: string, minimum: number, required = true): JsonSchema => ({
  description,
  required,
  schema: { type: 'integer', minimum },
});

/** The limit headers (specification §8). Reset in seconds is ours (undecided item 12). */
function createHeaderFamily(name: string, what: string, required: boolean): Record<string, JsonSchema> {
  return {
    [`${name}-Limit`]: createWholeHeader(`Requests allowed ${what}.`, 0, required),
    [`${name}-Remaining`]: createWholeHeader(`Requests left ${what}.`, 0, required),
    [`${name}-Reset`]: createWholeHeader('Whole seconds until the count begins anew.', 1, required),
  };
}

/** The headers of a response. A 429 adds Retry-After, and in Form 2 the daily headers as an alternative. */
export function listLimitHeaders(form: Form, status: number): Record<string, JsonSchema> {
  if (status !== 429) return createHeaderFamily('X-RateLimit', 'in this minute', true);
  const wait = { 'Retry-After': createWholeHeader('Whole seconds after which to retry.', 1) };
  if (form === 1) return { ...wait, ...createHeaderFamily('X-RateLimit', 'in this minute or day', true) };
  return {
    ...wait,
    ...createHeaderFamily('X-RateLimit', 'in this minute, with rate_limited', false),
    ...createHeaderFamily('X-DailyQuota', 'in this day, with daily_quota_exceeded', false),
  };
}
