export { forms } from '@answershare/sandbox';

import { type Quirks, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { onTestFinished } from 'vitest';
import { type AsyncClient, type AsyncHost, asyncClient, type ClientOptions } from '../../src/index.ts';
import { nodeHost } from './http-host.ts';

export function startSandboxOf(
  form: 1 | 2,
  more: { readonly quirks?: Partial<Quirks>; readonly now?: string } = {},
): Promise<RunningSandbox> {
  return startSandbox({ form, seed: 7, ...more });
}

/** Closes a sandbox when the test that started it ends. */
export async function closeAfterTest(starting: Promise<RunningSandbox>): Promise<RunningSandbox> {
  const sandbox = await starting;
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A client of the sandbox's growth key that learns the Form unless an option states it. */
export function clientOf(
  sandbox: RunningSandbox,
  options: Partial<ClientOptions> = {},
  host: Partial<AsyncHost> = {},
): AsyncClient {
  return asyncClient({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live, ...options }, nodeHost(host));
}

/** What a plain request reads, for comparison. */
export async function plainGet(
  sandbox: RunningSandbox,
  pathAndQuery: string,
): Promise<Record<string, unknown>> {
  const response = await fetch(sandbox.baseUrl + pathAndQuery, {
    headers: { authorization: `Bearer ${sandbox.keys.live}` },
  });
  return (await response.json()) as Record<string, unknown>;
}

/** The website parameter of a Form. */
export const websiteParameter = { 1: 'websiteId', 2: 'website_id' } as const;
