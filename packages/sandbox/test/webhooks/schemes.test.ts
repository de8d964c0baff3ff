import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { NOW, started } from '../started.ts';
import { bodyOf, type Received, receiver } from './receiver.ts';

const SECONDS = Date.parse(NOW) / 1_000;
const HEADER = 'x-service-signature';

function mac(secret: string | Buffer, ...content: (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', secret);
  for (const part of content) hmac.update(part);
  return hmac.digest();
}

/** Each scheme told once more by hand, from its sender's description. */
const BY_HAND: Record<string, (secret: string, got: Received) => string> = {
  github: (secret, { body }) => `sha256=${mac(secret, body).toString('hex')}`,
  linear: (secret, { body }) => mac(secret, body).toString('hex'),
  shopify: (secret, { body }) => mac(secret, body).toString('base64'),
  square: (secret, { url, body }) => mac(secret, url, body).toString('base64'),
  standard: (secret, { headers, body }) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${mac(key, `${headers['webhook-id']}.${SECONDS}.`, body).toString('base64')}`;
  },
  stripe: (secret, { body }) => `t=${SECONDS},v1=${mac(secret, `${SECONDS}.`, body).toString('hex')}`,
  slack: (secret, { body }) => `v0=${mac(secret, `v0:${SECONDS}:`, body).toString('hex')}`,
  paddle: (secret, { body }) => `ts=${SECONDS};h1=${mac(secret, `${SECONDS}:`, body).toString('hex')}`,
  ansvisor: (secret, { body }) => `sha256=${mac(secret, `${SECONDS}000.`, body).toString('hex')}`,
};

describe.each(Object.keys(BY_HAND))('%s', (name) => {
  const scheme = name as 'github';

  test('a delivery over a socket carries the signature of the very bytes that came', async () => {
    const [sandbox, place] = [await started(1), await receiver()];
    const { secret } = await sandbox.admin.webhooks.create({ url: place.url, manner: { scheme } });
    const [delivery] = await sandbox.admin.webhooks.send({ kind: 'newCitation' });
    const [got] = place.received;
    expect(got?.headers[HEADER]).toBe(got && BY_HAND[name]?.(secret, got));
    expect(delivery).toMatchObject({ state: 'delivered', scheme: name, nextAttemptAt: null });
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([204]);
  });

  test('while an old secret still signs, both signatures stand in the header, the new one first', async () => {
    const [sandbox, place] = [await started(1), await receiver()];
    const { webhooks } = sandbox.admin;
    const first = await webhooks.create({ url: place.url, manner: { scheme } });
    const second = await webhooks.rotate(first.id, { keepOldSeconds: 3_600 });
    expect(second).toMatchObject({ signingSecrets: 2 });
    expect(second.secret).not.toBe(first.secret);
    await webhooks.send({ kind: 'newCitation' });
    const [got] = place.received;
    if (got === undefined) throw new Error('Nothing was delivered.');
    const [fresh, old] = [second, first].map(({ secret }) => BY_HAND[name]?.(secret, got) ?? '');
    const macs = [fresh, old].map(
      (text) => text?.replace(/^(v1,|v0=|sha256=|t=\d+,v1=|ts=\d+;h1=)/, '') ?? '',
    );
    const places = macs.map((text) => got.headers[HEADER]?.indexOf(text) ?? -1);
    expect(places.every((at) => at >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));

    await sandbox.admin.advanceClock(3_600_000);
    expect((await webhooks.list())[0]).toMatchObject({ signingSecrets: 1 });
  });
});

test.each([
  ['hex', (bytes: Buffer) => bytes.toString('hex')],
  ['hexUpper', (bytes: Buffer) => bytes.toString('hex').toUpperCase()],
  ['base64', (bytes: Buffer) => bytes.toString('base64')],
  ['base64url', (bytes: Buffer) => bytes.toString('base64url')],
] as const)('the signature can be written as %s', async (encoding, written) => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { secret } = await sandbox.admin.webhooks.create({ url: place.url, manner: { encoding } });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  const [got] = place.received;
  expect(got?.headers[HEADER]).toBe(`sha256=${written(mac(secret, got?.body ?? ''))}`);
});

test('the scheme that keeps its time in the body signs it there, in milliseconds', async () => {
  const [sandbox, place] = [await started(2), await receiver()];
  await sandbox.admin.webhooks.create({ url: place.url, manner: { scheme: 'linear' } });
  await sandbox.admin.webhooks.send({ kind: 'newCitation', timeShift: -600 });
  expect(bodyOf(place.received[0]).webhookTimestamp).toBe((SECONDS - 600) * 1_000);
});

test('a secret that a scheme cannot read is refused when it is given', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { webhooks } = sandbox.admin;
  const plain = { url: place.url, secret: 'just some words' };
  await expect(webhooks.create({ ...plain, manner: { scheme: 'standard' } })).rejects.toThrow(
    '16 to 64 bytes',
  );
  await webhooks.create(plain);
  await expect(webhooks.send({ kind: 'newCitation', manner: { scheme: 'standard' } })).rejects.toThrow(
    '16 to 64 bytes',
  );
  expect(place.received).toEqual([]);
});
