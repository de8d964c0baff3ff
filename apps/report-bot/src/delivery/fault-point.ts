import { flushCompileCache } from 'node:module';

type FaultPoint = 'after-claim' | 'gate-marked' | 'after-250' | 'after-commit';

const passCounts = new Map<string, number>();

/** With `ANSWERSHARE_FAULT=<point>:<n>` the process kills itself when it passes the point the nth time. */
export async function reachFaultPoint(point: FaultPoint): Promise<void> {
  const [wanted, count] = (process.env.ANSWERSHARE_FAULT ?? '').split(':');
  if (wanted !== point) return;
  const times = (passCounts.get(point) ?? 0) + 1;
  passCounts.set(point, times);
  if (times !== Number(count ?? '1')) return;
  // Node writes the cache of NODE_COMPILE_CACHE at exit only.
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
  await new Promise<never>(() => undefined);
}
