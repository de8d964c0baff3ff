import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { NOW, started } from '../started.ts';
import { bodyOf, type Received, receiver } from './receiver.ts';

const SECONDS = Date.parse(NOW) / 1_000;

function fitsBody(secret: string, got: Received | undefined): boolean {
  const mac = createHmac('sha256', secret)
    .update(got?.body ?? '')
    .digest('hex');
  return got?.headers['x-service-signature'] === `sha256=${mac}`;
}

test('a delivery can be signed with a secret that nobody has', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { secret } = await sandbox.admin.webhooks.create({ url: place.url });
  await sandbox.admin.webhooks.send({ kind: 'newCitation', wrongSecret: true });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(place.received.map((got) => fitsBody(secret, got))).toEqual([false, true]);
});

test.each([-3_600, 3_600])('the signed time can be off by %i seconds', async (timeShift) => {
  const [sandbox, place] = [await started(1), await receiver()];
  await sandbox.admin.webhooks.create({ url: place.url, manner: { scheme: 'standard' } });
  await sandbox.admin.webhooks.send({ kind: 'newCitation', timeShift });
  expect(place.received[0]?.headers['webhook-timestamp']).toBe(String(SECONDS + timeShift));
});

test('one delivery can come several times under one id, and another event under the id of a former', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  await sandbox.admin.webhooks.create({ url: place.url });
  await sandbox.admin.webhooks.send({ kind: 'newCitation', id: 'dlv_twice', copies: 2 });
  await sandbox.admin.webhooks.send({ kind: 'backlinkVerified', id: 'dlv_twice' });
  expect(
    place.received.map((got) => [got.headers['x-service-delivery'], bodyOf(got).id, bodyOf(got).type]),
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
] as const)('the id can be told in: %s', async (ids, inHeader, inBody) => {
  const [sandbox, place] = [await started(1), await receiver()];
  await sandbox.admin.webhooks.create({ url: place.url, manner: { ids } });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  const [got] = place.received;
  expect([got?.headers['x-service-delivery'] !== undefined, 'id' in bodyOf(got)]).toEqual([inHeader, inBody]);
});

test('a body beyond ASCII and with a trailing newline is signed as the bytes that leave', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { secret } = await sandbox.admin.webhooks.create({ url: place.url });
  const website = sandbox.websites.find(({ name }) => name.includes('東京'))?.id ?? '';
  await sandbox.admin.webhooks.send({ kind: 'newCitation', website, trailingNewline: true });
  await sandbox.admin.webhooks.send({ kind: 'newCitation', website, escaped: true });
  const [plain, escaped] = place.received;
  expect(place.received.map((got) => fitsBody(secret, got))).toEqual([true, true]);
  expect(plain?.body.includes(Buffer.from('東京 🌿'))).toBe(true);
  expect(plain?.body.at(-1)).toBe(0x0a);
  expect(escaped?.body.every((byte) => byte < 0x80)).toBe(true);
  expect((bodyOf(escaped).data as { websiteName: string }).websiteName).toBe('Bücherei Groß 東京 🌿');
});

test('a captured delivery holds the url, the headers and the very bytes that came', async () => {
  const [sandbox, place] = [await started(2), await receiver()];
  await sandbox.admin.webhooks.create({ url: place.url, manner: { scheme: 'standard' } });
  const [delivery] = await sandbox.admin.webhooks.send({ kind: 'crawlComplete' });
  const capture = delivery?.attempts[0]?.capture;
  const [got] = place.received;
  expect(await sandbox.admin.webhooks.capture(delivery?.number ?? 0)).toEqual(capture);
  expect(capture).toMatchObject({ method: 'POST', url: place.url });
  expect(Buffer.from(capture?.bodyBase64 ?? '', 'base64')).toEqual(got?.body);
  for (const [name, value] of Object.entries(capture?.headers ?? {})) {
    expect(got?.headers[name.toLowerCase()]).toBe(value);
  }
});
