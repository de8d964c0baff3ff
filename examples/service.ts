import { memoryCache, nodeHost } from '@answershare/core/node';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import { type Form, type RunningSandbox, startSandbox } from '@answershare/sandbox';

/** One day for all examples, so that they print the same whenever they run. */
const now = '2026-11-16T09:00:00Z';

/** A sandbox in the place of the service. Against the service itself: its address, your key, and `nodeHost()`. */
export async function openService(form: Form) {
  const sandbox: RunningSandbox = await startSandbox({ form, now });
  await sandbox.admin.freezeClock();
  return {
    sandbox,
    host: nodeHost({
      now: () => Date.parse(now),
      cache: memoryCache({ now: () => Date.parse(now) }),
      learn: recognise,
      learnLimits: recogniseLimits,
    }),
    options: { baseUrl: sandbox.baseUrl, key: sandbox.keys.live },
    requests: async () => (await sandbox.admin.requests()).total,
  };
}
