import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OddBody {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const json = 'application/json; charset=utf-8';
const authority = '{"score":72,"maxScore":100,"components":[]}';

/** Answers with a status of success and a body that is not simply JSON. Only the one with a byte order mark holds a value. */
export const oddBodies = {
  'HTML 200': {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><title>Sign in</title><h1>Sign in to continue</h1>',
  },
  'cut JSON': { status: 200, type: json, body: authority.slice(0, 20) },
  'BOM + JSON': { status: 200, type: json, body: `\uFEFF${authority}` },
  'HTTP 204': { status: 204, type: json, body: '' },
  'empty 200': { status: 200, type: json, body: '' },
} satisfies Record<string, OddBody>;

export type OddBodyName = keyof typeof oddBodies;

export const oddBodyNames = Object.keys(oddBodies) as readonly OddBodyName[];

/** A server whose websites are the names of odd bodies. */
export async function startOddBodies(): Promise<{ readonly baseUrl: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const website = new URL(request.url ?? '/', 'http://localhost').searchParams.get('websiteId') ?? '';
    const odd: OddBody | undefined = oddBodies[website as OddBodyName];
    if (odd === undefined) {
      response.writeHead(404, { 'content-type': json });
      response.end('{"error":{"code":"not_found","message":"No such body."}}');
      return;
    }
    response.writeHead(odd.status, { 'content-type': odd.type });
    response.end(odd.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
