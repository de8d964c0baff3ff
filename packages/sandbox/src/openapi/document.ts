import type { Context } from 'hono';
import type { Form } from '../quirks/quirk.ts';
import { ENDPOINTS, type ScopedEndpoint } from '../tenants/keys.ts';
import { KINDS, listKinds } from '../webhooks/kinds.ts';
import { BODIES, describeWebhookBody } from './body-schemas.ts';
import {
  type ErrorRow,
  type JsonSchema,
  listErrors,
  listLimitHeaders,
  listParameters,
  toJsonSchema,
} from './operations.ts';

/** What each endpoint returns (specification §4). */
const SUMMARIES: Readonly<Record<ScopedEndpoint, string>> = {
  websites: "The team's websites",
  analytics: 'Daily traffic and AI citations',
  citations: 'Per-engine citation feed',
  competitors: 'Share-of-voice and competitor list',
  authority: 'Entity Authority Score breakdown',
};

/** The OpenAPI 3.1 document of one Form. */
function createOpenApiDocument(form: Form, baseUrl: string): JsonSchema {
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
      ENDPOINTS.map((endpoint) => [`/api/v1/${endpoint}`, { get: createOperation(form, endpoint) }]),
    ),
    webhooks: Object.fromEntries(
      listKinds(form).map((kind) => [KINDS[kind].dot, { post: createWebhookOperation(form, kind) }]),
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
        ENDPOINTS.map((endpoint) => [endpoint, toJsonSchema(form, BODIES[endpoint])]),
      ),
    },
  };
}

function createOperation(form: Form, endpoint: ScopedEndpoint): JsonSchema {
  const errors = [...listErrors(form, endpoint)].map(([status, rows]): [string, JsonSchema] => [
    String(status),
    createErrorResponse(form, status, rows),
  ]);
  return {
    operationId: endpoint,
    summary: SUMMARIES[endpoint],
    parameters: listParameters(form, endpoint),
    responses: {
      200: {
        description: SUMMARIES[endpoint],
        headers: listLimitHeaders(form, 200),
        content: createJsonContent({ $ref: `#/components/schemas/${endpoint}` }),
      },
      ...Object.fromEntries(errors),
    },
  };
}

/** The error object (specification §2) with the codes of one status. */
function createErrorResponse(form: Form, status: number, rows: readonly ErrorRow[]): JsonSchema {
  return {
    description: rows.map(({ code, condition }) => `${code}: ${condition}.`).join(' '),
    headers: listLimitHeaders(form, status),
    content: createJsonContent({
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

function createWebhookOperation(form: Form, kind: ReturnType<typeof listKinds>[number]): JsonSchema {
  return {
    operationId: kind,
    summary: KINDS[kind].words,
    security: [],
    parameters: [
      {
        name: 'X-Service-Signature',
        in: 'header',
        required: true,
        description:
          'sha256= and the hex HMAC-SHA256 over the raw body (the default profile; see the README).',
        schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
      },
      { name: 'X-Service-Delivery', in: 'header', required: true, schema: { type: 'string' } },
    ],
    requestBody: {
      required: true,
      content: createJsonContent(toJsonSchema(form, describeWebhookBody(kind, KINDS[kind].dot))),
    },
    responses: { '2XX': { description: 'Taken; anything else is tried again.' } },
  };
}

function createJsonContent(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

/** GET /openapi.json: the document of the running Form, or of `?form=1` or `?form=2`. */
export function serveOpenApi(c: Context, running: Form, baseUrl: string): Response {
  const wanted = c.req.query('form') ?? String(running);
  if (wanted === '1' || wanted === '2') return c.json(createOpenApiDocument(wanted === '1' ? 1 : 2, baseUrl));
  const message = 'The parameter form is neither 1 nor 2: send one of them, or none for the running Form.';
  return c.json({ error: { code: 'bad_request', message } }, 400);
}
