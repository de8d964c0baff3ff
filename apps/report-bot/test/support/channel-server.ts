import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedPost {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real HTTP server that keeps what it received. */
export interface ChannelServer {
  readonly url: string;
  readonly received: ReceivedPost[];
  /** The most requests of one path that were open at the same time. */
  most(): number;
  close(): Promise<void>;
}

/** Answers 200 and `ok` unless `answer` does something else with a complete request. */
export async function openChannelServer(
  answer: (post: ReceivedPost, response: ServerResponse) => void = (_post, response) => response.end('ok'),
): Promise<ChannelServer> {
  const received: ReceivedPost[] = [];
  const open = new Map<string, number>();
  let most = 0;
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    const count = (open.get(path) ?? 0) + 1;
    open.set(path, count);
    most = Math.max(most, count);
    response.once('close', () => open.set(path, (open.get(path) ?? 0) - 1));
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const post = { method: request.method ?? '', path, headers: request.headers, body };
      received.push(post);
      answer(post, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    most: () => most,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
