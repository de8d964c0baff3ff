import type { RunningSandbox } from '@answershare/sandbox';
import type { AsyncHost } from '../../src/index.ts';
import { nodeHost } from './http-host.ts';

/**
 * A host and a sandbox with one clock that only waits move. Once every request is answered, the clock moves to the end of
 * the shortest wait, and all waits that are over end together.
 */
export async function virtualTime(
  sandbox: RunningSandbox,
  start = '2026-11-21T05:00:10Z',
  moved: (at: number) => Promise<void> = async () => undefined,
): Promise<{ readonly host: Partial<AsyncHost>; readonly passed: () => number }> {
  const from = Date.parse(start);
  await sandbox.admin.freezeClock();
  await sandbox.admin.setClock(start);
  let at = from;
  let moving = false;
  let waiting: { readonly until: number; readonly wake: () => void }[] = [];
  const flying = new Set<Promise<unknown>>();
  const { send } = nodeHost();

  async function move(): Promise<void> {
    moving = true;
    while (waiting.length > 0) {
      await new Promise((turn) => setImmediate(turn));
      if (flying.size > 0) {
        await Promise.allSettled(flying);
        continue;
      }
      const until = Math.min(...waiting.map((one) => one.until));
      if (until > at) {
        await sandbox.admin.setClock(new Date(until).toISOString());
        at = until;
        await moved(at);
      }
      const due = waiting.filter((one) => one.until <= at);
      waiting = waiting.filter((one) => one.until > at);
      for (const { wake } of due) wake();
    }
    moving = false;
  }

  return {
    passed: () => at - from,
    host: {
      now: () => at,
      send: async (requests) => {
        const sending = send(requests);
        flying.add(sending);
        return sending.finally(() => flying.delete(sending));
      },
      wait: (ms) =>
        new Promise((wake) => {
          waiting.push({ until: at + ms, wake });
          if (!moving) void move();
        }),
    },
  };
}
