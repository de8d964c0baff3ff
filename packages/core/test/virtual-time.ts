import type { RunningSandbox } from '@answershare/sandbox';
import type { AsyncHost } from '../src/index.ts';
import { nodeHost } from './node-host.ts';

/**
 * A host and a sandbox on one clock that stands still but for waits: a wait moves both by its length, once every request
 * under way is answered. Waits that begin together end together.
 */
export async function virtualTime(
  sandbox: RunningSandbox,
  start = '2026-11-21T05:00:10Z',
): Promise<{ readonly host: Partial<AsyncHost>; readonly passed: () => number }> {
  const from = Date.parse(start);
  await sandbox.admin.freezeClock();
  await sandbox.admin.setClock(start);
  let at = from;
  let moving: Promise<unknown> = Promise.resolve();
  const flying = new Set<Promise<unknown>>();
  const { send } = nodeHost();
  return {
    passed: () => at - from,
    host: {
      now: () => at,
      send: async (requests) => {
        const sending = send(requests);
        flying.add(sending);
        return sending.finally(() => flying.delete(sending));
      },
      wait: (ms) => {
        const until = at + ms;
        moving = moving.then(async () => {
          while (flying.size > 0) await Promise.allSettled(flying);
          if (until <= at) return;
          await sandbox.admin.setClock(new Date(until).toISOString());
          at = until;
        });
        return moving as Promise<void>;
      },
    },
  };
}
