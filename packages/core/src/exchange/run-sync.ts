import type { Exchange } from './effect.ts';
import type { SyncHost } from './host.ts';
import { isThenable, perform } from './perform.ts';

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
