import { Unable } from '../admin/unable.ts';
import { attempted, GONE } from './attempt.ts';
import { type Attempt, captureOf, type Delivery } from './delivery.ts';
import type { Registry } from './registry.ts';
import type { Surroundings } from './surroundings.ts';
import { type Capture, post } from './transport.ts';

/** The log of deliveries and the attempts still to be made. */
export interface Outbox {
  all(): readonly Delivery[];
  /** Takes a delivery in and makes its first attempt. */
  send(delivery: Omit<Delivery, 'number'>): Promise<Delivery>;
  replay(number: number, as: 'signed' | 'exact'): Promise<Delivery>;
  /** The last request of a delivery. */
  lastCapture(number: number): Capture;
  /** Makes every attempt that is due by the sandbox's clock, in the order they are due, and waits for those under way. */
  attemptDue(): Promise<void>;
  reset(): void;
}

/** The log keeps the latest so many that have ended, and all that wait. */
const KEPT = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function openOutbox(registry: Registry, around: Surroundings): Outbox {
  let log = new Map<number, Delivery>();
  let taken = 0;
  let timer: NodeJS.Timeout | undefined;
  const underWay = new Map<number, Promise<Delivery>>();

  const keep = (delivery: Delivery): Delivery => {
    log.set(delivery.number, delivery);
    if (log.size >= 2 * KEPT) {
      const ended = [...log.values()].filter(({ state }) => state !== 'waiting').slice(0, -KEPT);
      for (const { number } of ended) log.delete(number);
    }
    return delivery;
  };

  const find = (number: number): Delivery => {
    const delivery = log.get(number);
    if (delivery !== undefined) return delivery;
    throw new Unable(404, `There is no delivery ${number}: GET /__sandbox/webhooks/deliveries lists them.`);
  };

  const make = async (delivery: Delivery, replay: boolean, ready?: Capture): Promise<Delivery> => {
    const at = around.now();
    const endpoint = registry.all().find(({ id }) => id === delivery.endpoint);
    if (endpoint === undefined || !endpoint.active) return keep({ ...delivery, state: 'failed', due: null });
    const capture = ready ?? captureOf(delivery, endpoint, at);
    const attempt: Attempt = { at, replay, capture, ...(await post(capture, around)) };
    const after = attempted(delivery, attempt);
    if (attempt.status === GONE && registry.all().includes(endpoint)) registry.disable(endpoint.id);
    return log.has(delivery.number) ? keep(after) : after;
  };

  const attempt = (delivery: Delivery, replay = false, ready?: Capture): Promise<Delivery> => {
    const going = underWay.get(delivery.number);
    if (going !== undefined) return going;
    const begun = make(delivery, replay, ready).finally(() => {
      underWay.delete(delivery.number);
      setTimer();
    });
    underWay.set(delivery.number, begun);
    return begun;
  };

  const due = (): Delivery[] =>
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
      if (capture === undefined) throw new Unable(404, `Delivery ${number} has not been tried yet.`);
      return capture;
    },
    async replay(number, as) {
      const delivery = find(number);
      const current = (await underWay.get(number)) ?? delivery;
      return attempt(current, true, as === 'exact' ? current.attempts.at(-1)?.capture : undefined);
    },
    attemptDue,
    reset() {
      log = new Map();
      taken = 0;
      clearTimeout(timer);
    },
  };
}
