import { type AppsScriptOptions, type ScriptHost, startAppsScript } from '@answershare/apps-script';
import type { Endpoint } from '@answershare/core';
import { type Form, type KeyLabel, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { localFolder } from '../../build/build-addon.ts';
import { confirmFileRecipes, connectFile, inspectFile, toActionCaller } from '../../src/sidebar/inspect.ts';

/** Both Forms of the API, for `test.each`. */
export { forms } from '@answershare/sandbox';

/** The Form of tests that are about no request. `every-function.test.ts` calls each function in both. */
export const anyForm: readonly Form[] = [2];

export interface LocalAddon extends AsyncDisposable {
  readonly sandbox: RunningSandbox;
  readonly host: ScriptHost;
  /** A formula's value; rejects with the note of `#ERROR!`. */
  cell(name: string, ...args: unknown[]): Promise<unknown>;
  /** The note of a formula that fails. */
  note(name: string, ...args: unknown[]): Promise<string>;
  /** Connects as the sidebar does: the file keeps the answers about the websites that were sampled. */
  connect(key: string): Promise<unknown>;
  /** Confirms the first draft of each unclear endpoint, as the sidebar does; returns those endpoints. */
  confirm(): Promise<readonly Endpoint[]>;
  /** Requests by endpoint since the last count. */
  requests(): Promise<Record<string, number>>;
}

/** The pushed files in the local Apps Script, connected to a sandbox of one Form. */
export async function startLocalAddon(
  form: Form,
  options: Partial<AppsScriptOptions> = {},
): Promise<LocalAddon> {
  // The minute of a test's first request does not end while it counts.
  const sandbox = await startSandbox({ form, seed: 1, quirks: { minuteWindow: 'first-call' } });
  return openAddon(sandbox, await startAppsScript({ folder: localFolder, threads: 2, ...options }));
}

/** A script that uses a sandbox. */
export function openAddon(sandbox: RunningSandbox, host: ScriptHost): LocalAddon {
  host.properties.script.set('ANSWERSHARE_SERVICE_URL', sandbox.baseUrl);
  const cell = (name: string, ...args: unknown[]): Promise<unknown> => host.customFunction(name, args);
  const call = (name: string, args: unknown[]): Promise<unknown> => host.sidebarCall(name, args);
  return {
    sandbox,
    host,
    cell,
    async note(name, ...args) {
      try {
        const shown = await cell(name, ...args);
        return `no fault but ${JSON.stringify(shown)}`;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    async connect(key) {
      return connectFile(call, key);
    },
    async confirm() {
      const inspection = await inspectFile(call);
      if (!inspection.ok) throw new Error(inspection.sentence);
      const chosen = inspection.findings.flatMap(({ endpoint, status, drafts: [draft] }) =>
        status === null && draft ? [[endpoint, draft] as const] : [],
      );
      const confirmed = await confirmFileRecipes(toActionCaller(call), inspection, chosen);
      if (!confirmed.ok) throw new Error(confirmed.sentence);
      return chosen.map(([endpoint]) => endpoint);
    },
    async requests() {
      const { byEndpoint } = await sandbox.admin.requests();
      await sandbox.admin.resetRequests();
      return byEndpoint;
    },
    async [Symbol.asyncDispose]() {
      await host.close();
      await sandbox.close();
    },
  };
}

/** The same, connected with one of the sandbox's keys; connecting is not counted. */
export async function startConnectedAddon(
  form: Form,
  key: KeyLabel = 'live',
  options: Partial<AppsScriptOptions> = {},
): Promise<LocalAddon> {
  const addon = await startLocalAddon(form, options);
  if (options.now) await addon.sandbox.admin.setClock(new Date(options.now()).toISOString());
  await addon.connect(addon.sandbox.keys[key]);
  await addon.sandbox.admin.resetRequests();
  return addon;
}
