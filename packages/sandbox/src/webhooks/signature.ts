import { createHmac } from 'node:crypto';
import { createDraw } from '../data/random.ts';
import type { Encoding, Scheme } from './signing-profile.ts';

const SECRET_PREFIX = 'whsec_';

/** `whsec_` and 32 bytes in base64, drawn from the address. A scheme reads it as text or as bytes. */
export function drawSecret(...address: readonly (string | number)[]): string {
  const next = createDraw(...address);
  const bytes = Buffer.from(Array.from({ length: 32 }, () => Math.floor(next() * 256)));
  return SECRET_PREFIX + bytes.toString('base64');
}

/**
 * The key bytes of a secret. Throws a RangeError if the scheme needs `whsec_` and base64 and the secret differs.
 * Standard Webhooks requires 24 to 64 bytes; an example of Svix has 18.
 */
export function toKeyBytes(secret: string, reading: Scheme['key']): Buffer {
  if (reading === 'text') return Buffer.from(secret);
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : '';
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text || bytes.byteLength < 16 || bytes.byteLength > 64) {
    throw new RangeError(
      'This scheme reads the secret as base64: give whsec_ and 16 to 64 bytes in base64, or no secret to have one drawn.',
    );
  }
  return bytes;
}

/** The parts that a signature can cover. */
export interface SignedHeaders {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly url: string;
  readonly body: Buffer;
}

const MAC_ENCODERS: Readonly<Record<Encoding, (mac: Buffer) => string>> = {
  hex: (mac) => mac.toString('hex'),
  hexUpper: (mac) => mac.toString('hex').toUpperCase(),
  base64: (mac) => mac.toString('base64'),
  base64url: (mac) => mac.toString('base64url'),
};

/** The value of X-Service-Signature: one signature per secret. */
export function signatureHeader(scheme: Scheme, secrets: readonly string[], signed: SignedHeaders): string {
  const content = toSignedBytes(scheme, signed);
  const items = secrets.map((secret) => {
    const mac = createHmac('sha256', toKeyBytes(secret, scheme.key)).update(content).digest();
    return scheme.item.replace('{signature}', MAC_ENCODERS[scheme.encoding](mac));
  });
  return scheme.lead.replace('{timestamp}', timestamp(scheme, signed.at)) + items.join(scheme.between);
}

/** The time in the unit of the scheme: seconds or milliseconds. */
export function timestamp(scheme: Scheme, at: number): string {
  return String(scheme.time?.unit === 'ms' ? at : Math.floor(at / 1000));
}

/** The signed bytes. The body is never converted to text. */
function toSignedBytes(scheme: Scheme, signed: SignedHeaders): Buffer {
  const values: Readonly<Record<string, Buffer>> = {
    '{id}': Buffer.from(signed.id),
    '{timestamp}': Buffer.from(timestamp(scheme, signed.at)),
    '{url}': Buffer.from(signed.url),
    '{body}': signed.body,
  };
  return Buffer.concat(scheme.content.split(/(\{[a-z]+\})/).map((part) => values[part] ?? Buffer.from(part)));
}
