import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { DoneMessage, ExecuteMessage, ExecutorSetup, StrayMessage } from '../protocol.ts';
import { blockingCalls } from './blocking-calls.ts';
import { execute } from './execution.ts';

if (parentPort === null)
  throw new Error('thread.ts runs as a worker thread only: start it with startAppsScript.');
const port = parentPort;
const setup: ExecutorSetup = workerData;
const scripts = setup.files.map((file) => new vm.Script(file.code, { filename: file.name }));
const askBroker = blockingCalls(setup);

port.on('message', (message: ExecuteMessage) => {
  const done: DoneMessage = { id: message.id, outcome: execute(setup, scripts, message, askBroker) };
  port.postMessage(done);
});

// A promise that the script rejects and never handles would otherwise end the thread.
process.on('unhandledRejection', (reason) => {
  const stray: StrayMessage = { stray: `Unhandled rejection: ${describe(reason)}` };
  port.postMessage(stray);
});

function describe(reason: unknown): string {
  if (typeof reason !== 'object' || reason === null) return String(reason);
  const message: unknown = Reflect.get(reason, 'message');
  return typeof message === 'string' ? message : 'an object';
}
