import type { AuthMode } from '../protocol/authorization.ts';
import type { Selection } from '../protocol/document.ts';
import type { ScriptFailure } from '../protocol/errors.ts';
import { createServiceCounters, type ServiceCounters } from './call-counters.ts';
import type { HostClock } from './clock.ts';

/** One execution with its counters, as in Apps Script's list of executions. */
export interface ExecutionView {
  readonly id: number;
  /** The called function. */
  readonly name: string;
  readonly kind: 'cell' | 'run' | 'sidebar' | 'trigger';
  /** Of custom functions, shortened; of sidebar calls the plain words only: other values may hold a key. */
  readonly args: readonly string[];
  readonly mode: AuthMode;
  readonly state: 'waiting' | 'running' | 'completed' | 'failed' | 'timed out' | 'killed';
  /** Epoch milliseconds by the host's clock; null = not yet. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly counters: Readonly<ServiceCounters>;
  /** The error message; null = none. */
  readonly failure: string | null;
}

type Execution = { -readonly [Field in keyof ExecutionView]: ExecutionView[Field] } & {
  counters: ServiceCounters;
  budgetMs: number;
  calculated: Selection | null;
  user: string;
  /** Ends the execution at once. Set while it runs. */
  end: ((failure: ScriptFailure) => void) | null;
  /** Set if the execution was killed before it began. */
  stopped: ScriptFailure | null;
};

const maxKept = 10_000;

/** Google's message in a cell whose execution was lost (public reports). */
const lostFailure: ScriptFailure = {
  kind: 'killed',
  message: 'Internal error executing the custom function.',
};
export const timeoutFailure: ScriptFailure = { kind: 'timeout', message: 'Exceeded maximum execution time' };

/** A range as its size, another value as JSON of at most 60 characters. */
function shortenArgument(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} × ${Array.isArray(value[0]) ? value[0].length : 1} cells`;
  const text = JSON.stringify(value) ?? '';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** A name such as `insertReport`; no key is one. */
const isPlainWord = (value: unknown): boolean =>
  typeof value === 'string' && /^[a-z]{1,20}([A-Z][a-z]{1,20}){0,3}$/.test(value);

function describeArguments(kind: ExecutionView['kind'], args: readonly unknown[]): string[] {
  if (kind === 'cell') return args.map(shortenArgument);
  return kind === 'sidebar' ? args.filter(isPlainWord).map(shortenArgument) : [];
}

/** All executions of a host. */
export class Executions {
  readonly #all = new Map<number, Execution>();
  readonly #active = new Set<number>();
  readonly #clock: HostClock;
  #lastId = 0;

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** `budgetMs` is by the host's clock. */
  register(
    run: Pick<Execution, 'name' | 'kind' | 'mode' | 'budgetMs' | 'calculated' | 'user'>,
    args: readonly unknown[],
  ): number {
    const id = ++this.#lastId;
    const execution: Execution = {
      ...run,
      id,
      args: describeArguments(run.kind, args),
      state: 'waiting',
      startedAt: null,
      endedAt: null,
      counters: createServiceCounters(),
      failure: null,
      end: null,
      stopped: null,
    };
    this.#all.set(id, execution);
    if (this.#all.size > maxKept) for (const old of this.#all.keys()) if (this.#forget(old)) break;
    return id;
  }

  /** Starts an execution on a thread. Returns a failure if it was killed while it waited. */
  begin(id: number, end: (failure: ScriptFailure) => void): ScriptFailure | null {
    const execution = this.#all.get(id);
    if (execution === undefined) return null;
    if (execution.stopped !== null) {
      this.#close(execution, execution.stopped);
      return execution.stopped;
    }
    Object.assign(execution, { state: 'running', startedAt: this.#clock.now(), end });
    this.#setActive(id, true);
    return null;
  }

  finish(id: number, failure: ScriptFailure | null): void {
    const execution = this.#all.get(id);
    if (execution === undefined || execution.endedAt !== null) return;
    this.#close(execution, failure);
    this.#setActive(id, false);
  }

  /** False = it had ended. */
  kill(id: number, failure: ScriptFailure = lostFailure): boolean {
    const execution = this.#all.get(id);
    if (execution === undefined || execution.endedAt !== null) return false;
    execution.stopped = failure;
    execution.end?.(failure);
    return true;
  }

  count(id: number, counter: keyof ServiceCounters, by: number): void {
    const counters = this.#all.get(id)?.counters;
    if (counters !== undefined) counters[counter] += by;
  }

  /** The cell that a custom function calculates. */
  calculated(id: number): Selection | null {
    return this.#all.get(id)?.calculated ?? null;
  }

  /** Its quotas count, and its triggers are listed. */
  user(id: number): string {
    return this.#all.get(id)?.user ?? '';
  }

  name(id: number): string {
    return this.#all.get(id)?.name ?? '';
  }

  /** Remaining milliseconds by the host's clock; negative = budget exceeded. */
  remainingMs(id: number): number {
    const execution = this.#all.get(id);
    if (execution === undefined || execution.startedAt === null) return Number.POSITIVE_INFINITY;
    return execution.startedAt + execution.budgetMs - this.#clock.now();
  }

  /** Runs `wait` without counting the execution as active. */
  async suspend<T>(id: number, wait: () => Promise<T>): Promise<T> {
    this.#setActive(id, false);
    try {
      return await wait();
    } finally {
      this.#setActive(id, this.#all.get(id)?.state === 'running');
    }
  }

  /** The latest `count`, oldest first. */
  list(count: number = maxKept): ExecutionView[] {
    return [...this.#all.values()].slice(-count).map((one) => {
      const { id, name, kind, args, mode, state, startedAt, endedAt, failure } = one;
      return {
        id,
        name,
        kind,
        args,
        mode,
        state,
        startedAt,
        endedAt,
        counters: { ...one.counters },
        failure,
      };
    });
  }

  #close(execution: Execution, failure: ScriptFailure | null): void {
    const states = { timeout: 'timed out', killed: 'killed' } as const;
    execution.state =
      failure === null ? 'completed' : failure.kind in states ? states[failure.kind as 'killed'] : 'failed';
    Object.assign(execution, { endedAt: this.#clock.now(), failure: failure?.message ?? null, end: null });
  }

  #setActive(id: number, active: boolean): void {
    if (active) this.#active.add(id);
    else this.#active.delete(id);
    this.#clock.working?.(this.#active.size);
  }

  #forget(id: number): boolean {
    return this.#all.get(id)?.endedAt != null && this.#all.delete(id);
  }
}
