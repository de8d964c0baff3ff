import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import express, { type Response as ExpressResponse, type NextFunction, type Request } from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { onTestFinished } from 'vitest';
import type { RunningSandbox } from '../../src/index.ts';
import type { Service } from '../conformance/subject.ts';

/** The parts of an OpenAPI document that the tests read. */
export type Document = {
  readonly openapi: string;
  readonly components: object;
  readonly paths: Record<string, { get: Operation }>;
  readonly webhooks: Record<
    string,
    { post: Omit<Operation, 'responses'> & { requestBody: { content: Content } } }
  >;
};

interface Operation {
  readonly operationId: string;
  readonly parameters: Parameter[];
  readonly responses: Record<string, { headers?: Record<string, Header>; content?: Content }>;
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: object;
}

interface Header {
  readonly required: boolean;
  readonly schema: { readonly type?: unknown };
}

type Content = Record<string, { schema: object }>;

export async function documentOf(service: Pick<Service, 'baseUrl'>, path: string): Promise<Document> {
  const response = await fetch(`${service.baseUrl}${path}`);
  return (await response.json()) as Document;
}

/** The document of a sandbox. */
export const readDocument = (sandbox: RunningSandbox, query = ''): Promise<Document> =>
  documentOf(sandbox, `/openapi.json${query}`);

const compiled = new Map<string, ValidateFunction>();

/** The validator of a schema of the document. */
export function validator(document: Pick<Document, 'components'>, schema: object): ValidateFunction {
  const whole = { ...schema, components: document.components };
  const text = JSON.stringify(whole);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    formats: { date: true, uri: URL.canParse, 'date-time': true },
  });
  const made = ajv.addVocabulary(['components']).compile(whole);
  compiled.set(text, made);
  return made;
}

/** The violations of the documented headers by a response. */
export function findHeaderFaults({ paths }: Document, path: string, response: Response): string[] {
  const documented = paths[path]?.get.responses[response.status]?.headers ?? {};
  const names = Object.keys(documented).map((name) => name.toLowerCase());
  const extra = [...response.headers.keys()].filter(
    (name) => /^(x-(?!content-type-options)|retry-after)/.test(name) && !names.includes(name),
  );
  return [
    ...extra.map((name) => `${name} is not documented`),
    ...Object.entries(documented).flatMap(([name, { required, schema }]) => {
      const value = response.headers.get(name);
      if (value === null) return required ? [`${name} is missing`] : [];
      const shown = schema.type === 'integer' ? Number(value) : value;
      return validator({ components: {} }, schema)(shown) ? [] : [`${name} is ${value}`];
    }),
  ];
}

interface ProxyOptions {
  readonly validateRequests?: boolean;
  /** Replaces fields of each answer before it is judged; undefined removes one. */
  readonly spoiled?: object;
  readonly status?: number;
}

/**
 * A proxy before a service, by a validator from the registry. An answer that violates the document comes as 502 with the
 * violations.
 */
export async function startValidatingProxy<S extends Pick<Service, 'baseUrl'>>(
  service: S,
  document: Document,
  { validateRequests = false, spoiled, status }: ProxyOptions = {},
): Promise<S> {
  const apiSpec = structuredClone(document) as unknown as OpenAPIV3.DocumentV3_1;
  const app = express().disable('x-powered-by');
  app.use(middleware({ apiSpec, validateRequests, validateSecurity: false, validateResponses: true }));
  app.use(async (request: Request, response: ExpressResponse) => {
    const { authorization, 'if-none-match': known } = request.headers;
    const answer = await fetch(`${service.baseUrl}${request.originalUrl}`, {
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(known === undefined ? {} : { 'if-none-match': known }),
      },
    });
    for (const [name, value] of answer.headers)
      if (/^(x-|retry-|age$|etag$)/.test(name)) response.setHeader(name, value);
    response.status(status ?? answer.status);
    if (answer.status === 304) response.end();
    else {
      const body = { ...((await answer.json()) as object), ...spoiled };
      response.json(JSON.parse(JSON.stringify(body)));
    }
  });
  app.use(({ message }: Error, _: Request, response: ExpressResponse, __: NextFunction) => {
    response.status(502).json({ message });
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { ...service, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
