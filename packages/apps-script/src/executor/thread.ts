import vm from 'node:vm';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type {
  CallMessage,
  DoneMessage,
  ExecuteMessage,
  ExecutorSetup,
  LogMessage,
  ProjectSetup,
  ReplyMessage,
} from '../protocol/thread-messages.ts';
import { execute, type LoadedProject } from './execution.ts';

/**
 * Calls the broker and blocks this thread until the reply. Only the execution's budget ends it, which a script cannot
 * catch.
 */
export function createBlockingCall(setup: ExecutorSetup): (execution: number, body: string) => string {
  const replyCount = new Int32Array(setup.replyCount);
  let sequence = 0;
  return (execution, body) => {
    const call: CallMessage = { execution, sequence: ++sequence, body };
    setup.calls.postMessage(call);
    for (;;) {
      // Read the count before the port: a reply in between changes it, so the wait returns at once.
      const count = Atomics.load(replyCount, 0);
      const message = receiveMessageOnPort(setup.calls);
      if (message === undefined) {
        Atomics.wait(replyCount, 0, count);
        continue;
      }
      const reply: ReplyMessage = message.message;
      // An older sequence belongs to a killed execution.
      if (reply.sequence === call.sequence) return reply.body;
    }
  };
}

if (parentPort === null)
  throw new Error('thread.ts runs as a worker thread only: start it with startAppsScript.');
const port = parentPort;
const askBroker = createBlockingCall(workerData);

/** Compiles the files that differ from those of the last project. */
function load(setup: ProjectSetup, last: LoadedProject | null): LoadedProject {
  const scripts = setup.files.map((file) => {
    const known = last?.setup.files.findIndex(({ name, code }) => name === file.name && code === file.code);
    return last?.scripts[known ?? -1] ?? new vm.Script(file.code, { filename: file.name });
  });
  return { setup, scripts };
}

let project: LoadedProject | null = null;
port.on('message', (message: ProjectSetup | ExecuteMessage) => {
  if ('files' in message) {
    project = load(message, project);
    return;
  }
  if (project === null) throw new Error('The thread got an execution before its project.');
  const done: DoneMessage = { id: message.id, outcome: execute(project, message, askBroker) };
  // Unhandled rejections are reported first: afterwards the thread may belong to another host.
  setImmediate(() => port.postMessage(done));
});

// An unhandled rejection of the script would end the thread.
process.on('unhandledRejection', (reason) => {
  const stray: LogMessage = { line: `Unhandled rejection: ${describe(reason)}` };
  port.postMessage(stray);
});

function describe(reason: unknown): string {
  if (typeof reason !== 'object' || reason === null) return String(reason);
  const message: unknown = Reflect.get(reason, 'message');
  return typeof message === 'string' ? message : 'an object';
}
