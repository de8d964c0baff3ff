import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { NOW, startTestSandbox } from '../sandbox.ts';
import { bodyOf, type Received, startReceiver } from './receiver.ts';

const SECONDS = Date.parse(NOW) / 1_000;
const HEADER = 'x-service-signature';

function mac(secret: string | Buffer, ...content: (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', secret);
  for (const part of content) hmac.update(part);
  return hmac.digest();
}

/** An independent version of each scheme, from its sender's description. */
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

  test('a delivery carries the signature of the received bytes', async () => {
    const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
    const { secret } = await sandbox.admin.webhooks.create({ url: receiver.url, manner: { scheme } });
    const [delivery] = await sandbox.admin.webhooks.send({ kind: 'newCitation' });
    const [got] = receiver.received;
    expect(got?.headers[HEADER]).toBe(got && BY_HAND[name]?.(secret, got));
    expect(delivery).toMatchObject({ state: 'delivered', scheme: name, nextAttemptAt: null });
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([204]);
  });

  test('while an old secret is valid, the header has both signatures, the new one first', async () => {
    const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
    const { webhooks } = sandbox.admin;
    const first = await webhooks.create({ url: receiver.url, manner: { scheme } });
    const second = await webhooks.rotate(first.id, { keepOldSeconds: 3_600 });
    expect(second).toMatchObject({ signingSecrets: 2 });
    expect(second.secret).not.toBe(first.secret);
    await webhooks.send({ kind: 'newCitation' });
    const [got] = receiver.received;
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
] as const)('the signature can be encoded as %s', async (encoding, written) => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { secret } = await sandbox.admin.webhooks.create({ url: receiver.url, manner: { encoding } });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  const [got] = receiver.received;
  expect(got?.headers[HEADER]).toBe(`sha256=${written(mac(secret, got?.body ?? ''))}`);
});

test('the scheme with the time in the body signs it in milliseconds', async () => {
  const [sandbox, receiver] = [await startTestSandbox(2), await startReceiver()];
  await sandbox.admin.webhooks.create({ url: receiver.url, manner: { scheme: 'linear' } });
  await sandbox.admin.webhooks.send({ kind: 'newCitation', timeShift: -600 });
  expect(bodyOf(receiver.received[0]).webhookTimestamp).toBe((SECONDS - 600) * 1_000);
});

test('refuses a secret that the scheme cannot decode', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { webhooks } = sandbox.admin;
  const plain = { url: receiver.url, secret: 'just some words' };
  await expect(webhooks.create({ ...plain, manner: { scheme: 'standard' } })).rejects.toThrow(
    '16 to 64 bytes',
  );
  await webhooks.create(plain);
  await expect(webhooks.send({ kind: 'newCitation', manner: { scheme: 'standard' } })).rejects.toThrow(
    '16 to 64 bytes',
  );
  expect(receiver.received).toEqual([]);
});
