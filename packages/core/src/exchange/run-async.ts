import type { Effect, Exchange } from './effect.ts';
import type { AsyncHost } from './host.ts';

async function perform(effect: Effect, host: AsyncHost): Promise<unknown> {
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

/** Runs an exchange to its end on an asynchronous host. What the host throws is thrown inside the exchange. */
export async function runAsync<T>(exchange: Exchange<T>, host: AsyncHost): Promise<T> {
  let step = exchange.next();
  while (!step.done) {
    let given: unknown;
    try {
      given = await perform(step.value, host);
    } catch (thrown) {
      step = exchange.throw(thrown);
      continue;
    }
    step = exchange.next(given);
  }
  return step.value;
}
