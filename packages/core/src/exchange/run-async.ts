import type { Exchange } from './effect.ts';
import type { AsyncHost } from './host.ts';
import { isThenable, perform } from './perform.ts';

/** Runs an exchange to its end on an asynchronous host. What the host throws is thrown inside the exchange. */
export async function runAsync<T>(exchange: Exchange<T>, host: AsyncHost): Promise<T> {
  let step = exchange.next();
  while (!step.done) {
    let given: unknown;
    try {
      given = perform(step.value, host);
      if (isThenable(given)) given = await given;
    } catch (thrown) {
      step = exchange.throw(thrown);
      continue;
    }
    step = exchange.next(given);
  }
  return step.value;
}
