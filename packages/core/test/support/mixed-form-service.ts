import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningSandbox } from '@answershare/sandbox';
import { websiteParameter } from './sandbox-client.ts';

export type WebsiteEndpoint = 'analytics' | 'citations' | 'competitors' | 'authority';

/** How a mixed service answers where the website parameter is missing: a refusal, or the figures of its first website. */
type MissingWebsiteAnswer =
  | { readonly status: number; readonly code?: string; readonly names?: true }
  | 'first';

/** A service whose endpoints differ in the name that they take and in their answer to its absence. */
export interface MixedServiceOptions {
  readonly takes: Readonly<Record<WebsiteEndpoint, 1 | 2>>;
  readonly missing: MissingWebsiteAnswer | Readonly<Record<WebsiteEndpoint, MissingWebsiteAnswer>>;
}

/** A mixed service over HTTP in front of the sandbox, whose Form is that of the windows. */
export async function startMixedService(
  sandbox: RunningSandbox,
  windows: 1 | 2,
  { takes, missing }: MixedServiceOptions,
) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', sandbox.baseUrl);
    const endpoint = url.pathname.replace('/api/v1/', '') as WebsiteEndpoint;
    asked.push(`${endpoint}${url.search}`);
    const form = takes[endpoint];
    if (form) {
      const own = url.searchParams.get(websiteParameter[form]);
      for (const name of Object.values(websiteParameter)) url.searchParams.delete(name);
      const absent =
        own === null
          ? (('status' in Object(missing) || missing === 'first'
              ? missing
              : (missing as Readonly<Record<WebsiteEndpoint, MissingWebsiteAnswer>>)[
                  endpoint
                ]) as MissingWebsiteAnswer)
          : null;
      if (absent !== null && absent !== 'first') {
        const message = absent.names ? `${websiteParameter[form]} is required` : 'Something is wrong.';
        response.writeHead(absent.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { code: absent.code ?? 'invalid', message } }));
        return;
      }
      url.searchParams.set(websiteParameter[windows], own ?? sandbox.websites[0]?.id ?? '');
    }
    const { authorization = '' } = request.headers;
    const answer = await fetch(url, { headers: { authorization } });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
