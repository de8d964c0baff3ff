import { expect, it } from 'vitest';
import {
  diagnoseDelivery,
  type SignatureScheme,
  verifyDelivery,
  type WebhookDelivery,
} from '../../src/webhooks.ts';
import { body, hmac, now, schemes, secretFor, sent, sentSeconds } from './sender.ts';

const named = Object.entries(schemes) as readonly (readonly [string, SignatureScheme])[];
const header = 'x-service-signature';

it.each(named)('diagnoseDelivery finds the scheme %s in a delivery, ready for settings', (_name, scheme) => {
  const delivery = sent(scheme);
  const secret = secretFor(scheme);
  const found = diagnoseDelivery(delivery, ['another secret', secret], hmac, now);
  if (!found.ok) throw new Error(found.reason);
  expect(found).toMatchObject({ scheme, secret: 1 });
  expect(found.warnings.some((words) => /signs no time/.test(words))).toBe(scheme.timestamp === null);
  expect(verifyDelivery(found.scheme, ['another secret', secret], delivery, now, hmac)).toMatchObject(
    scheme.key === 'utf8' ? { ok: true, secret: 1 } : { ok: false, reason: 'misconfigured' },
  );
  const none = diagnoseDelivery(delivery, ['canary-secret-0123456789'], hmac, now);
  expect(none).toMatchObject({ ok: false, near: [] });
  expect(JSON.stringify(none)).not.toMatch(/canary|[0-9a-f]{64}|[A-Za-z0-9+/]{43}/);
});

it.each(['hex', 'base64'] as const)('diagnoseDelivery reads a secret written in %s', (key) => {
  const secret = Buffer.alloc(24, 0xc3).toString(key);
  const scheme: SignatureScheme = { ...schemes.github, key };
  expect(diagnoseDelivery(sent(scheme, { secrets: [secret] }), [secret], hmac, now)).toMatchObject({
    ok: true,
    scheme,
  });
});

it.each(['base64', 'base64url'] as const)(
  'diagnoseDelivery distinguishes %s by padding and alphabet',
  (encoding) => {
    const scheme: SignatureScheme = { ...schemes.shopify, encoding };
    for (const id of 'abcdefgh') {
      const delivery = sent(scheme, { body: `{"id":"${id}"}` });
      expect(diagnoseDelivery(delivery, [secretFor(scheme)], hmac, now)).toMatchObject({
        ok: true,
        scheme: { encoding },
      });
    }
  },
);

it('diagnoseDelivery reads a secret without its prefix', () => {
  const bare = secretFor(schemes.standard).slice('whsec_'.length);
  expect(diagnoseDelivery(sent(schemes.standard), [bare], hmac, now)).toMatchObject({
    ok: true,
    scheme: { key: 'base64' },
  });
});

it('diagnoseDelivery proposes the time in the body if a field states the sending time', () => {
  const delivery = sent(schemes.linear, { body: `{"type":"crawl.complete","webhookTimestamp":${now}}` });
  expect(diagnoseDelivery(delivery, [secretFor(schemes.linear)], hmac, now)).toMatchObject({
    ok: true,
    scheme: { timestamp: { from: 'body', field: 'webhookTimestamp', unit: 'ms' } },
    warnings: [],
  });
});

it('diagnoseDelivery reports the age of a delivery that fits', () => {
  const found = (at: number): unknown =>
    diagnoseDelivery(sent(schemes.stripe), [secretFor(schemes.stripe)], hmac, at);
  expect(found((sentSeconds + 7200) * 1000)).toMatchObject({
    ok: true,
    warnings: [expect.stringContaining('its time is 2 h before the time of receipt')],
  });
  expect(found((sentSeconds - 600) * 1000)).toMatchObject({
    ok: true,
    warnings: [expect.stringContaining('its time is 10 min after the time of receipt')],
  });
});

it('diagnoseDelivery finds the id and the time among headers with similar names', () => {
  const delivery = sent(schemes.standard);
  const headers: Record<string, string> = {
    'x-delivery-id': 'proxy-7',
    'x-timestamp': '1700000000',
    ...delivery.headers,
  };
  const renamed = { ...headers, 'x-sent-id': headers['webhook-id'] ?? '', 'webhook-id': 'something else' };
  const found = diagnoseDelivery({ ...delivery, headers: renamed }, [secretFor(schemes.standard)], hmac, now);
  expect(found).toMatchObject({ ok: true, scheme: { idHeader: 'x-sent-id' } });
});

const { github, square } = schemes;
const secret = secretFor(github);
const changed = (delivery: WebhookDelivery, text: string): WebhookDelivery => ({
  ...delivery,
  body: Buffer.from(text),
});
const spaced = '{"type": "citation.new", "page": "/\\u00fcber"}';

