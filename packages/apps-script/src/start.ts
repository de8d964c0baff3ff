import { existsSync } from 'node:fs';
import { Broker } from './broker/broker.ts';
import { createCounters } from './broker/call-counters.ts';
import { systemClock } from './broker/clock.ts';
import type { ExecutionView } from './broker/executions.ts';
import { GoogleAccounts, type QuotaUsage } from './broker/quotas.ts';
import type { SharedState } from './broker/shared-state.ts';
import { TriggerRunner } from './broker/trigger-runner.ts';
import { ExecutorPool, Semaphore, threadScript } from './executor/executor-pool.ts';
import { isMachineZone, listFunctions, readProject } from './project.ts';
import type { AuthMode } from './protocol/authorization.ts';
import type { Selection } from './protocol/document.ts';
import { ScriptError, ServiceFault } from './protocol/errors.ts';
import type { StoreName } from './protocol/host-calls.ts';
import { limits } from './protocol/limits.ts';
import type { ExecutionOutcome, ProjectSetup } from './protocol/thread-messages.ts';
import {
  assertCellArguments,
  decodeWireValue,
  encodeWireValue,
  toCellResult,
  toSidebarValue,
} from './protocol/values.ts';
import { type AppsScriptOptions, findOptionError, type PropertyStoreView } from './script-host.ts';
import { type Calculation, recalculate } from './spreadsheet/recalculation.ts';
import { createSheetView } from './spreadsheet/sheet-view.ts';

/** One running add-on in one document for one user. Executions share its cache, properties and locks. */
export type ScriptHost = Awaited<ReturnType<typeof startAppsScript>>;

