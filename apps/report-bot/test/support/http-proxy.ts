import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningSandbox } from '@answershare/sandbox';

export interface ProxyAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Stands between a bot and a sandbox, over HTTP. */
export interface HttpProxy {
  readonly url: string;
  /** Path and query of each request, in the order they came. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** `answer` sees each request first: null passes it on to the sandbox. */
export async function openHttpProxy(
  sandbox: RunningSandbox,
  answer: (url: string) => ProxyAnswer | null | Promise<ProxyAnswer | null>,
): Promise<HttpProxy> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const own = await answer(path);
    if (own !== null) {
      response.writeHead(own.status, { 'content-type': 'application/json', ...own.headers }).end(own.body);
      return;
    }
    const headers = { authorization: request.headers.authorization ?? '' };
    const passed = await sandbox.fetch(new Request(`${sandbox.baseUrl}${path}`, { headers }));
    response.writeHead(passed.status, Object.fromEntries(passed.headers)).end(await passed.text());
  });
  // A test may let hours of its clock pass in the seconds after which Node.js would close an idle connection.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
