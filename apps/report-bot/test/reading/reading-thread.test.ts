import { expect, test } from 'vitest';
import { Complaint } from '../../src/complaint.ts';
import { readingThread, UnfinishedReading } from '../../src/reading/reading-thread.ts';
import { slowAnalytics } from '../rig/slow-bodies.ts';

const slow = ['analytics', slowAnalytics, null] as const;
const quick = ['authority', '{"score":7,"scale":100}', { fields: { score: '/scale' } }] as const;
const read = { reading: { ok: true, value: { score: 100 } } };

test('a body is read as it is in this thread, with its mapping', async () => {
  const thread = readingThread();
  expect(await thread.run('readOrDraft', [...quick])).toMatchObject(read);
  const { reading, draft } = await thread.run('readOrDraft', ['authority', '{"x":7}', null]);
  expect(reading.ok).toBe(false);
  expect(draft?.endpoint).toBe('authority');
});

test('a reading beyond the deadline is ended, and the next body is read', async () => {
  const thread = readingThread(1_000);
  const [late, next] = [thread.run('readOrDraft', [...slow]), thread.run('readOrDraft', [...quick])];
  await expect(late).rejects.toMatchObject({
    name: 'UnfinishedReading',
    reason: 'it takes more than 1 s to read',
  });
  expect(await next).toMatchObject(read);
});

test('whoever is to end does not wait for a reading, and the next one has a thread of its own', async () => {
  const thread = readingThread();
  const ending = new AbortController();
  const under = thread.run('readOrDraft', [...slow], ending.signal);
  const after = thread.run('readOrDraft', [...slow], ending.signal);
  const timers = new Promise((done) => setTimeout(done, 0));
  await timers;
  ending.abort();
  for (const stopped of [under, after])
    await expect(stopped).rejects.toSatisfy(
      (thrown) => thrown instanceof Complaint && !(thrown instanceof UnfinishedReading),
    );
  expect(await thread.run('readOrDraft', [...quick])).toMatchObject(read);
});

test('a task that fails is told with its reason, and the thread goes on', async () => {
  const thread = readingThread();
  await expect(thread.run('recorded', [null as never])).rejects.toMatchObject({
    reason: expect.stringMatching(/^reading it failed \(TypeError/),
  });
  expect(await thread.run('readOrDraft', [...quick])).toMatchObject(read);
});
