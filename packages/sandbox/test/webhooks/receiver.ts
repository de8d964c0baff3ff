import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A received delivery. */
export interface Received {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Statuses of the next responses, then 204. */
  readonly answers: number[];
  /** Bodies of the next responses, with 200; `broken` breaks off, `silence` sends nothing. */
  readonly bodies: string[];
  /** Resolves after `count` deliveries. */
  until(count: number): Promise<void>;
  /** Closes all connections. */
  close(): void;
}

/** A webhook receiver on a free port; the end of the test closes it. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ url: `http://${headers.host}${request.url}`, headers, body: Buffer.concat(chunks) });
    const body = bodies.shift();
    if (body === undefined) response.writeHead(answers.shift() ?? 204, { Location: '/elsewhere' }).end();
    else if (body === 'broken')
      response.writeHead(200, { 'Content-Length': '9' }).write('half', () => response.destroy());
    else if (body !== 'silence') response.writeHead(200).end(body);
    server.emit('delivery');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answers,
    bodies,
    async until(count) {
      while (received.length < count) await once(server, 'delivery');
    },
    close: () => server.closeAllConnections(),
  };
}

/** The JSON of a delivery. */
export function bodyOf(delivery: Received | undefined): Record<string, unknown> {
  return JSON.parse(delivery?.body.toString() ?? '') as Record<string, unknown>;
}
