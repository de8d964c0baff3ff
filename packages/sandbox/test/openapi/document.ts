import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { RunningSandbox } from '../../src/index.ts';

/** The parts of an OpenAPI document that the tests read. */
export type Document = {
  readonly openapi: string;
  readonly components: object;
  readonly paths: Record<string, { get: Operation }>;
  readonly webhooks: Record<string, { post: { requestBody: { content: Content }; parameters: Parameter[] } }>;
};

interface Operation {
  readonly operationId: string;
  readonly parameters: Parameter[];
  readonly responses: Record<string, { headers: Record<string, Header>; content: Content }>;
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: object;
}

interface Header {
  readonly required: boolean;
  readonly schema: object;
}

type Content = Record<string, { schema: object }>;

export async function documentOf(sandbox: RunningSandbox, form: string = ''): Promise<Document> {
  const response = await fetch(`${sandbox.baseUrl}/openapi.json${form}`);
  return (await response.json()) as Document;
}

const compiled = new Map<string, ValidateFunction>();

/** The validator of a schema of the document. */
export function validator(document: Document, schema: object): ValidateFunction {
  const whole = { ...schema, components: document.components };
  const text = JSON.stringify(whole);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    multipleOfPrecision: 6,
    formats: { date: true, uri: URL.canParse, 'date-time': true },
  });
  const made = ajv.addVocabulary(['components']).compile(whole);
  compiled.set(text, made);
  return made;
}

/** The violations of the document by a response. */
export async function complaints(document: Document, path: string, response: Response): Promise<string[]> {
  const documented = document.paths[path]?.get.responses[response.status];
  if (documented === undefined) return [`${path} documents no ${response.status}`];
  const body: unknown = await response.json();
  const { schema } = documented.content['application/json'] ?? { schema: {} };
  const fits = validator(document, schema);
  const found = fits(body)
    ? []
    : (fits.errors ?? []).map((error) => `body${error.instancePath} ${error.message}`);
  for (const [name, header] of Object.entries(documented.headers)) {
    const value = response.headers.get(name);
    if (value === null && header.required) found.push(`header ${name} is missing`);
    if (value !== null && !validator(document, header.schema)(Number(value)))
      found.push(`header ${name} is ${value}`);
  }
  const undocumented = [...response.headers.keys()].filter(
    (name) =>
      /^(x-|retry-after)/.test(name) &&
      !Object.keys(documented.headers).some((header) => header.toLowerCase() === name),
  );
  return [...found, ...undocumented.map((name) => `header ${name} is not documented`)];
}
