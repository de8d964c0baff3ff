import { Hono } from 'hono';
import { order } from '../admin/unable.ts';
import type { Delivery } from './delivery.ts';
import { type Endpoint, shown } from './endpoint.ts';
import type { WebhookOffice } from './office.ts';
import { emitOrder, endpointOrder, replayOrder, rotateOrder, sendOrder } from './orders.ts';

/** The webhook calls of the admin surface, under /__sandbox/webhooks. `now` is the sandbox's time. */
export function webhookRoutes(office: WebhookOffice, now: () => number): Hono {
  const app = new Hono();
  const { registry, outbox } = office;
  const opened = ({ endpoint, secret }: { endpoint: Endpoint; secret: string }) => ({
    ...shown(endpoint, now()),
    secret,
  });

  app.get('/endpoints', (c) => c.json({ endpoints: registry.all().map((one) => shown(one, now())) }));
  app.post('/endpoints', async (c) =>
    c.json(opened(await registry.create(await order(c, endpointOrder))), 201),
  );
  app.delete('/endpoints/:id', (c) => {
    registry.remove(c.req.param('id'));
    return c.json({ endpoints: registry.all().map((one) => shown(one, now())) });
  });
  app.post('/endpoints/:id/rotate', async (c) =>
    c.json(opened(registry.rotate(c.req.param('id'), await order(c, rotateOrder)))),
  );

  app.post('/send', async (c) => c.json(listed(await office.send(await order(c, sendOrder))), 201));
  app.post('/emit', async (c) => c.json(listed(await office.emit(await order(c, emitOrder))), 201));
  app.get('/deliveries', (c) => c.json(listed(outbox.all())));
  app.get('/deliveries/:number/capture', (c) => c.json(outbox.lastCapture(Number(c.req.param('number')))));
  app.post('/deliveries/:number/replay', async (c) => {
    const { as } = await order(c, replayOrder);
    return c.json(listed([await outbox.replay(Number(c.req.param('number')), as)]));
  });
  return app;
}

/** A delivery as the log shows it: times as ISO-8601, without the sandbox's inner values. */
function entry({ id, number, endpoint, event, manner, attempts, state, due }: Delivery) {
  return {
    number,
    id,
    endpoint,
    kind: event.kind,
    website: event.website.id,
    occurredAt: new Date(event.at).toISOString(),
    scheme: manner.scheme,
    state,
    nextAttemptAt: due === null ? null : new Date(due).toISOString(),
    attempts: attempts.map(({ at, ...attempt }) => ({ at: new Date(at).toISOString(), ...attempt })),
  };
}

export type DeliveryEntry = ReturnType<typeof entry>;

function listed(deliveries: readonly Delivery[]): { deliveries: DeliveryEntry[] } {
  return { deliveries: deliveries.map(entry) };
}
