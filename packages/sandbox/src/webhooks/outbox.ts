import type { Quirks } from '../quirks/quirks.ts';
import { AdminError } from '../world/admin-input.ts';
import type { Registry, WebhookEndpoint, WebhookPorts } from './registry.ts';
import { type DeliveryCapture, postDelivery } from './transport.ts';
import { type DeliveryAttempt, type OutgoingDelivery, signDelivery } from './webhook-delivery.ts';

/** The log of deliveries and their retries. */
export type Outbox = ReturnType<typeof createOutbox>;

type AttemptWatcher = {
  /** The delivery after the attempt, which is its last one. */
  onAttempt(delivery: OutgoingDelivery): void;
  onEnd(): void;
};

/** The retry schedule after a response other than 2xx. */
type RetryPlan = Quirks['webhookRetries'];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds of the sandbox's clock between attempts. After the last one the delivery has failed. */
const RETRY_DELAYS_MS: Readonly<Record<RetryPlan, readonly number[]>> = {
  schedule: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR],
  few: [10 * SECOND, MINUTE],
  none: [],
};

/** When the next attempt is due, after `attempts` attempts; null if there is none. */
function findNextAttempt(plan: RetryPlan, attempts: number, last: number): number | null {
  const delay = RETRY_DELAYS_MS[plan][attempts - 1];
  return delay === undefined ? null : last + delay;
}

/** Standard Webhooks: 410 disables the endpoint. */
const GONE = 410;

/**
 * The delivery after an attempt. A 2xx ends it, 410 fails it, anything else schedules the next attempt. A failed replay
 * changes nothing.
 */
function recordAttempt(delivery: OutgoingDelivery, attempt: DeliveryAttempt): OutgoingDelivery {
  const attempts = [...delivery.attempts, attempt];
  const { status } = attempt;
  if (status !== null && status >= 200 && status < 300)
    return { ...delivery, attempts, state: 'delivered', due: null };
  if (attempt.replay && status !== GONE) return { ...delivery, attempts };
  const scheduled = attempts.filter(({ replay }) => !replay).length;
  const due = status === GONE ? null : findNextAttempt(delivery.manner.retries, scheduled, attempt.at);
  return { ...delivery, attempts, state: due === null ? 'failed' : 'waiting', due };
}

/** The log keeps this many ended deliveries and all waiting ones. */
const KEPT_DELIVERIES = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Null if the endpoint got a secret that the delivery's scheme cannot decode. */
function signIfPossible(
  delivery: OutgoingDelivery,
  endpoint: WebhookEndpoint,
  at: number,
): DeliveryCapture | null {
  try {
    return signDelivery(delivery, endpoint, at);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function createOutbox(registry: Registry, ports: WebhookPorts) {
  let log = new Map<number, OutgoingDelivery>();
  let lastNumber = 0;
  let timer: NodeJS.Timeout | undefined;
  let inFlight = new Map<number, Promise<OutgoingDelivery>>();
  let watchers = new Map<AttemptWatcher, string>();

  const store = (delivery: OutgoingDelivery): OutgoingDelivery => {
    log.set(delivery.number, delivery);
    if (log.size >= 2 * KEPT_DELIVERIES) {
      const ended = [...log.values()].filter(({ state }) => state !== 'waiting').slice(0, -KEPT_DELIVERIES);
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

  const runAttempt = async (
    delivery: OutgoingDelivery,
    replay: boolean,
    exact?: DeliveryCapture,
  ): Promise<OutgoingDelivery> => {
    const [at, logAtStart] = [ports.now(), log];
    const endpoint = registry.all().find(({ id }) => id === delivery.endpoint);
    const capture = endpoint?.active ? (exact ?? signIfPossible(delivery, endpoint, at)) : null;
    if (endpoint === undefined || capture === null) return store({ ...delivery, state: 'failed', due: null });
    const attempt: DeliveryAttempt = { at, replay, capture, ...(await postDelivery(capture, ports)) };
    const after = recordAttempt(delivery, attempt);
    if (attempt.status === GONE && registry.all().includes(endpoint)) registry.disable(endpoint.id);
    if (logAtStart !== log) return after;
    for (const [watcher, watched] of watchers) if (watched === delivery.endpoint) watcher.onAttempt(after);
    return store(after);
  };

  const attempt = (
    delivery: OutgoingDelivery,
    replay = false,
    exact?: DeliveryCapture,
  ): Promise<OutgoingDelivery> => {
    const running = inFlight;
    const started = running.get(delivery.number);
    if (started !== undefined) return started;
    if (log.get(delivery.number) !== delivery) return Promise.resolve(delivery);
    const begun = runAttempt(delivery, replay, exact).finally(() => {
      running.delete(delivery.number);
      setTimer();
    });
    running.set(delivery.number, begun);
    return begun;
  };

  const due = (): OutgoingDelivery[] =>
    [...log.values()]
      .filter((delivery) => delivery.due !== null && delivery.due <= ports.now())
      .sort((a, b) => (a.due ?? 0) - (b.due ?? 0) || a.number - b.number);

  /** Runs all attempts that are due by the sandbox's clock, in order, and awaits those in flight. */
  const attemptDue = async (): Promise<void> => {
    for (const delivery of due()) await attempt(delivery);
    await Promise.all(inFlight.values());
    setTimer();
  };

  /** With a running clock, a timer starts the next attempt; with a frozen clock, moving it does. */
  function setTimer(): void {
    clearTimeout(timer);
    const instants = [...log.values()].flatMap((delivery) => delivery.due ?? []);
    if (instants.length === 0 || !ports.clockRuns() || ports.closing.aborted) return;
    const wait = Math.min(Math.max(0, Math.min(...instants) - ports.now()), LONGEST_TIMER_MS);
    timer = setTimeout(() => void attemptDue(), wait).unref();
  }
  ports.closing.addEventListener('abort', () => clearTimeout(timer), { once: true });

  return {
    all: () => [...log.values()],
    /** Adds a delivery and runs its first attempt. */
    send(delivery: Omit<OutgoingDelivery, 'number'>) {
      lastNumber += 1;
      return attempt(store({ ...delivery, number: lastNumber }));
    },
    /** The last request of a delivery. */
    lastCapture(number: number) {
      const capture = find(number).attempts.at(-1)?.capture;
      if (capture === undefined) throw new AdminError(404, `Delivery ${number} has not been tried yet.`);
      return capture;
    },
    async replay(number: number, as: 'signed' | 'exact') {
      const delivery = find(number);
      const current = (await inFlight.get(number)) ?? delivery;
      return attempt(current, true, as === 'exact' ? current.attempts.at(-1)?.capture : undefined);
    },
    attemptDue,
    /** Reports each attempt of an endpoint's deliveries; returns the function that ends this. */
    watch(endpoint: string, watcher: AttemptWatcher) {
      watchers.set(watcher, endpoint);
      return () => void watchers.delete(watcher);
    },
    /** Ends all watchers. */
    reset() {
      // Numbers restart, so attempts in flight are discarded.
      log = new Map();
      inFlight = new Map();
      lastNumber = 0;
      clearTimeout(timer);
      for (const watcher of watchers.keys()) watcher.onEnd();
      watchers = new Map();
    },
  };
}
