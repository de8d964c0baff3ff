import type { Effect, Exchange } from './effect.ts';
import type { SyncHost } from './host.ts';

function perform(effect: Effect, host: SyncHost): unknown {
  switch (effect.type) {
    case 'send':
      return host.send(effect.requests);
    case 'wait':
      return host.wait(effect.ms);
    case 'now':
      return host.now();
    case 'random':
      return host.random();
    case 'cacheGet':
      return host.cache ? host.cache.get(effect.keys) : effect.keys.map(() => null);
    case 'cachePut':
      return host.cache?.put(effect.entries);
    case 'acquire':
      return host.lock ? host.lock.acquire() : true;
    case 'release':
      return host.lock?.release();
    case 'emit':
      return host.emit?.(effect.event);
  }
}

function isThenable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}

/** Runs an exchange to its end on a synchronous host. What the host throws is thrown inside the exchange, so that it can release what it holds. */
export function runSync<T>(exchange: Exchange<T>, host: SyncHost): T {
  let step = exchange.next();
  while (!step.done) {
    let given: unknown;
    try {
      given = perform(step.value, host);
    } catch (thrown) {
      step = exchange.throw(thrown);
      continue;
    }
    step = isThenable(given)
      ? exchange.throw(new TypeError(`The synchronous host answered "${step.value.type}" with a promise.`))
      : exchange.next(given);
  }
  return step.value;
}
