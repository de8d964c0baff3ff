import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

type FetchCallback = Parameters<typeof getRequestListener>[0];

/** A listening server and the address to reach it by. */
export interface Socket {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Listens; port 0 takes a free one. Rejects with the system's error, for example EADDRINUSE. */
export async function listen(fetch: FetchCallback, port: number, host: string): Promise<Socket> {
  const server = createServer(getRequestListener(fetch));
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = addressOf(server);
  return {
    baseUrl: `http://${reachable(host)}:${taken}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server has no port: it is not listening.');
  return address;
}

/** A host that stands for every interface is reached by loopback; an IPv6 address takes brackets in a URL. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
