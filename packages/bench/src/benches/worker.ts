import { once } from 'node:events';
import { openAnswershare } from '../contenders/answershare.ts';
import { createFolderCache } from '../contenders/caches.ts';
import { answershare, libraries } from '../contenders/libraries.ts';
import { countOutcomes, runWithTimeout } from '../instruments/measure.ts';
import type { WorkerMessage, WorkerTask } from './worker-pool.ts';

const [message] = await once(process, 'message');
const task = message as WorkerTask;
const library = libraries.find(({ name }) => name === task.library);
if (!library) throw new Error(`There is no client "${task.library}".`);
const client =
  library === answershare
    ? openAnswershare(task.target, await createFolderCache(task.folder))
    : await library.open(task.target, task.tuned);
const report = (what: WorkerMessage): void => void process.send?.(what);

report({ ready: true });
await once(process, 'message');
const outcomes = await Promise.all(
  Array.from({ length: task.lookups }, () =>
    runWithTimeout((signal) => client.lookup(task.question, signal), 20_000),
  ),
);
report({ found: countOutcomes(outcomes).value });
await client.close();
process.disconnect();
