import { createHash, createHmac, randomUUID } from 'node:crypto';
import { TextDecoder } from 'node:util';
import vm from 'node:vm';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ScriptFailure } from '../protocol/errors.ts';
import { ServiceFault } from '../protocol/errors.ts';
import type { HostCalls, LocalCalls, Reply } from '../protocol/host-calls.ts';
import { checkSleepTime, limits } from '../protocol/limits.ts';
import type {
  ExecuteMessage,
  ExecutionOutcome,
  ProjectSetup,
  RealmFacts,
} from '../protocol/thread-messages.ts';
import type { Invoker } from '../realm/create-runtime.ts';
import { prelude } from './prelude.ts';

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64');

function createDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    throw new ServiceFault(`Invalid argument: charset ${charset}`);
  }
}

function encodeText(text: string, charset: string): Buffer {
  const name = charset.toLowerCase().replace('_', '-');
  if (name === 'utf-8') return Buffer.from(text, 'utf8');
  if (name === 'us-ascii') return Buffer.from(text.replace(/[^\0-\x7f]/gu, '?'), 'latin1');
  throw new ServiceFault(`Invalid argument: charset ${charset}`);
}

function gunzip(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed);
  } catch {
    throw new ServiceFault('Could not decompress gzip.');
  }
}

/** Functions of the machine that share no state between executions. */
const localCalls: LocalCalls = {
  'text.decode': (base64, charset) => createDecoder(charset.replace('_', '-')).decode(fromBase64(base64)),
  'text.encode': (text, charset) => encodeText(text, charset).toString('base64'),
  'bytes.of': (base64) => [...new Int8Array(fromBase64(base64))],
  'bytes.pack': (bytes) => Buffer.from(Int8Array.from(bytes).buffer).toString('base64'),
  'hash.digest': (algorithm, base64) => createHash(algorithm).update(fromBase64(base64)).digest('base64'),
  'hash.hmac': (algorithm, base64, keyBase64) =>
    createHmac(algorithm, fromBase64(keyBase64)).update(fromBase64(base64)).digest('base64'),
  'gzip.pack': (base64) => gzipSync(fromBase64(base64)).toString('base64'),
  'gzip.unpack': (base64) => gunzip(fromBase64(base64)).toString('base64'),
  'uuid.make': () => randomUUID(),
  'thread.sleep': (milliseconds) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, checkSleepTime(milliseconds));
    return null;
  },
};

type Step = () => string;

const entryProperty = '\u0000entry';
// Removes the entry from the global object before script code runs.
const entryScript = new vm.Script(
  `(() => { const step = this['\\u0000entry']; delete this['\\u0000entry']; return step(); })()`,
  { filename: 'apps-script-entry.js' },
);

export interface LoadedProject {
  readonly setup: ProjectSetup;
  /** Compiled from the setup's files. */
  readonly scripts: readonly vm.Script[];
}

/** Runs one execution in a new context. One budget covers all of it, loading included. */
export function execute(
  { setup, scripts }: LoadedProject,
  message: ExecuteMessage,
  askBroker: (execution: number, body: string) => string,
): ExecutionOutcome {
  const deadline = performance.now() + message.budgetMs;
  const realm = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
    microtaskMode: 'afterEvaluate',
  });
  const facts: RealmFacts = {
    mode: message.mode,
    scriptTimeZone: setup.scriptTimeZone,
    activeUser: message.activeUser,
    hasEditor: message.hasEditor,
    isMachineZone: setup.isMachineZone,
    hostClock: setup.hostClock,
    hostRandom: setup.hostRandom,
    hostSleep: setup.hostSleep,
    scopes: setup.scopes,
    errorBodyShown: limits.errorBodyShown.value,
    validationList: limits.validationList.value,
  };
  const ask = rememberTime((body) => askBroker(message.id, body));
  const host = (body: string): string => callLocally(body) ?? ask(body);
  const invoker: Invoker = prelude.runInContext(realm)(host, JSON.stringify(facts));
  const step: Step = () => {
    for (const script of scripts) {
      try {
        script.runInContext(realm);
      } catch (thrown) {
        const failure: ScriptFailure = JSON.parse(invoker.describe(thrown));
        return JSON.stringify({
          failure: { ...failure, kind: failure.kind === 'thrown' ? 'load' : failure.kind },
        });
      }
    }
    return invoker.invoke(message.name, message.anyCase, message.args);
  };
  Object.defineProperty(realm, entryProperty, { value: step, configurable: true });
  try {
    // The end of the budget cannot be caught, neither by the script nor by the step.
    const timeout = Math.max(1, Math.ceil(deadline - performance.now()));
    return JSON.parse(String(entryScript.runInContext(realm, { timeout })));
  } catch (thrown) {
    if (!isTimeout(thrown)) throw thrown;
    return { failure: { kind: 'timeout', message: 'Exceeded maximum execution time' } };
  }
}

/** The host's clock is asked once per millisecond between two other calls: scripts read it thousands of times. */
function rememberTime(askBroker: (body: string) => string): (body: string) => string {
  let known: { readonly reply: string; readonly until: number } | null = null;
  return (body) => {
    if (body !== '["clock.now"]') {
      known = null;
      return askBroker(body);
    }
    const asked = performance.now();
    if (known === null || asked >= known.until) known = { reply: askBroker(body), until: asked + 1 };
    return known.reply;
  };
}

/** vm creates this error in the interrupted realm, so it is not an instance of this realm's Error. */
function isTimeout(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  return Reflect.get(thrown, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

function callLocally(body: string): string | null {
  // Most calls are the broker's: only its name is read here.
  const operation = body.slice(2, body.indexOf('"', 2));
  if (!Object.hasOwn(localCalls, operation)) return null;
  const call = localCalls[operation as keyof LocalCalls] as (...args: unknown[]) => unknown;
  const [, ...args] = JSON.parse(body) as [keyof HostCalls, ...unknown[]];
  let reply: Reply;
  try {
    const value = call(...args);
    // JSON of a long text takes longer than most of these calls: it stays plain, after a character no JSON begins with.
    if (typeof value === 'string') return `=${value}`;
    reply = { value };
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    reply = { failure: { kind: 'thrown', message: error.message } };
  }
  return JSON.stringify(reply);
}
