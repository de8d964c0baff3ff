import { type AppsScriptOptions, startAppsScript, steppedClock } from '@answershare/apps-script';
import { type Form, startSandbox } from '@answershare/sandbox';
import { localFolder } from '../../build/build-addon.ts';
import { type LocalAddon, openAddon } from './local-addon.ts';

export interface TimedAddon extends LocalAddon {
  /** Epoch milliseconds, on the clock that script and service share. */
  now(): number;
  /** Advances the clock and fires the triggers at their times. */
  pass(milliseconds: number): Promise<void>;
}

/** The add-on and its service on one clock, which moves only if an execution sleeps or a test moves it. */
export async function startTimedAddon(
  form: Form,
  start: string,
  zone = 'Etc/UTC',
  onCall: NonNullable<AppsScriptOptions['onCall']> = () => {},
  options: Partial<
    Pick<AppsScriptOptions, 'folder' | 'account' | 'threads' | 'latencyMs' | 'cacheLoss' | 'random'>
  > = {},
): Promise<TimedAddon> {
  const sandbox = await startSandbox({ form, seed: 1, now: start });
  const clock = steppedClock(Date.parse(start));
  const host = await startAppsScript({
    folder: localFolder,
    threads: 2,
    timeZone: zone,
    clock,
    ...options,
    async onCall(call) {
      const { operation } = call;
      await onCall(call);
      if (operation === 'fetch.send') await sandbox.admin.setClock(new Date(clock.now()).toISOString());
    },
  });
  return {
    ...openAddon(sandbox, host),
    now: () => clock.now(),
    async pass(milliseconds) {
      await host.advance(clock.now() + milliseconds);
    },
  };
}
