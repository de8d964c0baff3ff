import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';

/**
 * Lets only callers pass that came by an address, by localhost or by the name that the sandbox was told to listen on. A page
 * of another site can make any other name lead here (DNS rebinding) and would read the keys as its own.
 */
export function ownAddress(host: string): MiddlewareHandler {
  return async (c, next) => {
    const name = new URL(c.req.url).hostname.replace(/^\[|\]$/g, '');
    if (isIP(name) !== 0 || name === 'localhost' || name === host.toLowerCase()) return next();
    return c.text('Open this page by the address that the sandbox printed at start.', 421);
  };
}
