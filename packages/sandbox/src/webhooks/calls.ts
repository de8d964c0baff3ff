import type { ShownEndpoint } from './endpoint.ts';
import type { EmitOrder, EndpointOrder, ReplayOrder, RotateOrder, SendOrder } from './orders.ts';
import type { DeliveryEntry } from './routes.ts';
import type { Capture } from './transport.ts';

/** An endpoint with the secret that signs from now on; it is shown here and nowhere else. */
export type OpenedEndpoint = ShownEndpoint & { readonly secret: string };

/** The webhook calls as typed functions. Each rejects with the sentence the surface answers when it cannot. */
export interface WebhookCalls {
  create(order: EndpointOrder): Promise<OpenedEndpoint>;
  list(): Promise<readonly ShownEndpoint[]>;
  remove(id: string): Promise<void>;
  rotate(id: string, order?: RotateOrder): Promise<OpenedEndpoint>;
  /** Makes an event happen now; gives the deliveries after their first attempt. */
  send(order: SendOrder): Promise<readonly DeliveryEntry[]>;
  emit(order: EmitOrder): Promise<readonly DeliveryEntry[]>;
  /** The log, oldest first. */
  deliveries(): Promise<readonly DeliveryEntry[]>;
  /** The last request of a delivery, as a receiver's tool reads it from a file. */
  capture(number: number): Promise<Capture>;
  replay(number: number, order?: ReplayOrder): Promise<DeliveryEntry>;
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>;

export function webhookCalls(call: Call): WebhookCalls {
  const deliveries = async (method: string, path: string, body?: object) =>
    ((await call(method, `/webhooks${path}`, body)) as { deliveries: DeliveryEntry[] }).deliveries;
  return {
    create: async (order) => (await call('POST', '/webhooks/endpoints', order)) as OpenedEndpoint,
    list: async () =>
      ((await call('GET', '/webhooks/endpoints')) as { endpoints: ShownEndpoint[] }).endpoints,
    remove: async (id) => void (await call('DELETE', `/webhooks/endpoints/${encodeURIComponent(id)}`)),
    rotate: async (id, order = {}) =>
      (await call('POST', `/webhooks/endpoints/${encodeURIComponent(id)}/rotate`, order)) as OpenedEndpoint,
    send: (order) => deliveries('POST', '/send', order),
    emit: (order) => deliveries('POST', '/emit', order),
    deliveries: () => deliveries('GET', '/deliveries'),
    capture: async (number) => (await call('GET', `/webhooks/deliveries/${number}/capture`)) as Capture,
    async replay(number, order = {}) {
      const [replayed] = await deliveries('POST', `/deliveries/${number}/replay`, order);
      if (replayed === undefined) throw new Error('The sandbox gave no delivery back for a replay.');
      return replayed;
    },
  };
}
