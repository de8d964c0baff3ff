import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { NOW, startTestSandbox } from '../sandbox.ts';
import { bodyOf, type Received, startReceiver } from './receiver.ts';

const SECONDS = Date.parse(NOW) / 1_000;

function fitsBody(secret: string, got: Received | undefined): boolean {
  const mac = createHmac('sha256', secret)
    .update(got?.body ?? '')
    .digest('hex');
  return got?.headers['x-service-signature'] === `sha256=${mac}`;
}

test('wrongSecret signs with an unknown secret', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { secret } = await sandbox.admin.webhooks.create({ url: receiver.url });
  await sandbox.admin.webhooks.send({ kind: 'newCitation', wrongSecret: true });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(receiver.received.map((got) => fitsBody(secret, got))).toEqual([false, true]);
});

test.each([-3_600, 3_600])('timeShift moves the signed time by %i seconds', async (timeShift) => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  await sandbox.admin.webhooks.create({ url: receiver.url, manner: { scheme: 'standard' } });
  await sandbox.admin.webhooks.send({ kind: 'newCitation', timeShift });
  expect(receiver.received[0]?.headers['webhook-timestamp']).toBe(String(SECONDS + timeShift));
});

test('copies repeats an id, and another event can reuse it', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  await sandbox.admin.webhooks.create({ url: receiver.url });
  await sandbox.admin.webhooks.send({ kind: 'newCitation', id: 'dlv_twice', copies: 2 });
  await sandbox.admin.webhooks.send({ kind: 'backlinkVerified', id: 'dlv_twice' });
  expect(
    receiver.received.map((got) => [got.headers['x-service-delivery'], bodyOf(got).id, bodyOf(got).type]),
  ).toEqual([
    ['dlv_twice', 'dlv_twice', 'citation.new'],
    ['dlv_twice', 'dlv_twice', 'citation.new'],
    ['dlv_twice', 'dlv_twice', 'backlink.verified'],
  ]);
});

test.each([
  ['header', true, false],
  ['body', false, true],
  ['both', true, true],
  ['none', false, false],
] as const)('the receiver of the id can be %s', async (ids, inHeader, inBody) => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  await sandbox.admin.webhooks.create({ url: receiver.url, manner: { ids } });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  const [got] = receiver.received;
  expect([got?.headers['x-service-delivery'] !== undefined, 'id' in bodyOf(got)]).toEqual([inHeader, inBody]);
});

test('signs the sent bytes of a body with non-ASCII characters and a trailing newline', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { secret } = await sandbox.admin.webhooks.create({ url: receiver.url });
  const website = sandbox.websites.find(({ name }) => name.includes('東京'))?.id ?? '';
  await sandbox.admin.webhooks.send({ kind: 'newCitation', website, trailingNewline: true });
  await sandbox.admin.webhooks.send({ kind: 'newCitation', website, escaped: true });
  const [plain, escaped] = receiver.received;
  expect(receiver.received.map((got) => fitsBody(secret, got))).toEqual([true, true]);
  expect(plain?.body.includes(Buffer.from('東京 🌿'))).toBe(true);
  expect(plain?.body.at(-1)).toBe(0x0a);
  expect(escaped?.body.every((byte) => byte < 0x80)).toBe(true);
  expect((bodyOf(escaped).data as { websiteName: string }).websiteName).toBe('Bücherei Groß 東京 🌿');
});

test('a captured delivery has the received url, headers and bytes', async () => {
  const [sandbox, receiver] = [await startTestSandbox(2), await startReceiver()];
  await sandbox.admin.webhooks.create({ url: receiver.url, manner: { scheme: 'standard' } });
  const [delivery] = await sandbox.admin.webhooks.send({ kind: 'crawlComplete' });
  const capture = delivery?.attempts[0]?.capture;
  const [got] = receiver.received;
  expect(await sandbox.admin.webhooks.capture(delivery?.number ?? 0)).toEqual(capture);
  expect(capture).toMatchObject({ method: 'POST', url: receiver.url });
  expect(Buffer.from(capture?.bodyBase64 ?? '', 'base64')).toEqual(got?.body);
  for (const [name, value] of Object.entries(capture?.headers ?? {})) {
    expect(got?.headers[name.toLowerCase()]).toBe(value);
  }
});