const near: readonly (readonly [string, WebhookDelivery, string, RegExp])[] = [
  ['a newline was added', changed(sent(github), `${body}\n`), secret, /trailing newline is dropped/],
  [
    'a newline was cut off',
    changed(sent(github, { body: `${body}\n` }), body),
    secret,
    /with a newline at the end/,
  ],
  ['a mark was added', changed(sent(github), `\ufeff${body}`), secret, /without the byte order mark/],
  [
    'the body was written again with spaces',
    changed(sent(github), JSON.stringify(JSON.parse(body), null, 2)),
    secret,
    /parsed the body and wrote it again/,
  ],
  [
    'the sender writes as Python does and the body was made compact',
    changed(sent(github, { body: spaced }), JSON.stringify(JSON.parse(spaced))),
    secret,
    /parsed the body and wrote it again/,
  ],
  [
    'the line ends were changed',
    changed(sent(github, { body: '{\n"a":1\n}' }), '{\r\n"a":1\r\n}'),
    secret,
    /line ends of LF/,
  ],
  [
    'the secret has a prefix too many',
    sent(github, { secrets: ['abcdefgh'] }),
    'whk_abcdefgh',
    /without its prefix/,
  ],
  ['the secret has white space', sent(github), `${secret}\n`, /without the white space/],
  ['the secret has quotes', sent(github), `"${secret}"`, /without the quotes/],
  [
    'the address differs behind a proxy',
    { ...sent(square), url: 'http://hooks.example.com/in/' },
    secret,
    /https:\/\/hooks\.example\.com\/in:/,
  ],
];

it.each(near)('diagnoseDelivery names the near miss: %s', (_name, delivery, given, words) => {
  const found = diagnoseDelivery(delivery, [given], hmac, now);
  expect(found).toMatchObject({
    ok: false,
    near: [expect.objectContaining({ words: expect.stringMatching(words) })],
  });
});

it('diagnoseDelivery accepts a body nested a hundred thousand deep', () => {
  for (const field of ['a', 'sent_at']) {
    const deep = `{"${field}":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(diagnoseDelivery(sent(github, { body: deep }), [secret], hmac, now)).toMatchObject({ ok: true });
    expect(diagnoseDelivery(sent(github, { body: deep }), ['another'], hmac, now)).toMatchObject({
      ok: false,
      near: [],
    });
  }
});

it('diagnoseDelivery reports that no header is a signature, and lists the headers', () => {
  expect(
    diagnoseDelivery(
      { headers: { Host: 'a', 'Content-Type': 'b' }, body: Buffer.from(body) },
      ['x'],
      hmac,
      now,
    ),
  ).toMatchObject({
    ok: false,
    reason: 'No header is named as a signature. Headers: Host, Content-Type.',
  });
});

it.each([
  [20, 'SHA-1'],
  [64, 'SHA-512'],
])('diagnoseDelivery reports that %i bytes are the length of another digest, %s', (length, hash) => {
  const text = Buffer.alloc(length, 9).toString('hex');
  for (const value of [text, `sha1=${text}`, Buffer.alloc(length, 9).toString('base64')]) {
    const found = diagnoseDelivery(
      { headers: { [header]: value }, body: Buffer.from(body) },
      ['x'],
      hmac,
      now,
    );
    const words = new RegExp(`holds ${length} bytes.*as many as ${hash} has`);
    expect(found).toMatchObject({ ok: false, reason: expect.stringMatching(words) });
  }
});

it.each(['base64', 'base64url'] as const)(
  'diagnoseDelivery reports that the hex digits of a signature are written in %s',
  (encoding) => {
    const digits = Buffer.from(Buffer.alloc(32, 9).toString('hex')).toString(encoding);
    for (const value of [digits, `sha256=${digits}`])
      expect(
        diagnoseDelivery({ headers: { [header]: value }, body: Buffer.from(body) }, ['x'], hmac, now),
      ).toMatchObject({
        ok: false,
        reason: `The header ${header} holds the hex digits of an HMAC-SHA256 written in base64 once more, which no scheme here reads.`,
      });
    const other = Buffer.from('z'.repeat(64)).toString(encoding);
    expect(
      diagnoseDelivery({ headers: { [header]: other }, body: Buffer.from(body) }, ['x'], hmac, now),
    ).toMatchObject({ reason: expect.stringContaining('as many as SHA-512') });
  },
);

it.each([
  ['sent_at', String(sentSeconds)],
  ['ts', `${sentSeconds}000`],
])(
  'diagnoseDelivery reports that the time in the field %s of the body is signed before it',
  (field, time) => {
    const scheme: SignatureScheme = { ...schemes.github };
    const text = `{"n":7,"${field}":${time},"data":{}}`;
    const secret = secretFor(scheme);
    const mac = Buffer.from(hmac(Buffer.from(secret), Buffer.from(`${time}.${text}`))).toString('hex');
    const found = diagnoseDelivery(
      { headers: { [header]: `sha256=${mac}` }, body: Buffer.from(text) },
      [secret],
      hmac,
      now,
    );
    expect(found).toMatchObject({
      ok: false,
      reason: expect.stringContaining(
        `The signature fits {${field} in the body}.{body}, headers by their names.`,
      ),
    });
  },
);
