import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Gate, openGate, refusal } from './gate.ts';

/** A service as it is reached in this process. */
export interface Behind {
  readonly baseUrl: string;
  fetch(request: Request): Promise<Response>;
}

/** A socket in front of a service that lets so many requests pass in a window. */
export interface GatedFront {
  readonly baseUrl: string;
  readonly counts: { readonly requests: number; readonly refused: number };
  close(): Promise<void>;
}

/** Starts one. Its limit headers take the place of the service's. */
export async function startGatedFront(behind: Behind, gate: Gate): Promise<GatedFront> {
  const counts = { requests: 0, refused: 0 };
  const standing = openGate(gate);

  async function answer(path: string, authorization: string): Promise<Response> {
    counts.requests += 1;
    const place = standing.take();
    if (place.refused) {
      counts.refused += 1;
      return refusal(place);
    }
    const given = await behind.fetch(new Request(behind.baseUrl + path, { headers: { authorization } }));
    const headers = new Headers(given.headers);
    for (const [name, value] of Object.entries(place.headers)) headers.set(name, value);
    return new Response(given.body, { status: given.status, headers });
  }

  const server = createServer((request, response) => {
    answer(request.url ?? '/', request.headers.authorization ?? '').then(
      async (given) => {
        const body = Buffer.from(await given.arrayBuffer());
        response.writeHead(given.status, Object.fromEntries(given.headers));
        response.end(body);
      },
      (thrown: Error) => response.destroy(thrown),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
