import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** A page server on loopback. */
export interface Listener {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1; port 0 takes a free one. Rejects with the system's error, for example EADDRINUSE.
 * A page of another site may reach this port by a name of its own (DNS rebinding), so only the address is answered.
 */
export async function listen(
  answer: (request: Request) => Response | Promise<Response>,
  port = 0,
): Promise<Listener> {
  const server = createServer(
    getRequestListener((request) =>
      new URL(request.url).hostname === '127.0.0.1'
        ? answer(request)
        : new Response('Open this page by its address on 127.0.0.1.', { status: 421 }),
    ),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
