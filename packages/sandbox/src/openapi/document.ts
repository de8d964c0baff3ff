import type { Form } from '../form.ts';
import { ENDPOINTS, type Endpoint } from '../tenants/scopes.ts';
import { KINDS, kindsOf } from '../webhooks/kinds.ts';
import { BODIES } from './bodies.ts';
import { type ErrorRow, errorsOf } from './errors.ts';
import { jsonSchema, type Schema } from './json-schema.ts';
import { headersOf } from './limit-header-rows.ts';
import { parametersOf } from './parameters.ts';
import { webhookBody } from './webhook-bodies.ts';

/** What each endpoint returns (specification §4). */
const SUMMARIES: Readonly<Record<Endpoint, string>> = {
  websites: "The team's websites",
  analytics: 'Daily traffic and AI citations',
  citations: 'Per-engine citation feed',
  competitors: 'Share-of-voice and competitor list',
  authority: 'Entity Authority Score breakdown',
};

/** The service in one Form as an OpenAPI 3.1 document. */
export function openApiDocument(form: Form, baseUrl: string): Schema {
  return {
    openapi: '3.1.1',
    info: {
      title: `Analytics service, Form ${form} (sandbox)`,
      version: 'v1',
      description:
        'What the sandbox answers with its standard switches. The specification shows no field of any body and no payload of any webhook: those are the sandbox’s own, and the live service may differ.',
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(
      ENDPOINTS.map((endpoint) => [`/api/v1/${endpoint}`, { get: operation(form, endpoint) }]),
    ),
    webhooks: Object.fromEntries(
      kindsOf(form).map((kind) => [KINDS[kind].dot, { post: delivery(form, kind) }]),
    ),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key as a whole; it starts with rs_live_ or rs_test_.',
        },
      },
      schemas: Object.fromEntries(
        ENDPOINTS.map((endpoint) => [endpoint, jsonSchema(form, BODIES[endpoint])]),
      ),
    },
  };
}

function operation(form: Form, endpoint: Endpoint): Schema {
  const errors = [...errorsOf(form, endpoint)].map(([status, rows]): [string, Schema] => [
    String(status),
    refusal(form, status, rows),
  ]);
  return {
    operationId: endpoint,
    summary: SUMMARIES[endpoint],
    parameters: parametersOf(form, endpoint),
    responses: {
      200: {
        description: SUMMARIES[endpoint],
        headers: headersOf(form, 200),
        content: json({ $ref: `#/components/schemas/${endpoint}` }),
      },
      ...Object.fromEntries(errors),
    },
  };
}

/** The error object, whose shape the specification fixes (§2), with the codes of a status. */
function refusal(form: Form, status: number, rows: readonly ErrorRow[]): Schema {
  return {
    description: rows.map(({ code, condition }) => `${code}: ${condition}.`).join(' '),
    headers: headersOf(form, status),
    content: json({
      type: 'object',
      required: ['error'],
      additionalProperties: false,
      properties: {
        error: {
          type: 'object',
          required: ['code', 'message'],
          additionalProperties: false,
          properties: {
            code: { type: 'string', enum: rows.map(({ code }) => code) },
            message: { type: 'string', minLength: 1 },
          },
        },
      },
    }),
  };
}

function delivery(form: Form, kind: ReturnType<typeof kindsOf>[number]): Schema {
  return {
    summary: KINDS[kind].words,
    security: [],
    parameters: [
      {
        name: 'X-Service-Signature',
        in: 'header',
        required: true,
        description:
          'sha256= and the hex HMAC-SHA256 over the raw body (the standard manner; see the README).',
        schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
      },
      { name: 'X-Service-Delivery', in: 'header', required: true, schema: { type: 'string' } },
    ],
    requestBody: { required: true, content: json(jsonSchema(form, webhookBody(kind, KINDS[kind].dot))) },
    responses: { '2XX': { description: 'Taken; anything else is tried again.' } },
  };
}

function json(schema: Schema): Schema {
  return { 'application/json': { schema } };
}
