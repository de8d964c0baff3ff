/** Places where a test may end this process as a power cut would. */
export type FaultPoint = 'after-claim' | 'gate-marked' | 'after-250' | 'after-commit';

const met = new Map<string, number>();

/** With `ANSWERSHARE_FAULT=<point>:<n>` the process kills itself with SIGKILL when it passes the point the nth time. */
export async function faultPoint(point: FaultPoint): Promise<void> {
  const [wanted, count] = (process.env.ANSWERSHARE_FAULT ?? '').split(':');
  if (wanted !== point) return;
  const times = (met.get(point) ?? 0) + 1;
  met.set(point, times);
  if (times !== Number(count ?? '1')) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise<never>(() => undefined);
}
