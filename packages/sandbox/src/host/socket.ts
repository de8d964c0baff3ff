import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

type FetchCallback = Parameters<typeof getRequestListener>[0];

/** A listening server and the address to reach it by. */
export interface Socket {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Listens; port 0 takes a free one. Rejects with the system's error, for example EADDRINUSE. */
export async function listenOnLoopback(fetch: FetchCallback, port: number, host: string): Promise<Socket> {
  const server = createServer(getRequestListener(fetch));
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = readAddress(server);
  return {
    baseUrl: `http://${toReachableHost(host)}:${taken}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function readAddress(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server has no port: it is not listening.');
  return address;
}

/** A host that stands for every interface is reached by loopback; an IPv6 address takes brackets in a URL. */
function toReachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Lets only callers pass that came by an address, by localhost or by the name that the sandbox was told to listen on. A page
 * of another site can make any other name lead here (DNS rebinding) and would read the keys as its own.
 */
export function readOwnAddress(host: string): MiddlewareHandler {
  return async (c, next) => {
    const name = new URL(c.req.url).hostname.replace(/^\[|\]$/g, '');
    if (isIP(name) !== 0 || name === 'localhost' || name === host.toLowerCase()) return next();
    return c.text('Open this page by the address that the sandbox printed at start.', 421);
  };
}
