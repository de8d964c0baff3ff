import type { DocumentProperties } from '../protocol/document.ts';
import type { ScriptFailure } from '../protocol/errors.ts';
import type { SentMail } from '../protocol/host-calls.ts';
import { Spreadsheet } from '../spreadsheet/spreadsheet.ts';
import { Caches, Properties } from './cache-and-properties.ts';
import { type Counters, createCounters, type ServiceCounters } from './call-counters.ts';
import type { HostClock } from './clock.ts';
import { Executions, timeoutFailure } from './executions.ts';
import { Locks } from './locks.ts';
import type { GoogleAccounts } from './quotas.ts';
import { Triggers } from './triggers.ts';
import { UrlFetch } from './url-fetch.ts';
import { UserInterface } from './user-interface.ts';

export interface SharedStateSetup {
  clock: HostClock;
  random: () => number;
  cacheLoss: number;
  accounts: GoogleAccounts;
  allowlist: readonly string[] | null;
  origins: Readonly<Record<string, string>>;
  htmlFiles: ReadonlyMap<string, string>;
  document: DocumentProperties;
  scriptTimeZone: string;
}

export interface CallContext {
  execution: number;
  /** Aborted when the execution ends. */
  ended: AbortSignal;
}

const maxLogLines = 10_000;

/** State that all executions of a host share. */
export class SharedState {
  readonly clock: HostClock;
  readonly executions: Executions;
  readonly accounts: GoogleAccounts;
  readonly caches: Caches;
  readonly properties = new Properties();
  readonly locks: Locks;
  readonly book: Spreadsheet;
  readonly ui: UserInterface;
  readonly triggers: Triggers;
  readonly urlFetch: UrlFetch;
  readonly log: string[] = [];
  readonly mails: SentMail[] = [];
  /** The scopes of each request to the user. */
  readonly consentAsked: string[][] = [];
  counters: Counters = createCounters();

  constructor(setup: SharedStateSetup) {
    this.clock = setup.clock;
    this.executions = new Executions(setup.clock);
    this.accounts = setup.accounts;
    this.caches = new Caches(setup.clock.now, setup.random, setup.cacheLoss);
    this.locks = new Locks(setup.clock);
    this.book = new Spreadsheet({ ...setup.document });
    this.ui = new UserInterface(setup.htmlFiles);
    this.triggers = new Triggers(setup.clock, setup.random, setup.scriptTimeZone);
    this.urlFetch = new UrlFetch(setup.allowlist, setup.origins, () => this.counters, setup.clock);
  }

  count(caller: CallContext, counter: keyof ServiceCounters, by = 1): void {
    this.counters[counter] += by;
    this.executions.count(caller.execution, counter, by);
  }

  /** Waits by the host's clock. Kills the execution when its budget is used up. */
  async wait({ execution, ended }: CallContext, milliseconds: number): Promise<void> {
    const left = Math.max(0, this.executions.remainingMs(execution));
    await this.executions.suspend(execution, () => this.clock.sleep(Math.min(milliseconds, left), ended));
    if (milliseconds > left) this.executions.kill(execution, timeoutFailure);
  }

  writeLog(line: string): void {
    this.log.push(line);
    if (this.log.length > maxLogLines) this.log.shift();
  }

  endExecution(execution: number, failure: ScriptFailure | null): void {
    this.executions.finish(execution, failure);
    this.locks.endExecution(execution);
  }

  close(): void {
    this.urlFetch.close();
  }

  endOverdue({ execution }: CallContext): void {
    if (this.executions.remainingMs(execution) < 0) this.executions.kill(execution, timeoutFailure);
  }
}
