import { receiveMessageOnPort } from 'node:worker_threads';
import type { CallMessage, ExecutorSetup, ReplyMessage } from '../protocol.ts';

/**
 * A call to the broker that blocks this thread until the answer is there. It has no deadline of its own: only the
 * execution's budget ends it, which a script cannot catch.
 */
export function blockingCalls(setup: ExecutorSetup): (execution: number, body: string) => string {
  const bell = new Int32Array(setup.bell);
  let sequence = 0;
  return (execution, body) => {
    const call: CallMessage = { execution, sequence: ++sequence, body };
    setup.calls.postMessage(call);
    for (;;) {
      // Read the bell before the port: a reply that arrives in between changes the bell and the wait returns at once.
      const heard = Atomics.load(bell, 0);
      const message = receiveMessageOnPort(setup.calls);
      if (message === undefined) {
        Atomics.wait(bell, 0, heard);
        continue;
      }
      const reply: ReplyMessage = message.message;
      // An older sequence answers an execution that was killed while it waited.
      if (reply.sequence === call.sequence) return reply.body;
    }
  };
}
