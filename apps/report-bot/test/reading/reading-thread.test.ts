import { expect, test } from 'vitest';
import { Complaint } from '../../src/complaint.ts';
import { readingThread, UnfinishedReading } from '../../src/reading/reading-thread.ts';
import { slowToRecognise } from '../rig/slow-bodies.ts';

const slow = ['competitors', slowToRecognise] as const;
const recipe = { v: 1, kind: 'authority', whole: { score: '/scale number' } } as const;
const known = [{ recipe, status: 'configured', assumes: [], learntAt: 0 }] as const;
const quick = ['authority', [{ score: 7, scale: 100 }], known] as const;
const read = [{ ok: true, value: { score: 100 } }];

test('bodies are read by their recipe and recognised as in this thread', async () => {
  const thread = readingThread();
  expect(await thread.run('readings', [...quick])).toMatchObject(read);
  expect(await thread.run('recognised', ['authority', [{ score: 7, scale: 100 }]])).toMatchObject({
    clear: true,
    drafts: [{ readings: [{ ok: true, value: { score: 7 } }] }],
  });
});

test('a reading beyond the deadline is ended, and the next body is read', async () => {
  const thread = readingThread(1_000);
  const [late, next] = [thread.run('recognised', [...slow]), thread.run('readings', [...quick])];
  await expect(late).rejects.toMatchObject({
    name: 'UnfinishedReading',
    reason: 'it takes more than 1 s to read',
  });
  expect(await next).toMatchObject(read);
});

test('whoever is to end does not wait for a reading, and the next one has a thread of its own', async () => {
  const thread = readingThread();
  const ending = new AbortController();
  const under = thread.run('recognised', [...slow], ending.signal);
  const after = thread.run('recognised', [...slow], ending.signal);
  const timers = new Promise((done) => setTimeout(done, 0));
  await timers;
  ending.abort();
  for (const stopped of [under, after])
    await expect(stopped).rejects.toSatisfy(
      (thrown) => thrown instanceof Complaint && !(thrown instanceof UnfinishedReading),
    );
  expect(await thread.run('readings', [...quick])).toMatchObject(read);
});

test('a task that fails is told with its reason, and the thread goes on', async () => {
  const thread = readingThread();
  await expect(thread.run('recorded', [null as never])).rejects.toMatchObject({
    reason: expect.stringMatching(/^reading it failed \(TypeError/),
  });
  expect(await thread.run('readings', [...quick])).toMatchObject(read);
});
