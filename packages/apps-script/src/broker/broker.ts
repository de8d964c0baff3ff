import type { Clock } from '../clock/clock.ts';
import { type BrokerCalls, type DocumentFacts, type Reply, ServiceFault } from '../host-calls.ts';
import type { Failure } from '../script-error.ts';
import { Spreadsheet } from '../spreadsheet/spreadsheet.ts';
import { Caches } from './cache.ts';
import { type Counters, counterOf, type ServiceCounters, zeroCounters } from './counters.ts';
import { Executions, overdue } from './executions.ts';
import { Locks } from './locks.ts';
import { Properties } from './properties.ts';
import { type Account, Quotas } from './quotas.ts';
import { Display } from './screen.ts';
import type { Latency, ServiceCall } from './service-call.ts';
import { type Handlers, serviceCalls } from './service-calls.ts';
import { Triggers } from './triggers.ts';
import { UrlFetch } from './url-fetch.ts';

export interface BrokerSetup {
  clock: Clock;
  random: () => number;
  cacheLoss: number;
  account: Account | null;
  allowlist: readonly string[] | null;
  origins: Readonly<Record<string, string>>;
  htmlFiles: ReadonlyMap<string, string>;
  document: DocumentFacts;
  scriptTimeZone: string;
  onCall: ((call: ServiceCall) => void | Promise<void>) | null;
  latencyMs: Latency;
}

export interface Caller {
  execution: number;
  /** Aborted when the execution ends, so that nothing goes on in its name. */
  ended: AbortSignal;
}

const logLinesKept = 10_000;

/** All that executions of one host share. It never blocks: waiting executions wait in their own threads. */
export class Broker {
  readonly clock: Clock;
  readonly executions: Executions;
  readonly quotas: Quotas;
  readonly caches: Caches;
  readonly properties = new Properties();
  readonly locks: Locks;
  readonly book: Spreadsheet;
  readonly display: Display;
  readonly triggers: Triggers;
  readonly urlFetch: UrlFetch;
  readonly log: string[] = [];
  /** The scopes that the script asked the user for, one list each time. */
  readonly consentAsked: string[][] = [];
  counters: Counters = zeroCounters();
  readonly #onCall: BrokerSetup['onCall'];
  readonly #latencyMs: Latency;
  readonly #handlers: Handlers;

  constructor(setup: BrokerSetup) {
    this.clock = setup.clock;
    this.executions = new Executions(setup.clock);
    this.quotas = new Quotas(setup.account, setup.clock);
    this.caches = new Caches(setup.clock.now, setup.random, setup.cacheLoss);
    this.locks = new Locks(setup.clock);
    this.book = new Spreadsheet({ ...setup.document });
    this.display = new Display(setup.htmlFiles);
    this.triggers = new Triggers(setup.clock, setup.random, setup.scriptTimeZone);
    this.urlFetch = new UrlFetch(setup.allowlist, setup.origins, () => this.counters, setup.clock);
    this.#onCall = setup.onCall;
    this.#latencyMs = setup.latencyMs;
    this.#handlers = serviceCalls(this, setup.random);
  }

  /** Always answers: what the script did wrong and what broke here both come back as a failure. */
  async answer(caller: Caller, body: string): Promise<Reply> {
    const [operation, ...args] = JSON.parse(body) as [keyof BrokerCalls, ...unknown[]];
    const handler = this.#handlers[operation] as (caller: Caller, ...args: unknown[]) => unknown;
    const service = !/^(clock|log)\./.test(operation);
    try {
      if (service && this.#onCall !== null) {
        const { execution } = caller;
        await this.#onCall({ execution, name: this.executions.name(execution), operation });
      }
      this.#endOverdue(caller);
      if (caller.ended.aborted) return { failure: overdue };
      const counter = counterOf(operation);
      if (counter !== undefined) this.count(caller, counter);
      const value = await handler(caller, ...args);
      const travel = this.#latencyMs[operation] ?? 0;
      if (travel > 0) await this.wait(caller, travel);
      this.#endOverdue(caller);
      return { value };
    } catch (error) {
      if (error instanceof ServiceFault) return { failure: { kind: 'thrown', message: error.message } };
      const message = `The local Apps Script failed in ${operation}: ${String(error)}`;
      return { failure: { kind: 'thrown', message } };
    }
  }

  count(caller: Caller, counter: keyof ServiceCounters, by = 1): void {
    this.counters[counter] += by;
    this.executions.count(caller.execution, counter, by);
  }

  /** Waits by the host's clock, at most until the execution's budget is used up, which ends it. */
  async wait({ execution, ended }: Caller, milliseconds: number): Promise<void> {
    const left = Math.max(0, this.executions.left(execution));
    await this.executions.rest(execution, () => this.clock.sleep(Math.min(milliseconds, left), ended));
    if (milliseconds > left) this.executions.kill(execution, overdue);
  }

  writeLog(line: string): void {
    this.log.push(line);
    if (this.log.length > logLinesKept) this.log.shift();
  }

  endExecution(execution: number, failure: Failure | null): void {
    this.executions.finish(execution, failure);
    this.locks.endExecution(execution);
  }

  close(): void {
    this.urlFetch.close();
  }

  #endOverdue({ execution }: Caller): void {
    if (this.executions.left(execution) < 0) this.executions.kill(execution, overdue);
  }
}