/** Rejects with a ScriptError of kind `load` if the folder or an option is unusable. */
export async function startAppsScript(options: AppsScriptOptions) {
  const optionError = findOptionError(options);
  if (optionError !== null) throw new ScriptError({ kind: 'load', message: optionError });
  if (!existsSync(threadScript)) {
    throw new ScriptError({ kind: 'load', message: 'The local Apps Script is not built: run `pnpm build`.' });
  }
  const project = await readProject(options.folder);
  const broker = new Broker({
    clock: options.clock ?? { ...systemClock, now: options.now ?? Date.now },
    random: options.random ?? Math.random,
    cacheLoss: options.cacheLoss ?? 0,
    accounts:
      options.account instanceof GoogleAccounts
        ? options.account
        : new GoogleAccounts(options.account ?? null),
    scriptTimeZone: project.manifest.timeZone,
    onCall: options.onCall ?? null,
    latencyMs: options.latencyMs ?? {},
    allowlist: project.manifest.urlFetchWhitelist,
    origins: options.origins ?? {},
    htmlFiles: project.htmlFiles,
    document: {
      id: 'local-spreadsheet',
      name: 'Local spreadsheet',
      timeZone: options.timeZone ?? project.manifest.timeZone,
      locale: options.locale ?? 'en_US',
    },
  });
  const { state } = broker;
  const setup: ProjectSetup = {
    files: project.scripts,
    scriptTimeZone: project.manifest.timeZone,
    isMachineZone: isMachineZone(project.manifest.timeZone),
    hostClock: options.now !== undefined || options.clock !== undefined,
    hostRandom: options.random !== undefined,
    hostSleep: options.clock !== undefined,
    scopes: {
      listed: project.manifest.oauthScopes,
      granted: options.grantedScopes ?? project.manifest.oauthScopes,
    },
  };
  const pool = new ExecutorPool(broker, setup, options.threads ?? 8);
  const sidebar = new Semaphore(limits.sidebarCallsAtOnce.value);
  const budget = options.budgetMs ?? {};
  const cellBudget = budget.customFunction ?? limits.customFunctionTime.value;
  const otherBudget = budget.other ?? limits.executionTime.value;
  let open = true;
  let installed = true;
  let activeUser = options.activeUser ?? 'user@example.com';

  const execute = async (
    name: string,
    args: unknown[],
    kind: ExecutionView['kind'],
    mode: AuthMode = 'FULL',
    calculated: Selection | null = null,
    user = activeUser,
  ): Promise<unknown> => {
    if (!open) throw new ScriptError({ kind: 'load', message: 'The host is closed: start another one.' });
    const wire = encodeArguments(name, args);
    state.counters.executions++;
    const budgetMs = kind === 'cell' ? cellBudget : otherBudget;
    // With a host clock, real time only ends an execution that calls no service.
    const hasHostClock = options.clock !== undefined;
    const hostBudgetMs = hasHostClock ? budgetMs : Number.POSITIVE_INFINITY;
    const id = state.executions.register(
      { name, kind, mode, budgetMs: hostBudgetMs, calculated, user },
      args,
    );
    const realMs = hasHostClock ? Math.max(budgetMs, limits.executionTime.value) : budgetMs;
    const anyCase = kind === 'cell';
    const hasEditor = kind !== 'trigger';
    const quotas = state.accounts.quotas(user);
    const refusal = quotas.begin();
    const outcome: ExecutionOutcome =
      refusal === null
        ? await pool
            .run({ id, name, anyCase, mode, activeUser: user, hasEditor, args: wire, budgetMs: realMs })
            .finally(() => quotas.end())
        : { failure: { kind: 'thrown', message: refusal } };
    // Ends an execution that got no thread.
    state.executions.finish(id, 'failure' in outcome ? outcome.failure : null);
    if ('failure' in outcome) throw new ScriptError(outcome.failure);
    return decodeWireValue(JSON.parse(outcome.value));
  };

  const calculateCell = async (name: string, args: unknown[], calculated: Selection): Promise<unknown> => {
    assertCellArguments(name, args);
    const value = await execute(name, args, 'cell', 'CUSTOM_FUNCTION', calculated);
    try {
      const result = toCellResult(name, value);
      if (Array.isArray(result)) state.book.assertRoom(calculated.cell, result.length, result[0].length);
      return result;
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      throw new ScriptError({ kind: 'type', message: error.message });
    }
  };
  let names: ReadonlySet<string> | null = null;
  const calculate = (): Promise<Calculation> => {
    names ??= new Set(listFunctions(project.scripts).map((one) => one.name.toUpperCase()));
    return recalculate(state.book, {
      names: installed ? names : new Set(),
      now: state.clock.now,
      run: (name, args, cell) => calculateCell(name, args, { range: cell, cell }),
    });
  };

  const triggerRunner = new TriggerRunner(state.triggers, state.accounts, state.clock, (due, event) =>
    execute(due.handler, [event], 'trigger', 'FULL', null, due.user),
  );

  return {
    /**
     * Runs a custom function. Resolves with the cell's value or rows; null = a blank cell. Rejects with ScriptError.
     * @param formula of the calculated cell, if it is not the call alone
     */
    customFunction: (name: string, args: unknown[], formula = `=${name}()`): Promise<unknown> =>
      calculateCell(name, args, { ...state.book.selection, formula }),
    /** The document as the user sees it. */
    sheet: createSheetView(state.book, calculate),
    /** Runs a menu item or trigger. onOpen, onInstall and onEdit without arguments get `{authMode: mode}`. */
    run(name: string, args: unknown[] = [], mode: 'FULL' | 'LIMITED' | 'NONE' = 'FULL'): Promise<unknown> {
      const event = args.length === 0 && /^on(Open|Install|Edit)$/.test(name);
      return execute(name, event ? [{ authMode: mode }] : args, 'run', mode);
    },
    /** A call of google.script.run: ten at once, with its type rules in both directions. */
    sidebarCall(name: string, args: unknown[]): Promise<unknown> {
      return sidebar.run(async () => {
        const crossed = args.map((arg, i) => toSidebarValue(arg, `Argument ${i + 1} of ${name}`));
        return toSidebarValue(await execute(name, crossed, 'sidebar'), `The value returned by ${name}`);
      });
    },
    functions: async () => listFunctions(project.scripts),
    /** What the script showed last. */
    ui: () => state.ui.show(),
    cache: {
      inspect: (store: StoreName) => state.caches.inspect(store),
      clear: () => state.caches.clear(),
      /** Deletes this fraction, 0 to 1, of each cache's items, chosen by `random`. Returns the number deleted. */
      evict: (fraction: number) => state.caches.evict(fraction),
    },
    properties: {
      document: propertyStore(state, 'document'),
      script: propertyStore(state, 'script'),
      user: propertyStore(state, 'user'),
    },
    /** The script's time-driven triggers. */
    triggers: () => state.triggers.list(),
    /** Fires each due trigger once in FULL, in order of its time. A failing trigger does not reject. */
    fireDue: () => triggerRunner.fireDue(),
    /** Moves the host's clock to this moment (epoch milliseconds) and fires each trigger at its own time. */
    advance: (epochMilliseconds: number) => triggerRunner.advance(epochMilliseconds),
    /** All trigger runs so far. */
    triggerRuns: () => [...triggerRunner.runs],
    /** Another user works on the document. User properties, cache and lock stay those of the first. */
    signIn(user: string) {
      activeUser = user;
    },
    /** Deletes the user's Google account: its triggers fire no more. */
    deleteAccount: (user: string) => state.accounts.delete(user),
    /** Removes the add-on: its functions, triggers, menu and sidebar. */
    uninstall() {
      installed = false;
      state.triggers.clear();
      state.ui.clear();
    },
    /** The latest `count` running and ended executions with their counters, oldest first. At most and by default 10,000. */
    executions: (count?: number) => state.executions.list(count),
    /** Ends an execution with kind `killed`: frees its locks, aborts its requests. False = it had ended. */
    kill: (execution: number) => state.executions.kill(execution),
    /** The missing scopes of each requireScopes or requireAllScopes call that ended an execution to ask the user. */
    consentAsked: () => structuredClone(state.consentAsked),
    /** Mails that the script sent, oldest first. */
    mails: () => structuredClone(state.mails),
    /** Use of the daily quotas. `add` records use without calls. */
    quotas: {
      used: () => state.accounts.quotas(activeUser).used(state.clock.now()),
      add: (use: Partial<QuotaUsage>) => state.accounts.quotas(activeUser).add(use, state.clock.now()),
    },
    counters: () => ({ ...state.counters }),
    resetCounters() {
      state.counters = createCounters();
    },
    /** Lines of Logger and console, at most the last 10,000. */
    log: () => [...state.log],
    async close() {
      open = false;
      await pool.close();
      state.close();
    },
  };
}

function encodeArguments(name: string, args: unknown[]): string {
  try {
    return JSON.stringify(args.map(encodeWireValue));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ScriptError({
      kind: 'type',
      message: `An argument of ${name} is ${error.message}, which cannot be passed.`,
    });
  }
}

function propertyStore({ properties }: SharedState, store: StoreName): PropertyStoreView {
  return {
    get: (key) => properties.read(store, key)[key] ?? null,
    set(key, value) {
      properties.write(store, { [key]: value }, false);
    },
    all: () => properties.read(store, null),
    clear() {
      properties.remove(store, null);
    },
  };
}
