import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningSandbox } from '@answershare/sandbox';

export interface Relay extends AsyncDisposable {
  readonly url: string;
  /** Paths with query in the order of arrival. */
  readonly asked: string[];
}

/** The request to the sandbox. */
export interface RelayedRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Of the answer, in place of the sandbox's. */
  readonly status?: number;
}

/**
 * A proxy before a sandbox. `change` may modify an answer, or break the connection by null; `pass` may modify a
 * request.
 */
export async function startRelay(
  sandbox: RunningSandbox,
  change: (path: string, body: string) => string | null,
  pass: (asked: RelayedRequest) => RelayedRequest = (asked) => asked,
): Promise<Relay> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const passed = pass({ path, headers: { authorization: request.headers.authorization ?? '' } });
    fetch(sandbox.baseUrl + passed.path, { headers: passed.headers })
      .then(async (answer) => {
        const text = await answer.text();
        const body = answer.ok ? change(path, text) : text;
        if (body === null) request.socket.destroy();
        else
          response
            .writeHead(passed.status ?? answer.status, { 'content-type': 'application/json' })
            .end(body);
      })
      .catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
