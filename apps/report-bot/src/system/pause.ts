import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, until a signal at most. */
export async function pauseUnless(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (thrown) {
    if ((thrown as Error).name !== 'AbortError') throw thrown;
  }
}

export const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
