import { AdminError } from '../world/admin-input.ts';
import type { Registry, WebhookEndpoint, WebhookPorts } from './registry.ts';
import { type DeliveryCapture, postDelivery } from './transport.ts';
import {
  type DeliveryAttempt,
  GONE,
  type OutgoingDelivery,
  recordAttempt,
  signDelivery,
} from './webhook-delivery.ts';

/** The log of deliveries and the attempts still to be made. */
export interface Outbox {
  all(): readonly OutgoingDelivery[];
  /** Takes a delivery in and makes its first attempt. */
  send(delivery: Omit<OutgoingDelivery, 'number'>): Promise<OutgoingDelivery>;
  replay(number: number, as: 'signed' | 'exact'): Promise<OutgoingDelivery>;
  /** The last request of a delivery. */
  lastCapture(number: number): DeliveryCapture;
  /** Makes every attempt that is due by the sandbox's clock, in the order they are due, and waits for those under way. */
  attemptDue(): Promise<void>;
  reset(): void;
}

/** The log keeps the latest so many that have ended, and all that wait. */
const KEPT = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Null where the endpoint got a secret meanwhile that the delivery's scheme cannot read. */
function signed(delivery: OutgoingDelivery, endpoint: WebhookEndpoint, at: number): DeliveryCapture | null {
  try {
    return signDelivery(delivery, endpoint, at);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function createOutbox(registry: Registry, around: WebhookPorts): Outbox {
  let log = new Map<number, OutgoingDelivery>();
  let taken = 0;
  let timer: NodeJS.Timeout | undefined;
  let underWay = new Map<number, Promise<OutgoingDelivery>>();

  const keep = (delivery: OutgoingDelivery): OutgoingDelivery => {
    log.set(delivery.number, delivery);
    if (log.size >= 2 * KEPT) {
      const ended = [...log.values()].filter(({ state }) => state !== 'waiting').slice(0, -KEPT);
      for (const { number } of ended) log.delete(number);
    }
    return delivery;
  };

  const find = (number: number): OutgoingDelivery => {
    const delivery = log.get(number);
    if (delivery !== undefined) return delivery;
    throw new AdminError(
      404,
      `There is no delivery ${number}: GET /__sandbox/webhooks/deliveries lists them.`,
    );
  };

  const make = async (
    delivery: OutgoingDelivery,
    replay: boolean,
    ready?: DeliveryCapture,
  ): Promise<OutgoingDelivery> => {
    const [at, kept] = [around.now(), log];
    const endpoint = registry.all().find(({ id }) => id === delivery.endpoint);
    const capture = endpoint?.active ? (ready ?? signed(delivery, endpoint, at)) : null;
    if (endpoint === undefined || capture === null) return keep({ ...delivery, state: 'failed', due: null });
    const attempt: DeliveryAttempt = { at, replay, capture, ...(await postDelivery(capture, around)) };
    const after = recordAttempt(delivery, attempt);
    if (attempt.status === GONE && registry.all().includes(endpoint)) registry.disable(endpoint.id);
    return kept === log ? keep(after) : after;
  };

  const attempt = (
    delivery: OutgoingDelivery,
    replay = false,
    ready?: DeliveryCapture,
  ): Promise<OutgoingDelivery> => {
    const present = underWay;
    const going = present.get(delivery.number);
    if (going !== undefined) return going;
    if (log.get(delivery.number) !== delivery) return Promise.resolve(delivery);
    const begun = make(delivery, replay, ready).finally(() => {
      present.delete(delivery.number);
      setTimer();
    });
    present.set(delivery.number, begun);
    return begun;
  };

  const due = (): OutgoingDelivery[] =>
    [...log.values()]
      .filter((delivery) => delivery.due !== null && delivery.due <= around.now())
      .sort((a, b) => (a.due ?? 0) - (b.due ?? 0) || a.number - b.number);

  const attemptDue = async (): Promise<void> => {
    for (const delivery of due()) await attempt(delivery);
    await Promise.all(underWay.values());
    setTimer();
  };

  /** A running clock reaches the next attempt by itself; a frozen one when it is moved. */
  function setTimer(): void {
    clearTimeout(timer);
    const instants = [...log.values()].flatMap((delivery) => delivery.due ?? []);
    if (instants.length === 0 || !around.clockRuns() || around.closing.aborted) return;
    const wait = Math.min(Math.max(0, Math.min(...instants) - around.now()), LONGEST_TIMER_MS);
    timer = setTimeout(() => void attemptDue(), wait).unref();
  }
  around.closing.addEventListener('abort', () => clearTimeout(timer), { once: true });

  return {
    all: () => [...log.values()],
    send(delivery) {
      taken += 1;
      return attempt(keep({ ...delivery, number: taken }));
    },
    lastCapture(number) {
      const capture = find(number).attempts.at(-1)?.capture;
      if (capture === undefined) throw new AdminError(404, `Delivery ${number} has not been tried yet.`);
      return capture;
    },
    async replay(number, as) {
      const delivery = find(number);
      const current = (await underWay.get(number)) ?? delivery;
      return attempt(current, true, as === 'exact' ? current.attempts.at(-1)?.capture : undefined);
    },
    attemptDue,
    reset() {
      // The numbers begin anew, so an attempt still under way is no longer known by its number.
      log = new Map();
      underWay = new Map();
      taken = 0;
      clearTimeout(timer);
    },
  };
}
