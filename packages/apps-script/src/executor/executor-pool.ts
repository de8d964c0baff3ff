import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Broker } from '../broker/broker.ts';
import type { ScriptFailure } from '../protocol/errors.ts';
import type {
  CallMessage,
  DoneMessage,
  ExecuteMessage,
  ExecutionOutcome,
  ExecutorSetup,
  LogMessage,
  ProjectSetup,
  ReplyMessage,
} from '../protocol/thread-messages.ts';

/** The compiled `executor/thread.ts`; `build.ts` writes it. */
export const threadScript = new URL('../../dist/thread.mjs', import.meta.url);

interface CurrentExecution {
  readonly broker: Broker;
  /** The broker's. */
  readonly id: number;
  /** The thread's. */
  readonly count: number;
  readonly end: AbortController;
  readonly settle: (outcome: ExecutionOutcome) => void;
}

/** The main thread's handle of a thread that runs one execution at a time, of one host after another. */
class ExecutorThread {
  readonly #worker: Worker;
  readonly #calls: MessagePort;
  readonly #replyCount = new Int32Array(new SharedArrayBuffer(4));
  #count = 0;
  #current: CurrentExecution | null = null;
  #alive = true;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#calls = port1;
    this.#calls.on('message', (call: CallMessage) => void this.#answer(call));
    const workerData: ExecutorSetup = { calls: port2, replyCount: this.#replyCount.buffer };
    this.#worker = new Worker(threadScript, {
      workerData,
      transferList: [port2],
      // Options of the process, such as a test runner's loaders, must not reach the thread.
      execArgv: [],
      // Memory exhaustion must end this execution only.
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    this.#worker.on('message', (done: DoneMessage | LogMessage) => {
      if ('line' in done) this.#current?.broker.state.writeLog(done.line);
      else if (done.id === this.#current?.count) this.#finish(done.outcome);
    });
    this.#worker.on('error', (error) => this.#die(`The thread of the execution died: ${error.message}`));
    this.#worker.on('exit', () => this.#die('The execution was ended because the host was closed.'));
  }

  get alive(): boolean {
    return this.#alive;
  }

  get busy(): boolean {
    return this.#current !== null;
  }

  /** Takes the thread for a host: it keeps the process running. */
  load(project: ProjectSetup): void {
    this.#worker.ref();
    this.#calls.ref();
    this.#worker.postMessage(project);
  }

  /** Lets the process end. */
  release(): void {
    this.#worker.unref();
    this.#calls.unref();
  }

  run(broker: Broker, { id, ...execution }: ExecuteMessage): Promise<ExecutionOutcome> {
    return new Promise((settle) => {
      const stopped = broker.state.executions.begin(id, (failure) => this.#kill(failure));
      if (stopped !== null) return settle({ failure: stopped });
      const count = ++this.#count;
      this.#current = { broker, id, count, end: new AbortController(), settle };
      const message: ExecuteMessage = { id: count, ...execution };
      this.#worker.postMessage(message);
    });
  }

  async #answer(call: CallMessage): Promise<void> {
    const current = this.#current;
    // Calls and ends use two ports: a call may arrive after its execution was killed.
    if (current === null || current.count !== call.execution) return;
    const reply = await current.broker.answer(
      { execution: current.id, ended: current.end.signal },
      call.body,
    );
    if (!this.#alive) return;
    const message: ReplyMessage = { sequence: call.sequence, body: JSON.stringify(reply) };
    this.#calls.postMessage(message);
    Atomics.add(this.#replyCount, 0, 1);
    Atomics.notify(this.#replyCount, 0);
  }

  #finish(outcome: ExecutionOutcome): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    current.end.abort();
    current.broker.state.endExecution(current.id, 'failure' in outcome ? outcome.failure : null);
    current.settle(outcome);
  }

  #die(message: string): void {
    this.#alive = false;
    this.#calls.close();
    this.#finish({ failure: { kind: 'thrown', message } });
  }

  /** Terminates the thread, so that no code of the script runs any more. */
  #kill(failure: ScriptFailure): void {
    this.#alive = false;
    this.#calls.close();
    this.#finish({ failure });
    void this.#worker.terminate();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Runs up to `size` tasks at once; others wait in order of arrival. */
export class Semaphore {
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(size: number) {
    this.#size = size;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#size) this.#running++;
    else await new Promise<void>((enter) => this.#waiting.push(enter));
    try {
      return await task();
    } finally {
      // The slot goes to the next waiting task, so that a new task cannot take it in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

/** Threads of closed hosts: a new one takes longer than most executions. */
const freeThreads: ExecutorThread[] = [];
const maxFree = 8;

/** The executions of one host, on up to `size` threads at once; further executions wait in order. */
export class ExecutorPool {
  readonly #broker: Broker;
  readonly #project: ProjectSetup;
  readonly #idle: ExecutorThread[] = [];
  readonly #all = new Set<ExecutorThread>();
  readonly #semaphore: Semaphore;
  #closed = false;

  constructor(broker: Broker, project: ProjectSetup, size: number) {
    this.#broker = broker;
    this.#project = project;
    this.#semaphore = new Semaphore(size);
  }

  run(message: ExecuteMessage): Promise<ExecutionOutcome> {
    return this.#semaphore.run(async () => {
      if (this.#closed)
        return { failure: { kind: 'load', message: 'The host was closed before the execution began.' } };
      const thread = this.#take();
      const outcome = await thread.run(this.#broker, message);
      if (thread.alive) this.#idle.push(thread);
      else this.#all.delete(thread);
      return outcome;
    });
  }

  #take(): ExecutorThread {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.alive) return idle;
      this.#all.delete(idle);
    }
    const thread = takeFree() ?? new ExecutorThread();
    thread.load(this.#project);
    this.#all.add(thread);
    return thread;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const threads = [...this.#all];
    // A second close must not free a thread again: two executions would get it, and one never ends.
    this.#all.clear();
    await Promise.all(threads.map(closeOrFree));
  }
}

function takeFree(): ExecutorThread | undefined {
  for (let free = freeThreads.pop(); free !== undefined; free = freeThreads.pop())
    if (free.alive) return free;
  return undefined;
}

async function closeOrFree(thread: ExecutorThread): Promise<void> {
  if (thread.busy || !thread.alive || freeThreads.length >= maxFree) return thread.close();
  thread.release();
  freeThreads.push(thread);
}
