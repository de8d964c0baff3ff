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
  ReplyMessage,
} from '../protocol/thread-messages.ts';

/** The compiled `executor/thread.ts`; `build.ts` writes it. */
export const threadScript = new URL('../../dist/thread.mjs', import.meta.url);

/** The main thread's handle of a thread that runs one execution at a time. */
export class ExecutorThread {
  readonly #worker: Worker;
  readonly #calls: MessagePort;
  readonly #replyCount = new Int32Array(new SharedArrayBuffer(4));
  readonly #broker: Broker;
  #current: { id: number; end: AbortController; settle: (outcome: ExecutionOutcome) => void } | null = null;
  #alive = true;

  constructor(broker: Broker, setup: Omit<ExecutorSetup, 'calls' | 'replyCount'>) {
    this.#broker = broker;
    const { port1, port2 } = new MessageChannel();
    this.#calls = port1;
    this.#calls.on('message', (call: CallMessage) => void this.#answer(call));
    const workerData: ExecutorSetup = { ...setup, calls: port2, replyCount: this.#replyCount.buffer };
    this.#worker = new Worker(threadScript, {
      workerData,
      transferList: [port2],
      // Options of the process, such as a test runner's loaders, must not reach the thread.
      execArgv: [],
      // Memory exhaustion must end this execution only.
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    this.#worker.on('message', (done: DoneMessage | LogMessage) => {
      if ('line' in done) this.#broker.state.writeLog(done.line);
      else if (done.id === this.#current?.id) this.#finish(done.outcome);
    });
    this.#worker.on('error', (error) => this.#die(`The thread of the execution died: ${error.message}`));
    this.#worker.on('exit', () => this.#die('The execution was ended because the host was closed.'));
  }

  get alive(): boolean {
    return this.#alive;
  }

  run(message: ExecuteMessage): Promise<ExecutionOutcome> {
    return new Promise((settle) => {
      const stopped = this.#broker.state.executions.begin(message.id, (failure) => this.#kill(failure));
      if (stopped !== null) return settle({ failure: stopped });
      this.#current = { id: message.id, end: new AbortController(), settle };
      this.#worker.postMessage(message);
    });
  }

  async #answer(call: CallMessage): Promise<void> {
    const current = this.#current;
    // Calls and ends use two ports: a call may arrive after its execution was killed.
    if (current === null || current.id !== call.execution) return;
    const reply = await this.#broker.answer({ execution: current.id, ended: current.end.signal }, call.body);
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
    this.#broker.state.endExecution(current.id, 'failure' in outcome ? outcome.failure : null);
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

/** Starts up to `size` threads on demand and reuses them; further executions wait in order. */
export class ExecutorPool {
  readonly #idle: ExecutorThread[] = [];
  readonly #all = new Set<ExecutorThread>();
  readonly #semaphore: Semaphore;
  #closed = false;
  readonly #start: () => ExecutorThread;

  constructor(size: number, start: () => ExecutorThread) {
    this.#semaphore = new Semaphore(size);
    this.#start = start;
  }

  run(message: ExecuteMessage): Promise<ExecutionOutcome> {
    return this.#semaphore.run(async () => {
      if (this.#closed)
        return { failure: { kind: 'load', message: 'The host was closed before the execution began.' } };
      const thread = this.#take();
      const outcome = await thread.run(message);
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
    const started = this.#start();
    this.#all.add(started);
    return started;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((thread) => thread.close()));
  }
}
