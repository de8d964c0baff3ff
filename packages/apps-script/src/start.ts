import { existsSync } from 'node:fs';
import { Broker } from './broker/broker.ts';
import { createCounters } from './broker/call-counters.ts';
import { systemClock } from './broker/clock.ts';
import type { ExecutionView } from './broker/executions.ts';
import type { SharedState } from './broker/shared-state.ts';
import { TriggerRunner } from './broker/trigger-runner.ts';
import { ExecutorPool, Semaphore, threadScript } from './executor/executor-pool.ts';
import { isMachineZone, listFunctions, readProject } from './project.ts';
import type { AuthMode } from './protocol/authorization.ts';
import { ScriptError } from './protocol/errors.ts';
import type { StoreName } from './protocol/host-calls.ts';
import { limits } from './protocol/limits.ts';
import type { ProjectSetup } from './protocol/thread-messages.ts';
import {
  assertCellArguments,
  decodeWireValue,
  encodeWireValue,
  toCellResult,
  toSidebarValue,
} from './protocol/values.ts';
import {
  type AppsScriptOptions,
  findOptionError,
  type PropertyStoreView,
  type ScriptHost,
} from './script-host.ts';
import { type Calculation, recalculate } from './spreadsheet/recalculation.ts';
import { createSheetView } from './spreadsheet/sheet-view.ts';

/** Rejects with a ScriptError of kind `load` if the folder or an option is unusable. */
export async function startAppsScript(options: AppsScriptOptions): Promise<ScriptHost> {
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
    account: options.account ?? null,
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
    activeUser: options.activeUser ?? 'user@example.com',
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

  const execute = async (
    name: string,
    args: unknown[],
    kind: ExecutionView['kind'],
    mode: AuthMode = 'FULL',
  ): Promise<unknown> => {
    if (!open) throw new ScriptError({ kind: 'load', message: 'The host is closed: start another one.' });
    const wire = encodeArguments(name, args);
    state.counters.executions++;
    const budgetMs = kind === 'cell' ? cellBudget : otherBudget;
    // With a host clock, real time only ends an execution that calls no service.
    const hasHostClock = options.clock !== undefined;
    const id = state.executions.register(
      name,
      args,
      kind,
      mode,
      hasHostClock ? budgetMs : Number.POSITIVE_INFINITY,
    );
    const realMs = hasHostClock ? Math.max(budgetMs, limits.executionTime.value) : budgetMs;
    const anyCase = kind === 'cell';
    const outcome = await pool.run({ id, name, anyCase, mode, args: wire, budgetMs: realMs });
    // Ends an execution that got no thread because the host was closed.
    state.executions.finish(id, 'failure' in outcome ? outcome.failure : null);
    if ('failure' in outcome) throw new ScriptError(outcome.failure);
    return decodeWireValue(JSON.parse(outcome.value));
  };

  const customFunction = async (name: string, args: unknown[]): Promise<unknown> => {
    assertCellArguments(name, args);
    return toCellResult(name, await execute(name, args, 'cell', 'CUSTOM_FUNCTION'));
  };
  let names: ReadonlySet<string> | null = null;
  const calculate = (): Promise<Calculation> => {
    names ??= new Set(listFunctions(project.scripts).map((one) => one.name.toUpperCase()));
    return recalculate(state.book, { names, run: customFunction });
  };

  const triggerRunner = new TriggerRunner(state.triggers, state.quotas, state.clock, (handler, event) =>
    execute(handler, [event], 'trigger'),
  );

  return {
    customFunction,
    sheet: createSheetView(state.book, calculate),
    run(name, args = [], mode = 'FULL') {
      const event = args.length === 0 && /^on(Open|Install|Edit)$/.test(name);
      return execute(name, event ? [{ authMode: mode }] : args, 'run', mode);
    },
    sidebarCall(name, args) {
      return sidebar.run(async () => {
        const crossed = args.map((arg, i) => toSidebarValue(arg, `Argument ${i + 1} of ${name}`));
        return toSidebarValue(await execute(name, crossed, 'sidebar'), `The value returned by ${name}`);
      });
    },
    functions: async () => listFunctions(project.scripts),
    ui: () => state.ui.show(),
    cache: {
      inspect: (store) => state.caches.inspect(store),
      clear: () => state.caches.clear(),
      evict: (fraction) => state.caches.evict(fraction),
    },
    properties: {
      document: propertyStore(state, 'document'),
      script: propertyStore(state, 'script'),
      user: propertyStore(state, 'user'),
    },
    triggers: () => state.triggers.list(),
    fireDue: () => triggerRunner.fireDue(),
    advance: (epochMilliseconds) => triggerRunner.advance(epochMilliseconds),
    triggerRuns: () => [...triggerRunner.runs],
    uninstall() {
      state.triggers.clear();
      state.ui.clear();
    },
    executions: (count) => state.executions.list(count),
    kill: (execution) => state.executions.kill(execution),
    consentAsked: () => structuredClone(state.consentAsked),
    mails: () => structuredClone(state.mails),
    quotas: { used: () => state.quotas.used(), add: (use) => state.quotas.add(use) },
    counters: () => ({ ...state.counters }),
    resetCounters() {
      state.counters = createCounters();
    },
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
