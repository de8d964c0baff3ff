import { onTestFinished } from 'vitest';
import { type Form, type RunningSandbox, type SandboxOptions, startSandbox } from '../src/index.ts';
import type { Service } from './conformance/subject.ts';

export { forms } from '../src/index.ts';

export const NOW = '2026-11-16T09:00:00Z';

/** A sandbox on a free port with a frozen clock; the end of the test closes it. */
export async function startTestSandbox(
  form: Form,
  options: Partial<SandboxOptions> = {},
): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ form, now: NOW, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The name of the website parameter in each Form (specification §4). */
export function idParameter(form: Form): string {
  return form === 1 ? 'websiteId' : 'website_id';
}

/** A GET over the socket. `key` null sends no Authorization header. */
export function get(
  service: Pick<Service, 'baseUrl' | 'keys'>,
  pathAndQuery: string,
  key: string | null = service.keys.live,
): Promise<Response> {
  const headers = key === null ? {} : { Authorization: `Bearer ${key}` };
  return fetch(`${service.baseUrl}${pathAndQuery}`, { headers });
}

/** The path of an endpoint for the n-th website of the demo team. */
export function pathFor(
  sandbox: Pick<Service, 'form' | 'websites'>,
  endpoint: string,
  index = 0,
  more = '',
): string {
  return `/api/v1/${endpoint}?${idParameter(sandbox.form)}=${idOf(sandbox, index)}${more}`;
}

export function idOf(sandbox: Pick<Service, 'websites'>, index: number): string {
  const website = sandbox.websites[index];
  if (website === undefined) throw new RangeError(`The demo team has no website number ${index}.`);
  return website.id;
}

/** The JSON body of a response; throws for another status. */
export async function readJson(response: Response, status = 200): Promise<Record<string, unknown>> {
  const text = await response.text();
  if (response.status !== status) throw new Error(`Status ${response.status} instead of ${status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Status, code and message of an error; throws for a body other than the error object of specification §2. */
export async function readError(
  response: Response,
): Promise<{ status: number; code: string; message: string }> {
  const body = JSON.parse(await response.text()) as { error: { code: string; message: string } };
  const { error, ...others } = body;
  if (Object.keys(others).length > 0 || Object.keys(error).sort().join() !== 'code,message') {
    throw new Error(`Not the error object: ${JSON.stringify(body)}`);
  }
  return { status: response.status, ...error };
}
