import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Requests per fixed window. The first window starts with the first request. */
export interface WindowLimit {
  readonly perWindow: number;
  readonly windowMs: number;
}

/** What the limit decides on one request. */
export interface LimitDecision {
  readonly refused: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts requests by the monotonic clock. Headers follow specification §7 and §8, in seconds. */
export function createWindowLimiter({ perWindow, windowMs }: WindowLimit): { take(): LimitDecision } {
  let opened: number | null = null;
  let window = -1;
  let used = 0;
  return {
    take() {
      const at = performance.now();
      opened ??= at;
      const current = Math.floor((at - opened) / windowMs);
      if (current !== window) [window, used] = [current, 0];
      const refused = used >= perWindow;
      if (!refused) used += 1;
      const seconds = String(Math.ceil((opened + (window + 1) * windowMs - at) / 1000));
      return {
        refused,
        headers: {
          'x-ratelimit-limit': String(perWindow),
          'x-ratelimit-remaining': String(perWindow - used),
          'x-ratelimit-reset': seconds,
          ...(refused ? { 'retry-after': seconds } : {}),
        },
      };
    },
  };
}

/** The 429 of specification §7; its message holds the wait. */
export function tooManyRequests({ headers }: LimitDecision): Response {
  const message = `Too many requests: retry in ${headers['retry-after']} seconds.`;
  return Response.json(
    { error: { code: 'rate_limited', message } },
    { status: 429, headers: { ...headers } },
  );
}

/** A service inside this process. */
export interface ProxiedService {
  readonly baseUrl: string;
  fetch(request: Request): Promise<Response>;
}

/** A server that applies a limit and forwards the rest to a service. */
export interface RateLimitedProxy {
  readonly baseUrl: string;
  readonly counts: { readonly requests: number; readonly refused: number };
  close(): Promise<void>;
}

/** Its limit headers replace the service's. */
export async function startRateLimitedProxy(
  service: ProxiedService,
  limit: WindowLimit,
): Promise<RateLimitedProxy> {
  const counts = { requests: 0, refused: 0 };
  const limiter = createWindowLimiter(limit);

  async function forward(path: string, authorization: string): Promise<Response> {
    counts.requests += 1;
    const decision = limiter.take();
    if (decision.refused) {
      counts.refused += 1;
      return tooManyRequests(decision);
    }
    const upstream = await service.fetch(new Request(service.baseUrl + path, { headers: { authorization } }));
    const headers = new Headers(upstream.headers);
    for (const [name, value] of Object.entries(decision.headers)) headers.set(name, value);
    return new Response(upstream.body, { status: upstream.status, headers });
  }

  const server = createServer((request, response) => {
    forward(request.url ?? '/', request.headers.authorization ?? '').then(
      async (answer) => {
        const body = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
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
