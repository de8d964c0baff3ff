import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Broker } from './broker/broker.ts';
import type {
  CallMessage,
  DoneMessage,
  ExecuteMessage,
  ExecutorSetup,
  Outcome,
  ReplyMessage,
  StrayMessage,
} from './protocol.ts';
import type { Failure } from './script-error.ts';

/** What a thread runs; `build.ts` makes it of `executor/thread.ts`. */
export const threadProgram = new URL('../dist/thread.mjs', import.meta.url);

/** A thread that runs one execution at a time; the main thread's end of it. */
export class ExecutorThread {
  readonly #worker: Worker;
  readonly #calls: MessagePort;
  readonly #bell = new Int32Array(new SharedArrayBuffer(4));
  readonly #broker: Broker;
  #current: { id: number; end: AbortController; settle: (outcome: Outcome) => void } | null = null;
  #alive = true;

  constructor(broker: Broker, setup: Omit<ExecutorSetup, 'calls' | 'bell'>) {
    this.#broker = broker;
    const { port1, port2 } = new MessageChannel();
    this.#calls = port1;
    this.#calls.on('message', (call: CallMessage) => void this.#answer(call));
    const workerData: ExecutorSetup = { ...setup, calls: port2, bell: this.#bell.buffer };
    this.#worker = new Worker(threadProgram, {
      workerData,
      transferList: [port2],
      // Options of the surrounding process, such as a test runner's loaders, must not reach the thread.
      execArgv: [],
      // An execution that allocates without end must end alone.
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    this.#worker.on('message', (done: DoneMessage | StrayMessage) => {
      if ('stray' in done) this.#broker.writeLog(done.stray);
      else if (done.id === this.#current?.id) this.#finish(done.outcome);
    });
    this.#worker.on('error', (error) => this.#die(`The thread of the execution died: ${error.message}`));
    this.#worker.on('exit', () => this.#die('The execution was ended because the host was closed.'));
  }

  get alive(): boolean {
    return this.#alive;
  }

  run(message: ExecuteMessage): Promise<Outcome> {
    return new Promise((settle) => {
      const stopped = this.#broker.executions.begin(message.id, (failure) => this.#kill(failure));
      if (stopped !== null) return settle({ failure: stopped });
      this.#current = { id: message.id, end: new AbortController(), settle };
      this.#worker.postMessage(message);
    });
  }

  async #answer(call: CallMessage): Promise<void> {
    const current = this.#current;
    // Calls and ends travel on two ports: a call may arrive after its execution was killed.
    if (current === null || current.id !== call.execution) return;
    const reply = await this.#broker.answer({ execution: current.id, ended: current.end.signal }, call.body);
    if (!this.#alive) return;
    const message: ReplyMessage = { sequence: call.sequence, body: JSON.stringify(reply) };
    this.#calls.postMessage(message);
    Atomics.add(this.#bell, 0, 1);
    Atomics.notify(this.#bell, 0);
  }

  #finish(outcome: Outcome): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    current.end.abort();
    this.#broker.endExecution(current.id, 'failure' in outcome ? outcome.failure : null);
    current.settle(outcome);
  }

  #die(message: string): void {
    this.#alive = false;
    this.#calls.close();
    this.#finish({ failure: { kind: 'thrown', message } });
  }

  /** The thread goes with the execution: nothing that the script catches or finishes runs any more. */
  #kill(failure: Failure): void {
    this.#alive = false;
    this.#calls.close();
    this.#finish({ failure });
    void this.#worker.terminate();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
