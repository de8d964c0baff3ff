import type { Effect } from './effect.ts';
import type { AsyncHost, SyncHost } from './host.ts';

/** Asks the host for an effect; an asynchronous host answers with a promise. A host without a cache or a lock is one that keeps nothing. */
export function perform(effect: Effect, host: SyncHost | AsyncHost): unknown {
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
      return host.cache ? host.cache.get(effect.keys, effect.consistent) : effect.keys.map(() => null);
    case 'cachePut':
      return host.cache?.put(effect.entries);
    case 'acquire':
      return host.lock ? host.lock.acquire(effect.patienceMs) : true;
    case 'release':
      return host.lock?.release();
    case 'emit':
      return host.emit?.(effect.event);
    case 'learn':
      return host.learn?.(effect.endpoint, effect.bodies);
    case 'learnLimits':
      return host.learnLimits?.(effect.samples, effect.known);
  }
}

/** True for what an asynchronous host answers with. */
export function isThenable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
