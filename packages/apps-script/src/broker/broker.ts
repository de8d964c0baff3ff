import { type BrokerCalls, type DocumentFacts, type Reply, ServiceFault } from '../host-calls.ts';
import { Spreadsheet } from '../spreadsheet/spreadsheet.ts';
import { Caches } from './cache.ts';
import { type Counters, zeroCounters } from './counters.ts';
import { Locks } from './locks.ts';
import { Properties } from './properties.ts';
import { Display } from './screen.ts';
import { type SheetCalls, sheetCalls, sheetCount } from './sheet-calls.ts';
import { Triggers } from './triggers.ts';
import { UrlFetch } from './url-fetch.ts';

export interface BrokerSetup {
  now: () => number;
  random: () => number;
  cacheLoss: number;
  allowlist: readonly string[] | null;
  origins: Readonly<Record<string, string>>;
  htmlFiles: ReadonlyMap<string, string>;
  document: DocumentFacts;
}

export interface Caller {
  execution: number;
  /** Aborted when the execution ends, so that nothing goes on in its name. */
  ended: AbortSignal;
}

type Handlers = {
  [Op in keyof BrokerCalls]: (
    caller: Caller,
    ...args: Parameters<BrokerCalls[Op]>
  ) => ReturnType<BrokerCalls[Op]> | Promise<ReturnType<BrokerCalls[Op]>>;
};

const logLinesKept = 10_000;

/** All that executions of one host share. It never blocks: waiting executions wait in their own threads. */
export class Broker {
  readonly caches: Caches;
  readonly properties = new Properties();
  readonly display: Display;
  readonly triggers = new Triggers();
  readonly book: Spreadsheet;
  readonly log: string[] = [];
  counters: Counters = zeroCounters();
  readonly #locks = new Locks();
  readonly #urlFetch: UrlFetch;
  readonly #handlers: Handlers;

  constructor(setup: BrokerSetup) {
    this.caches = new Caches(setup.now, setup.random, setup.cacheLoss);
    this.book = new Spreadsheet({ ...setup.document });
    this.display = new Display(setup.htmlFiles);
    this.#urlFetch = new UrlFetch(setup.allowlist, setup.origins, () => this.counters);
    this.#handlers = this.#build(setup);
  }

  /** Always answers: what the script did wrong and what broke here both come back as a failure. */
  async answer(caller: Caller, body: string): Promise<Reply> {
    const [operation, ...args] = JSON.parse(body) as [keyof BrokerCalls, ...unknown[]];
    const handler = this.#handlers[operation] as (caller: Caller, ...args: unknown[]) => unknown;
    try {
      return { value: await handler(caller, ...args) };
    } catch (error) {
      if (error instanceof ServiceFault) return { failure: { kind: 'thrown', message: error.message } };
      const message = `The local Apps Script failed in ${operation}: ${String(error)}`;
      return { failure: { kind: 'thrown', message } };
    }
  }

  writeLog(line: string): void {
    this.log.push(line);
    if (this.log.length > logLinesKept) this.log.shift();
  }

  endExecution(execution: number): void {
    this.#locks.endExecution(execution);
  }

  close(): void {
    this.#urlFetch.close();
  }

  #sheetHandlers(): { [Op in keyof SheetCalls]: Handlers[Op] } {
    const handlers = Object.entries(sheetCalls(this.book)).map(([operation, work]) => [
      operation,
      (_: Caller, ...args: unknown[]) => {
        const counter = sheetCount(operation);
        if (counter !== null) this.counters[counter]++;
        return Reflect.apply(work, null, args);
      },
    ]);
    return Object.fromEntries(handlers);
  }

  #build(setup: BrokerSetup): Handlers {
    const { caches, properties, display } = this;
    const locks = this.#locks;
    const count = (name: keyof Counters): void => {
      this.counters[name]++;
    };
    return {
      'clock.now': () => setup.now(),
      'clock.random': () => setup.random(),
      'fetch.send': (caller, requests) => this.#urlFetch.send(requests, caller.ended),
      'cache.get': (_, store, keys) => {
        count('cacheGets');
        return caches.get(store, keys);
      },
      'cache.put': (_, store, entries, seconds) => {
        count('cachePuts');
        return caches.put(store, entries, seconds);
      },
      'cache.remove': (_, store, keys) => caches.remove(store, keys),
      'properties.read': (_, store, key) => {
        count('propertyReads');
        return properties.read(store, key);
      },
      'properties.write': (_, store, entries, clearFirst) => {
        count('propertyWrites');
        return properties.write(store, entries, clearFirst);
      },
      'properties.remove': (_, store, key) => {
        count('propertyWrites');
        return properties.remove(store, key);
      },
      'lock.acquire': (caller, store, milliseconds) => {
        count('locks');
        return locks.acquire(caller.execution, store, milliseconds);
      },
      'lock.release': (caller, store) => {
        locks.release(caller.execution, store);
        return null;
      },
      'lock.held': (caller, store) => locks.held(caller.execution, store),
      ...this.#sheetHandlers(),
      'ui.menu': (_, menu) => display.menu(menu),
      'ui.sidebar': (_, title, html) => display.sidebar(title, html),
      'ui.alert': (_, title, prompt) => display.alert(title, prompt),
      'html.file': (_, name) => display.file(name),
      'trigger.create': (_, handler, schedule) => this.triggers.create(handler, schedule),
      'trigger.list': () => this.triggers.list(),
      'trigger.remove': (_, id) => this.triggers.remove(id),
      'log.line': (_, line) => {
        this.writeLog(line);
        return null;
      },
    };
  }
}
