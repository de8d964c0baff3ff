import { expect, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { NOW, started } from '../started.ts';
import { receiver } from './receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('an answer other than 2xx is tried again at 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, then given up', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { webhooks } = sandbox.admin;
  place.answers.push(500, 301, 404, 429, 500, 503, 500);
  await webhooks.create({ url: place.url });
  const [first] = await webhooks.send({ kind: 'newCitation' });
  expect(first).toMatchObject({ state: 'waiting', nextAttemptAt: '2026-11-16T09:00:05.000Z' });
  const delays = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];
  for (const [i, delay] of delays.entries()) {
    await sandbox.admin.advanceClock(delay - 1);
    expect(place.received).toHaveLength(i + 1);
    await sandbox.admin.advanceClock(1);
    expect(place.received).toHaveLength(i + 2);
  }
  const [last] = await webhooks.deliveries();
  expect(last).toMatchObject({ state: 'failed', nextAttemptAt: null });
  expect(last?.attempts.map(({ status }) => status)).toEqual([500, 301, 404, 429, 500, 503, 500]);
  await sandbox.admin.advanceClock(1_000 * HOUR);
  expect(place.received).toHaveLength(7);
});

test('every attempt has the same id and body, and a signature of its own time', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  place.answers.push(500);
  await sandbox.admin.webhooks.create({ url: place.url, manner: { scheme: 'standard' } });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  await sandbox.admin.advanceClock(5_000);
  const [first, second] = place.received;
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(Number(second?.headers['webhook-timestamp']) - Number(first?.headers['webhook-timestamp'])).toBe(5);
  expect(second?.headers['x-service-signature']).not.toBe(first?.headers['x-service-signature']);
  expect((await sandbox.admin.webhooks.deliveries())[0]).toMatchObject({ state: 'delivered' });
});

test('no retries when the plan says none', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  place.answers.push(500);
  await sandbox.admin.webhooks.create({ url: place.url, manner: { retries: 'none' } });
  const [delivery] = await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(delivery).toMatchObject({ state: 'failed', nextAttemptAt: null });
});

test('410 ends the delivery and the endpoint', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { webhooks } = sandbox.admin;
  place.answers.push(410);
  await webhooks.create({ url: place.url });
  expect((await webhooks.send({ kind: 'newCitation' }))[0]).toMatchObject({ state: 'failed' });
  expect(await webhooks.list()).toMatchObject([{ active: false }]);
  expect(await webhooks.send({ kind: 'newCitation' })).toEqual([]);
});

test('a receiver that is not there is tried again, and a redirect is not followed', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { webhooks } = sandbox.admin;
  await webhooks.create({ url: 'http://127.0.0.1:1/nobody', manner: { retries: 'few' } });
  const [lost] = await webhooks.send({ kind: 'newCitation' });
  expect(lost).toMatchObject({ state: 'waiting' });
  expect(lost?.attempts[0]).toMatchObject({ status: null, error: expect.stringContaining('ECONNREFUSED') });
  place.answers.push(307);
  const { id } = await webhooks.create({ url: place.url });
  await webhooks.send({ kind: 'newCitation', endpoint: id });
  expect(place.received.map(({ url }) => url)).toEqual([place.url]);
});

test('with a running clock a retry comes by itself', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  place.answers.push(500);
  await sandbox.admin.webhooks.create({ url: place.url });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  await sandbox.admin.advanceClock(4_990);
  await sandbox.admin.runClock();
  await place.until(2);
  expect(place.received).toHaveLength(2);
});

test('an answer that breaks off after its status counts by the status, and a large one is not read to its end', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  place.bodies.push('x'.repeat(5_000_000), 'broken');
  await sandbox.admin.webhooks.create({ url: place.url });
  const [large] = await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(large).toMatchObject({ state: 'delivered', attempts: [{ status: 200, error: null }] });
  const [broken] = await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(broken).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 200, error: expect.any(String) }],
  });
});

test('a receiver that never answers is let go when the sandbox closes', async () => {
  const place = await receiver();
  place.bodies.push('silence');
  const sandbox = await startSandbox({ form: 1, now: NOW });
  const { id } = await sandbox.admin.webhooks.create({ url: place.url });
  const sending = sandbox.admin.webhooks.send({ kind: 'newCitation', endpoint: id });
  await place.until(1);
  await sandbox.close();
  expect(await sending).toMatchObject([
    { attempts: [{ status: null, error: expect.stringContaining('closed') }] },
  ]);
});

test('a replay is signed anew, or sent again byte for byte', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { webhooks } = sandbox.admin;
  await webhooks.create({ url: place.url, manner: { scheme: 'stripe' } });
  const [sent] = await webhooks.send({ kind: 'newCitation' });
  await sandbox.admin.advanceClock(1_000_000);
  await webhooks.replay(sent?.number ?? 0, { as: 'exact' });
  place.answers.push(500);
  const replayed = await webhooks.replay(sent?.number ?? 0);
  const [first, exact, signed] = place.received.map(({ headers, body }) => ({
    signature: headers['x-service-signature'],
    body: body.toString(),
  }));
  expect(exact).toEqual(first);
  expect(signed?.body).toBe(first?.body);
  expect(signed?.signature).not.toBe(first?.signature);
  expect(replayed).toMatchObject({ state: 'delivered', nextAttemptAt: null });
  expect(replayed.attempts.map(({ replay }) => replay)).toEqual([false, true, true]);
});

test('after a reset a delivery is sent though the one of its number before is still under way', async () => {
  const [sandbox, place] = [await started(2), await receiver()];
  const { webhooks } = sandbox.admin;
  place.bodies.push('silence');
  await webhooks.create({ url: place.url });
  const sending = webhooks.send({ kind: 'newCitation' });
  await place.until(1);
  await sandbox.admin.reset();
  await webhooks.create({ url: place.url });
  const [next] = await webhooks.send({ kind: 'crawlComplete' });
  expect(next).toMatchObject({ number: 1, kind: 'crawlComplete', state: 'delivered' });
  place.close();
  await sending;
  expect(await webhooks.deliveries()).toEqual([next]);
});

test('a delivery whose scheme cannot read the secret of a rotation has failed', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { webhooks } = sandbox.admin;
  place.answers.push(500);
  const { id } = await webhooks.create({ url: place.url });
  await webhooks.send({ kind: 'newCitation', manner: { scheme: 'standard' } });
  await webhooks.rotate(id, { secret: 'text and no base64', keepOldSeconds: 0 });
  await sandbox.admin.advanceClock(5_000);
  expect(await webhooks.deliveries()).toMatchObject([{ state: 'failed', nextAttemptAt: null }]);
  expect(place.received).toHaveLength(1);
});

test('a reset forgets the attempts that were due and not yet under way', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { webhooks } = sandbox.admin;
  place.answers.push(500, 500);
  await webhooks.create({ url: place.url });
  for (const kind of ['newCitation', 'backlinkVerified'] as const) await webhooks.send({ kind });
  place.bodies.push('silence');
  const moving = sandbox.admin.advanceClock(5_000);
  await place.until(3);
  await sandbox.admin.reset();
  place.close();
  await moving;
  expect(await webhooks.deliveries()).toEqual([]);
});
