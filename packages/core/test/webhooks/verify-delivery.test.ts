import { describe, expect, it } from 'vitest';
import { type SignatureScheme, verifyDelivery, type WebhookDelivery } from '../../src/webhooks.ts';
import { body, hmac, now, schemes, secretFor, sent, sentSeconds } from './sender.ts';

const named = Object.entries(schemes) as readonly (readonly [string, SignatureScheme])[];
const verify = (
  scheme: SignatureScheme,
  delivery: WebhookDelivery,
  secrets = [secretFor(scheme)],
  at = now,
): unknown => verifyDelivery(scheme, secrets, delivery, at, hmac);

describe.each(named)('verifyDelivery with the scheme %s', (_name, scheme) => {
  it('accepts what its sender signed, in any case of header names', () => {
    expect(verify(scheme, sent(scheme))).toMatchObject({ ok: true, secret: 0 });
    const delivery = sent(scheme);
    const headers = Object.fromEntries(
      Object.entries(delivery.headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(verify(scheme, { ...delivery, headers })).toMatchObject({ ok: true });
  });

  it('accepts bodies with non-ASCII letters and a final newline, as bytes', () => {
    for (const other of [`${body}\n`, '{"q":"日本語 😀"}', '\ufeff{"a":1}'])
      expect(verify(scheme, sent(scheme, { body: other }))).toMatchObject({ ok: true });
    const raw = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect(verify(scheme, sent(scheme, { body: raw }))).toMatchObject({ ok: true });
  });
});

const without = (delivery: WebhookDelivery, name: string): WebhookDelivery => ({
  ...delivery,
  headers: Object.fromEntries(Object.entries(delivery.headers).filter(([one]) => one !== name)),
});
const having = (delivery: WebhookDelivery, name: string, value: string): WebhookDelivery => ({
  ...delivery,
  headers: { ...delivery.headers, [name]: value },
});

const { standard, stripe, github, shopify, square } = schemes;
const header = 'x-service-signature';
const linear: SignatureScheme = {
  ...github,
  form: 'plain',
  timestamp: { from: 'body', field: 'webhookTimestamp', unit: 'ms' },
};

const refusals: readonly (readonly [string, () => unknown, string])[] = [
  ['no secret', () => verify(github, sent(github), []), 'misconfigured'],
  ['four secrets', () => verify(github, sent(github), ['a', 'b', 'c', 'd']), 'misconfigured'],
  ['an empty secret', () => verify(github, sent(github, { secrets: ['x'] }), ['']), 'misconfigured'],
  ['a secret of another writing', () => verify(standard, sent(standard), ['no prefix']), 'misconfigured'],
  [
    'a compressed body',
    () => verify(github, having(sent(github), 'content-encoding', 'gzip')),
    'encoded-body',
  ],
  ['an empty body', () => verify(github, sent(github, { body: '' })), 'not-an-object'],
  ['a list', () => verify(github, sent(github, { body: '[{}]' })), 'not-an-object'],
  ['one brace', () => verify(github, sent(github, { body: '{' })), 'not-an-object'],
  ['no signature', () => verify(github, without(sent(github), header)), 'no-signature'],
  ['an empty signature', () => verify(github, having(sent(github), header, '')), 'no-signature'],
  [
    'a signature without its prefix',
    () => verify(github, having(sent(github), header, 'sha1=00')),
    'malformed-signature',
  ],
  [
    'nine signatures',
    () => verify(shopify, sent(shopify, { secrets: [...'12345678', secretFor(shopify)] })),
    'malformed-signature',
  ],
  ['a short signature', () => verify(github, having(sent(github), header, 'sha256=00ff')), 'no-match'],
  ['no time header', () => verify(standard, without(sent(standard), 'webhook-timestamp')), 'no-timestamp'],
  [
    'a time that is no integer',
    () => verify(standard, having(sent(standard), 'webhook-timestamp', '1795251600.5')),
    'malformed-timestamp',
  ],
  [
    'two time headers',
    () => verify(standard, having(sent(standard), 'Webhook-Timestamp', String(sentSeconds))),
    'malformed-timestamp',
  ],
  [
    'a time twice in the signature',
    () => verify(stripe, having(sent(stripe), header, `t=${sentSeconds},${sent(stripe).headers[header]}`)),
    'no-timestamp',
  ],
  ['no id', () => verify(standard, without(sent(standard), 'webhook-id')), 'no-id'],
  ['an id with a full stop', () => verify(standard, sent(standard, { id: 'msg.1' })), 'malformed-id'],
  [
    'no address',
    () => {
      const { headers, body: bytes } = sent(square);
      return verify(square, { headers, body: bytes });
    },
    'no-url',
  ],
  [
    'an empty address',
    () => verify(square, { ...sent({ ...square, content: '{body}' }), url: '' }),
    'no-url',
  ],
  ['no time in the body', () => verify(linear, sent(linear)), 'no-timestamp'],
  [
    'an old time in the body',
    () => verify(linear, sent(linear, { body: `{"webhookTimestamp":${now - 301_000}}` })),
    'too-old',
  ],
];

it.each(refusals)('verifyDelivery refuses %s', (_name, verified, reason) => {
  expect(verified()).toMatchObject({ ok: false, reason });
});

it('verifyDelivery accepts a fresh time in the body', () => {
  const delivery = sent(linear, { body: `{"webhookTimestamp":${now}}` });
  expect(verify(linear, delivery)).toMatchObject({ ok: true, sentAt: now });
});

it('verifyDelivery distinguishes a signed time and body from a signed body', () => {
  const both = Buffer.from(`${sentSeconds}.${body}`);
  const signature = Buffer.from(hmac(Buffer.from(secretFor(shopify)), both)).toString('base64');
  expect(verify(shopify, { headers: { [header]: signature }, body: both })).toMatchObject({
    ok: false,
    reason: 'not-an-object',
  });
});

it('verifyDelivery computes one MAC for each secret, for any number of signatures', () => {
  const secrets = ['first', 'second', 'third'];
  const counted = (signer: string): number => {
    let macs = 0;
    const counting = (key: Uint8Array, data: Uint8Array): Uint8Array => {
      macs++;
      return hmac(key, data);
    };
    const delivery = sent(github, { secrets: ['x', signer, 'y'] });
    verifyDelivery(github, secrets, delivery, now, counting);
    return macs;
  };
  expect([...secrets, 'stranger'].map(counted)).toEqual([3, 3, 3, 3]);
});

it('verifyDelivery names no secret and no signature', () => {
  const secret = 'canary-secret-0123456789';
  for (const [, scheme] of named) {
    const delivery = sent(scheme, { secrets: ['other'] });
    const text = JSON.stringify(verify(scheme, delivery, [secret]));
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[0-9a-f]{64}|[A-Za-z0-9+/]{43}/);
  }
});
