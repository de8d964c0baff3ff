import vm from 'node:vm';
import { type HostCalls, type LocalCalls, type Reply, ServiceFault } from '../host-calls.ts';
import { limits } from '../limits.ts';
import type { ExecuteMessage, ExecutorSetup, Outcome } from '../protocol.ts';
import type { Invoker } from '../realm/invoker.ts';
import type { RealmFacts } from '../realm/kit.ts';
import type { Failure } from '../script-error.ts';
import { localCalls } from './local-calls.ts';
import { prelude } from './prelude.ts';

type Step = () => string;

const entryName = '\u0000entry';
// The entry leaves the global object before any script code runs.
const enter = new vm.Script(
  `(() => { const step = this['\\u0000entry']; delete this['\\u0000entry']; return step(); })()`,
  { filename: 'apps-script-entry.js' },
);

/** One execution from fresh context to outcome. The whole of it, loading included, shares one budget. */
export function execute(
  setup: ExecutorSetup,
  scripts: readonly vm.Script[],
  message: ExecuteMessage,
  askBroker: (execution: number, body: string) => string,
): Outcome {
  const deadline = performance.now() + message.budgetMs;
  const left = (): number => Math.max(1, Math.ceil(deadline - performance.now()));
  const realm = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
    microtaskMode: 'afterEvaluate',
  });
  const facts: RealmFacts = {
    mode: message.mode,
    scriptTimeZone: setup.scriptTimeZone,
    hostClock: setup.hostClock,
    hostDice: setup.hostDice,
    hostSleep: setup.hostSleep,
    scopes: setup.scopes,
    errorBodyShown: limits.errorBodyShown.value,
    validationList: limits.validationList.value,
  };
  const host = (body: string): string => answerLocally(body) ?? askBroker(message.id, body);
  const invoker: Invoker = prelude.runInContext(realm)(host, JSON.stringify(facts));
  const timed = (step: Step): string => {
    Object.defineProperty(realm, entryName, { value: step, configurable: true });
    return String(enter.runInContext(realm, { timeout: left() }));
  };
  try {
    for (const script of scripts) {
      try {
        script.runInContext(realm, { timeout: left() });
      } catch (thrown) {
        if (isTimeout(thrown)) throw thrown;
        const failure: Failure = JSON.parse(timed(() => invoker.describe(thrown)));
        return { failure: { ...failure, kind: failure.kind === 'thrown' ? 'load' : failure.kind } };
      }
    }
    return JSON.parse(timed(() => invoker.invoke(message.name, message.anyCase, message.args)));
  } catch (thrown) {
    if (!isTimeout(thrown)) throw thrown;
    return { failure: { kind: 'timeout', message: 'Exceeded maximum execution time' } };
  }
}

/** vm raises this error in the realm it interrupted, so it is no instance of this realm's Error. */
function isTimeout(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  return Reflect.get(thrown, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

function answerLocally(body: string): string | null {
  const [operation, ...args] = JSON.parse(body) as [keyof HostCalls, ...unknown[]];
  if (!Object.hasOwn(localCalls, operation)) return null;
  const call = localCalls[operation as keyof LocalCalls] as (...args: unknown[]) => unknown;
  let reply: Reply;
  try {
    reply = { value: call(...args) };
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    reply = { failure: { kind: 'thrown', message: error.message } };
  }
  return JSON.stringify(reply);
}
