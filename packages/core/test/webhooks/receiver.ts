import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookDelivery } from '../../src/webhooks.ts';

/** A webhook receiver on a free port of the loopback that keeps what comes, byte for byte. */
export interface Receiver {
  readonly url: string;
  /** Takes out the only delivery that came since the last call. */
  taken(): WebhookDelivery;
  takenAll(): readonly WebhookDelivery[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const came: WebhookDelivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
    );
    const url = `http://${request.headers.host}${request.url}`;
    came.push({ headers, url, body: Buffer.concat(chunks) });
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const takenAll = (): readonly WebhookDelivery[] => came.splice(0);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    takenAll,
    taken() {
      const [delivery, ...more] = takenAll();
      if (delivery === undefined || more.length > 0) throw new Error(`${more.length + 1} deliveries came`);
      return delivery;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
