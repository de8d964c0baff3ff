import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

type FetchCallback = Parameters<typeof getRequestListener>[0];

/** A listening server. */
export interface Socket {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * How long an idle connection stays open, milliseconds. After Node.js's five seconds, a busy client may send on a connection
 * that is closing at that moment, and its request is reset.
 */
const idleMs = 600_000;

/** Port 0 selects a free port. Rejects with the system's error, for example EADDRINUSE. */
export async function listenOnLoopback(fetch: FetchCallback, port: number, host: string): Promise<Socket> {
  const server = createServer({ keepAliveTimeout: idleMs }, getRequestListener(fetch));
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

/** Replaces a wildcard host by loopback; brackets an IPv6 address. */
function toReachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Admits an IP address, localhost and the configured host as Host header. Any other name can be DNS rebinding, by which
 * a foreign page would read the keys.
 */
export function readOwnAddress(host: string): MiddlewareHandler {
  return async (c, next) => {
    const name = new URL(c.req.url).hostname.replace(/^\[|\]$/g, '');
    if (isIP(name) !== 0 || name === 'localhost' || name === host.toLowerCase()) return next();
    return c.text('Open this page by the address that the sandbox printed at start.', 421);
  };
}

/** Refuses a browser's request from a page of another origin. Programs send no Origin header. */
export const requireOwnOrigin: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin');
  if (origin === undefined || origin === new URL(c.req.url).origin) return next();
  return c.text('The admin calls are not open to pages of another origin.', 403);
};
