import { expect, test } from 'vitest';
import { createWorkerThread, WorkerError } from '../../src/collect/worker-thread.ts';
import { UserError } from '../../src/system/errors.ts';
import { slowToRecognise } from '../support/slow-bodies.ts';

const slow = ['competitors', slowToRecognise] as const;
const recipe = { v: 1, kind: 'authority', whole: { score: '/scale number' } } as const;
const known = [{ recipe, status: 'configured', assumes: [], learntAt: 0 }] as const;
const quick = ['authority', [{ score: 7, scale: 100 }], known] as const;
const read = [{ ok: true, value: { score: 100 } }];

test('bodies are read by their recipe and recognised as in this thread', async () => {
  const thread = createWorkerThread();
  expect(await thread.run('readBodies', [...quick])).toMatchObject(read);
  expect(await thread.run('draftRecipes', ['authority', [{ score: 7, scale: 100 }]])).toMatchObject({
    clear: true,
    drafts: [{ readings: [{ ok: true, value: { score: 7 } }] }],
  });
});

test('a reading beyond the deadline is ended, and the next body is read', async () => {
  const thread = createWorkerThread(1_000);
  const [late, next] = [thread.run('draftRecipes', [...slow]), thread.run('readBodies', [...quick])];
  await expect(late).rejects.toMatchObject({
    name: 'WorkerError',
    reason: 'it takes more than 1 s to read',
  });
  expect(await next).toMatchObject(read);
});

test('whoever is to end does not wait for a reading, and the next one has a thread of its own', async () => {
  const thread = createWorkerThread();
  const shutdown = new AbortController();
  const under = thread.run('draftRecipes', [...slow], shutdown.signal);
  const after = thread.run('draftRecipes', [...slow], shutdown.signal);
  const timers = new Promise((done) => setTimeout(done, 0));
  await timers;
  shutdown.abort();
  for (const stopped of [under, after])
    await expect(stopped).rejects.toSatisfy(
      (thrown) => thrown instanceof UserError && !(thrown instanceof WorkerError),
    );
  expect(await thread.run('readBodies', [...quick])).toMatchObject(read);
});

test('reports a failed task with its reason, and runs the next one', async () => {
  const thread = createWorkerThread();
  await expect(thread.run('inspectAnswers', [null as never])).rejects.toMatchObject({
    reason: expect.stringMatching(/^reading it failed \(TypeError/),
  });
  expect(await thread.run('readBodies', [...quick])).toMatchObject(read);
});
