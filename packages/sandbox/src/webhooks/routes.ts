import { Hono } from 'hono';
import { parseCommandBody } from '../world/admin-input.ts';
import { KINDS } from './kinds.ts';
import type { Outbox } from './outbox.ts';
import { describeEndpoint, type ShownEndpoint, type WebhookEndpoint } from './registry.ts';
import type { DeliveryCapture } from './transport.ts';
import {
  type EmitCommand,
  type EndpointCommand,
  emitCommand,
  endpointCommand,
  type ReplayCommand,
  type RotateCommand,
  replayCommand,
  rotateCommand,
  type SendCommand,
  sendCommand,
} from './webhook-commands.ts';
import type { OutgoingDelivery } from './webhook-delivery.ts';
import type { WebhookService } from './webhook-service.ts';

/** The webhook calls of the admin API, under /__sandbox/webhooks. `now` is the sandbox's time. */
export function createWebhookRoutes(service: WebhookService, now: () => number): Hono {
  const app = new Hono();
  const { registry, outbox } = service;
  const describeOpened = ({ endpoint, secret }: { endpoint: WebhookEndpoint; secret: string }) => ({
    ...describeEndpoint(endpoint, now()),
    secret,
  });

  app.get('/endpoints', (c) =>
    c.json({ endpoints: registry.all().map((endpoint) => describeEndpoint(endpoint, now())) }),
  );
  app.post('/endpoints', async (c) =>
    c.json(describeOpened(await registry.create(await parseCommandBody(c, endpointCommand))), 201),
  );
  app.delete('/endpoints/:id', (c) => {
    registry.remove(c.req.param('id'));
    return c.json({ endpoints: registry.all().map((endpoint) => describeEndpoint(endpoint, now())) });
  });
  app.post('/endpoints/:id/rotate', async (c) =>
    c.json(describeOpened(registry.rotate(c.req.param('id'), await parseCommandBody(c, rotateCommand)))),
  );

  app.get('/endpoints/:id/attempts', (c) => {
    const { id } = registry.find(c.req.param('id'));
    return c.body(streamAttempts(outbox, id), 200, { 'Content-Type': 'application/x-ndjson' });
  });

  app.post('/send', async (c) =>
    c.json(toDeliveryList(await service.send(await parseCommandBody(c, sendCommand))), 201),
  );
  app.post('/emit', async (c) =>
    c.json(toDeliveryList(await service.emit(await parseCommandBody(c, emitCommand))), 201),
  );
  app.get('/deliveries', (c) => c.json(toDeliveryList(outbox.all())));
  app.get('/deliveries/:number/capture', (c) => c.json(outbox.lastCapture(Number(c.req.param('number')))));
  app.post('/deliveries/:number/replay', async (c) => {
    const { as } = await parseCommandBody(c, replayCommand);
    return c.json(toDeliveryList([await outbox.replay(Number(c.req.param('number')), as)]));
  });
  return app;
}

/** A delivery for the log, with ISO-8601 times. `name` is the wire name of the kind. */
function toDeliveryEntry({ id, number, endpoint, event, manner, attempts, state, due }: OutgoingDelivery) {
  return {
    number,
    id,
    endpoint,
    kind: event.kind,
    name: KINDS[event.kind][manner.names],
    website: event.website.id,
    occurredAt: new Date(event.at).toISOString(),
    scheme: manner.scheme,
    state,
    nextAttemptAt: due === null ? null : new Date(due).toISOString(),
    attempts: attempts.map(({ at, ...attempt }) => ({ at: new Date(at).toISOString(), ...attempt })),
  };
}

export type DeliveryEntry = ReturnType<typeof toDeliveryEntry>;

function toDeliveryList(deliveries: readonly OutgoingDelivery[]): { deliveries: DeliveryEntry[] } {
  return { deliveries: deliveries.map(toDeliveryEntry) };
}

/** One attempt of a delivery, and its number from 1. */
export type AttemptEntry = Omit<DeliveryEntry, 'attempts'> &
  DeliveryEntry['attempts'][number] & { readonly attempt: number };

/** The last attempt of a delivery; null before the first one. */
export function toAttemptEntry(entry: DeliveryEntry): AttemptEntry | null {
  const { attempts, ...delivery } = entry;
  const last = attempts.at(-1);
  return last === undefined ? null : { ...delivery, ...last, attempt: attempts.length };
}

/** Each attempt from now on, one JSON object per line. The first line is empty: it shows that watching has begun. */
function streamAttempts(outbox: Outbox, endpoint: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode('\n'));
      stop = outbox.watch(endpoint, {
        onAttempt(delivery) {
          const entry = toAttemptEntry(toDeliveryEntry(delivery));
          controller.enqueue(encoder.encode(`${JSON.stringify(entry)}\n`));
        },
        onEnd: () => controller.close(),
      });
    },
    cancel: () => stop(),
  });
}

/** An endpoint with its current secret; no other call shows it. */
export type OpenedEndpoint = ShownEndpoint & { readonly secret: string };

/** Typed webhook calls of the admin API. Each rejects with the API's error message. */
export type WebhookCalls = ReturnType<typeof createWebhookCalls>;

type AdminRequest = <T>(method: string, path: string, body?: object) => Promise<T>;

export function createWebhookCalls(call: AdminRequest) {
  const deliveries = async (method: string, path: string, body?: object) =>
    (await call<{ deliveries: readonly DeliveryEntry[] }>(method, `/webhooks${path}`, body)).deliveries;
  const endpoints = '/webhooks/endpoints';
  return {
    create: (command: EndpointCommand) => call<OpenedEndpoint>('POST', endpoints, command),
    list: async () => (await call<{ endpoints: readonly ShownEndpoint[] }>('GET', endpoints)).endpoints,
    remove: async (id: string) => void (await call('DELETE', `${endpoints}/${encodeURIComponent(id)}`)),
    rotate: (id: string, command: RotateCommand = {}) =>
      call<OpenedEndpoint>('POST', `${endpoints}/${encodeURIComponent(id)}/rotate`, command),
    /** Creates an event now; returns its deliveries after their first attempt. */
    send: (command: SendCommand) => deliveries('POST', '/send', command),
    emit: (command: EmitCommand) => deliveries('POST', '/emit', command),
    /** The log, oldest first. */
    deliveries: () => deliveries('GET', '/deliveries'),
    /** The last request of a delivery, in the file format that receivers' tools read. */
    capture: (number: number) => call<DeliveryCapture>('GET', `/webhooks/deliveries/${number}/capture`),
    async replay(number: number, command: ReplayCommand = {}) {
      const [replayed] = await deliveries('POST', `/deliveries/${number}/replay`, command);
      if (replayed === undefined) throw new Error('The sandbox gave no delivery back for a replay.');
      return replayed;
    },
  };
}
