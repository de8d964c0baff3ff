import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDigest } from '../../src/webhooks/encodings.ts';
import { signatureForms } from '../../src/webhooks/signature-scheme.ts';
import { type SignatureScheme, verifyDelivery, type WebhookDelivery } from '../../src/webhooks.ts';
import { hmac, now, schemes, secretFor, sent, url } from './sender.ts';

const named = Object.entries(schemes) as readonly (readonly [string, SignatureScheme])[];

function flipped(bytes: Uint8Array, bit: number): Buffer {
  const other = Buffer.from(bytes);
  other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return other;
}

/** A text of which one character is another printable one. */
const altered = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length - 1), fc.integer({ min: 33, max: 126 }))
    .map(([at, code]) => `${text.slice(0, at)}${String.fromCharCode(code)}${text.slice(at + 1)}`)
    .filter((other) => other !== text);

describe.each(named)('verifyDelivery with the scheme %s', (_name, scheme) => {
  const body = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value));
  const ok = (delivery: WebhookDelivery, secret = secretFor(scheme)): boolean =>
    verifyDelivery(scheme, [secret], delivery, now, hmac).ok;

  it('accepts any object and refuses it with any bit of the body flipped', () => {
    fc.assert(
      fc.property(body, fc.nat(), (text, chance) => {
        const delivery = sent(scheme, { body: text });
        const bit = chance % (delivery.body.length * 8);
        return ok(delivery) && !ok({ ...delivery, body: flipped(delivery.body, bit) });
      }),
    );
  });

  it('refuses a signature header with any changed character, unless it encodes the same bytes and time', () => {
    const delivery = sent(scheme);
    const written = delivery.headers[scheme.header] ?? '';
    const meaning = (value: string): string => {
      const { candidates, timestamp } = signatureForms[scheme.form](value);
      const digests = candidates.map((text) => decodeDigest(text, scheme.encoding)?.join(' ') ?? 'none');
      return JSON.stringify([digests, timestamp]);
    };
    fc.assert(
      fc.property(altered(written), (other) => {
        fc.pre(meaning(other) !== meaning(written));
        return !ok({ ...delivery, headers: { ...delivery.headers, [scheme.header]: other } });
      }),
      { numRuns: 300 },
    );
  });

  it('refuses another secret', () => {
    const secret = secretFor(scheme);
    fc.assert(fc.property(altered(secret), (other) => !ok(sent(scheme), other)));
  });

  const separate = [
    ...(scheme.timestamp?.from === 'header' ? [scheme.timestamp.name] : []),
    ...(scheme.content === '{id}.{timestamp}.{body}' && scheme.idHeader !== null ? [scheme.idHeader] : []),
  ];
  for (const name of separate)
    it(`refuses ${name} with any changed character`, () => {
      const delivery = sent(scheme);
      fc.assert(
        fc.property(
          altered(delivery.headers[name] ?? ''),
          (other) => !ok({ ...delivery, headers: { ...delivery.headers, [name]: other } }),
        ),
      );
    });

  if (scheme.content === '{url}{body}')
    it('refuses another address', () => {
      fc.assert(fc.property(altered(url), (other) => !ok({ ...sent(scheme), url: other })));
    });
});

it('verifyDelivery never throws, whatever the delivery', () => {
  const headers = fc.dictionary(
    fc.constantFrom(
      'x-service-signature',
      'webhook-timestamp',
      'webhook-id',
      'X-Service-Signature',
      'content-encoding',
    ),
    fc.oneof(fc.string(), fc.constantFrom('v1,', 't=1,v1=', 'sha256=', 'ts=;h1=', '1795251600')),
  );
  fc.assert(
    fc.property(
      headers,
      fc.uint8Array(),
      fc.constantFrom(...named.map(([, scheme]) => scheme)),
      (some, bytes, scheme) => {
        expect(
          verifyDelivery(scheme, [secretFor(scheme)], { headers: some, body: bytes }, now, hmac).ok,
        ).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});
