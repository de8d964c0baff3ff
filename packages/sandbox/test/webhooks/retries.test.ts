import { expect, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { NOW, startTestSandbox } from '../sandbox.ts';
import { startReceiver } from './receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('retries after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, then fails', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { webhooks } = sandbox.admin;
  receiver.answers.push(500, 301, 404, 429, 500, 503, 500);
  await webhooks.create({ url: receiver.url });
  const [first] = await webhooks.send({ kind: 'newCitation' });
  expect(first).toMatchObject({ state: 'waiting', nextAttemptAt: '2026-11-16T09:00:05.000Z' });
  const delays = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];
  for (const [i, delay] of delays.entries()) {
    await sandbox.admin.advanceClock(delay - 1);
    expect(receiver.received).toHaveLength(i + 1);
    await sandbox.admin.advanceClock(1);
    expect(receiver.received).toHaveLength(i + 2);
  }
  const [last] = await webhooks.deliveries();
  expect(last).toMatchObject({ state: 'failed', nextAttemptAt: null });
  expect(last?.attempts.map(({ status }) => status)).toEqual([500, 301, 404, 429, 500, 503, 500]);
  await sandbox.admin.advanceClock(1_000 * HOUR);
  expect(receiver.received).toHaveLength(7);
});

test('every attempt has the same id and body and signs its own time', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  receiver.answers.push(500);
  await sandbox.admin.webhooks.create({ url: receiver.url, manner: { scheme: 'standard' } });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  await sandbox.admin.advanceClock(5_000);
  const [first, second] = receiver.received;
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(Number(second?.headers['webhook-timestamp']) - Number(first?.headers['webhook-timestamp'])).toBe(5);
  expect(second?.headers['x-service-signature']).not.toBe(first?.headers['x-service-signature']);
  expect((await sandbox.admin.webhooks.deliveries())[0]).toMatchObject({ state: 'delivered' });
});

test('the plan none makes no retries', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  receiver.answers.push(500);
  await sandbox.admin.webhooks.create({ url: receiver.url, manner: { retries: 'none' } });
  const [delivery] = await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(delivery).toMatchObject({ state: 'failed', nextAttemptAt: null });
});

test('410 fails the delivery and disables the endpoint', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { webhooks } = sandbox.admin;
  receiver.answers.push(410);
  await webhooks.create({ url: receiver.url });
  expect((await webhooks.send({ kind: 'newCitation' }))[0]).toMatchObject({ state: 'failed' });
  expect(await webhooks.list()).toMatchObject([{ active: false }]);
  expect(await webhooks.send({ kind: 'newCitation' })).toEqual([]);
});

test('retries an unreachable receiver and follows no redirect', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { webhooks } = sandbox.admin;
  await webhooks.create({ url: 'http://127.0.0.1:1/nobody', manner: { retries: 'few' } });
  const [lost] = await webhooks.send({ kind: 'newCitation' });
  expect(lost).toMatchObject({ state: 'waiting' });
  expect(lost?.attempts[0]).toMatchObject({ status: null, error: expect.stringContaining('ECONNREFUSED') });
  receiver.answers.push(307);
  const { id } = await webhooks.create({ url: receiver.url });
  await webhooks.send({ kind: 'newCitation', endpoint: id });
  expect(receiver.received.map(({ url }) => url)).toEqual([receiver.url]);
});

test('with a running clock, a timer starts the retry', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  receiver.answers.push(500);
  await sandbox.admin.webhooks.create({ url: receiver.url });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  await sandbox.admin.advanceClock(4_990);
  await sandbox.admin.runClock();
  await receiver.until(2);
  expect(receiver.received).toHaveLength(2);
});

test('keeps the status of a response that breaks off, and stops reading a large one', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  receiver.bodies.push('x'.repeat(5_000_000), 'broken');
  await sandbox.admin.webhooks.create({ url: receiver.url });
  const [large] = await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(large).toMatchObject({ state: 'delivered', attempts: [{ status: 200, error: null }] });
  const [broken] = await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(broken).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 200, error: expect.any(String) }],
  });
});

test('closing the sandbox ends the wait for a receiver', async () => {
  const receiver = await startReceiver();
  receiver.bodies.push('silence');
  const sandbox = await startSandbox({ form: 1, now: NOW });
  const { id } = await sandbox.admin.webhooks.create({ url: receiver.url });
  const sending = sandbox.admin.webhooks.send({ kind: 'newCitation', endpoint: id });
  await receiver.until(1);
  await sandbox.close();
  expect(await sending).toMatchObject([
    { attempts: [{ status: null, error: expect.stringContaining('closed') }] },
  ]);
});

test('a replay has a new signature or the same bytes', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { webhooks } = sandbox.admin;
  await webhooks.create({ url: receiver.url, manner: { scheme: 'stripe' } });
  const [sent] = await webhooks.send({ kind: 'newCitation' });
  await sandbox.admin.advanceClock(1_000_000);
  await webhooks.replay(sent?.number ?? 0, { as: 'exact' });
  receiver.answers.push(500);
  const replayed = await webhooks.replay(sent?.number ?? 0);
  const [first, exact, signed] = receiver.received.map(({ headers, body }) => ({
    signature: headers['x-service-signature'],
    body: body.toString(),
  }));
  expect(exact).toEqual(first);
  expect(signed?.body).toBe(first?.body);
  expect(signed?.signature).not.toBe(first?.signature);
  expect(replayed).toMatchObject({ state: 'delivered', nextAttemptAt: null });
  expect(replayed.attempts.map(({ replay }) => replay)).toEqual([false, true, true]);
});

test('after a reset, sends a delivery while one of the same number is in flight', async () => {
  const [sandbox, receiver] = [await startTestSandbox(2), await startReceiver()];
  const { webhooks } = sandbox.admin;
  receiver.bodies.push('silence');
  await webhooks.create({ url: receiver.url });
  const sending = webhooks.send({ kind: 'newCitation' });
  await receiver.until(1);
  await sandbox.admin.reset();
  await webhooks.create({ url: receiver.url });
  const [next] = await webhooks.send({ kind: 'crawlComplete' });
  expect(next).toMatchObject({ number: 1, kind: 'crawlComplete', state: 'delivered' });
  receiver.close();
  await sending;
  expect(await webhooks.deliveries()).toEqual([next]);
});

test('a delivery fails if its scheme cannot decode a rotated secret', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { webhooks } = sandbox.admin;
  receiver.answers.push(500);
  const { id } = await webhooks.create({ url: receiver.url });
  await webhooks.send({ kind: 'newCitation', manner: { scheme: 'standard' } });
  await webhooks.rotate(id, { secret: 'text and no base64', keepOldSeconds: 0 });
  await sandbox.admin.advanceClock(5_000);
  expect(await webhooks.deliveries()).toMatchObject([{ state: 'failed', nextAttemptAt: null }]);
  expect(receiver.received).toHaveLength(1);
});

test('a reset drops the attempts that are due', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { webhooks } = sandbox.admin;
  receiver.answers.push(500, 500);
  await webhooks.create({ url: receiver.url });
  for (const kind of ['newCitation', 'backlinkVerified'] as const) await webhooks.send({ kind });
  receiver.bodies.push('silence');
  const moving = sandbox.admin.advanceClock(5_000);
  await receiver.until(3);
  await sandbox.admin.reset();
  receiver.close();
  await moving;
  expect(await webhooks.deliveries()).toEqual([]);
});
