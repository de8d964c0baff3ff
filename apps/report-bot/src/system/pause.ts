import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, until a signal at most. */
export async function pauseUnless(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (thrown) {
    if ((thrown as Error).name !== 'AbortError') throw thrown;
  }
}
