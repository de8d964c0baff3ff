import { existsSync } from 'node:fs';
import type { AuthMode } from './auth-mode.ts';
import { Broker } from './broker/broker.ts';
import { zeroCounters } from './broker/counters.ts';
import type { ExecutionView } from './broker/executions.ts';
import { cellResult, checkCellArguments } from './cell-values.ts';
import { realClock } from './clock/clock.ts';
import { ExecutorPool } from './executor-pool.ts';
import { ExecutorThread, threadProgram } from './executor-thread.ts';
import { listFunctions } from './function-list.ts';
import type { StoreName } from './host-calls.ts';
import { limits } from './limits.ts';
import { type AppsScriptOptions, complaintAboutOptions } from './options.ts';
import { readProject } from './project.ts';
import { ScriptError } from './script-error.ts';
import type { PropertyStore, ScriptHost } from './script-host.ts';
import { crossSidebar } from './sidebar-values.ts';
import { recalculate } from './spreadsheet/recalculation.ts';
import { sheetView } from './spreadsheet/sheet-view.ts';
import { Firing } from './triggers/firing.ts';
import { Turnstile } from './turnstile.ts';
import { decodeValue, encodeValue } from './values.ts';

/** Rejects with a ScriptError of kind `load` when the folder or an option cannot be used. */
export async function startAppsScript(options: AppsScriptOptions): Promise<ScriptHost> {
  const complaint = complaintAboutOptions(options);
  if (complaint !== null) throw new ScriptError({ kind: 'load', message: complaint });
  if (!existsSync(threadProgram)) {
    throw new ScriptError({ kind: 'load', message: 'The local Apps Script is not built: run `pnpm build`.' });
  }
  const project = await readProject(options.folder);
  const broker = new Broker({
    clock: options.clock ?? { ...realClock, now: options.now ?? Date.now },
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
  const pool = new ExecutorPool(
    options.threads ?? 8,
    () =>
      new ExecutorThread(broker, {
        files: project.scripts,
        scriptTimeZone: project.manifest.timeZone,
        hostClock: options.now !== undefined || options.clock !== undefined,
        hostDice: options.random !== undefined,
        hostSleep: options.clock !== undefined,
        scopes: {
          listed: project.manifest.oauthScopes,
          granted: options.grantedScopes ?? project.manifest.oauthScopes,
        },
      }),
  );
  const sidebar = new Turnstile(limits.sidebarCallsAtOnce.value);
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
    broker.counters.executions++;
    const budgetMs = kind === 'cell' ? cellBudget : otherBudget;
    // A clock of its own counts the budget; then the thread's real time only ends what never asks the host for anything.
    const clocked = options.clock !== undefined;
    const id = broker.executions.open(name, kind, mode, clocked ? budgetMs : Number.POSITIVE_INFINITY);
    const realMs = clocked ? Math.max(budgetMs, limits.executionTime.value) : budgetMs;
    const anyCase = kind === 'cell';
    const outcome = await pool.run({ id, name, anyCase, mode, args: wire, budgetMs: realMs });
    // One that never got a thread, because the host was closed, ends here.
    broker.executions.finish(id, 'failure' in outcome ? outcome.failure : null);
    if ('failure' in outcome) throw new ScriptError(outcome.failure);
    return decodeValue(JSON.parse(outcome.value));
  };

  const customFunction = async (name: string, args: unknown[]): Promise<unknown> => {
    checkCellArguments(name, args);
    return cellResult(name, await execute(name, args, 'cell', 'CUSTOM_FUNCTION'));
  };
  const names = new Set(listFunctions(project.scripts).map((one) => one.name.toUpperCase()));

  const firing = new Firing(broker.triggers, broker.quotas, broker.clock, (handler, event) =>
    execute(handler, [event], 'trigger'),
  );

  return {
    customFunction,
    sheet: sheetView(broker.book, () => recalculate(broker.book, { names, run: customFunction })),
    run(name, args = [], mode = 'FULL') {
      const event = args.length === 0 && /^on(Open|Install|Edit)$/.test(name);
      return execute(name, event ? [{ authMode: mode }] : args, 'run', mode);
    },
    sidebarCall(name, args) {
      return sidebar.pass(async () => {
        const crossed = args.map((arg, i) => crossSidebar(arg, `Argument ${i + 1} of ${name}`));
        return crossSidebar(await execute(name, crossed, 'sidebar'), `The value returned by ${name}`);
      });
    },
    functions: async () => listFunctions(project.scripts),
    ui: () => broker.display.show(),
    cache: {
      inspect: (store) => broker.caches.inspect(store),
      clear: () => broker.caches.clear(),
      evict: (fraction) => broker.caches.evict(fraction),
    },
    properties: {
      document: propertyStore(broker, 'document'),
      script: propertyStore(broker, 'script'),
      user: propertyStore(broker, 'user'),
    },
    triggers: () => broker.triggers.list(),
    fireDue: () => firing.fireDue(),
    advance: (epochMilliseconds) => firing.advance(epochMilliseconds),
    triggerRuns: () => [...firing.runs],
    uninstall() {
      broker.triggers.clear();
      broker.display.clear();
    },
    executions: () => broker.executions.list(),
    kill: (execution) => broker.executions.kill(execution),
    consentAsked: () => structuredClone(broker.consentAsked),
    quotas: { used: () => broker.quotas.used(), add: (use) => broker.quotas.add(use) },
    counters: () => ({ ...broker.counters }),
    resetCounters() {
      broker.counters = zeroCounters();
    },
    log: () => [...broker.log],
    async close() {
      open = false;
      await pool.close();
      broker.close();
    },
  };
}

function encodeArguments(name: string, args: unknown[]): string {
  try {
    return JSON.stringify(args.map(encodeValue));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ScriptError({
      kind: 'type',
      message: `An argument of ${name} is ${error.message}, which cannot be passed.`,
    });
  }
}

function propertyStore(broker: Broker, store: StoreName): PropertyStore {
  const { properties } = broker;
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
