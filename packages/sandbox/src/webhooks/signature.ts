import { createHmac } from 'node:crypto';
import type { Encoding, Scheme } from './schemes.ts';
import { keyBytes } from './secret.ts';

/** What a signature may be made over. */
export interface Signed {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly url: string;
  readonly body: Buffer;
}

const WRITTEN: Readonly<Record<Encoding, (mac: Buffer) => string>> = {
  hex: (mac) => mac.toString('hex'),
  hexUpper: (mac) => mac.toString('hex').toUpperCase(),
  base64: (mac) => mac.toString('base64'),
  base64url: (mac) => mac.toString('base64url'),
};

/** The value of X-Service-Signature: one signature for each secret, in their order. */
export function signatureHeader(scheme: Scheme, secrets: readonly string[], signed: Signed): string {
  const content = contentBytes(scheme, signed);
  const items = secrets.map((secret) => {
    const mac = createHmac('sha256', keyBytes(secret, scheme.key)).update(content).digest();
    return scheme.item.replace('{signature}', WRITTEN[scheme.encoding](mac));
  });
  return scheme.lead.replace('{timestamp}', timestamp(scheme, signed.at)) + items.join(scheme.between);
}

/** The time as the scheme writes it: whole seconds, or milliseconds. */
export function timestamp(scheme: Scheme, at: number): string {
  return String(scheme.time?.unit === 'ms' ? at : Math.floor(at / 1000));
}

/** The signed bytes; the body goes in as it is sent, never by way of text. */
function contentBytes(scheme: Scheme, signed: Signed): Buffer {
  const values: Readonly<Record<string, Buffer>> = {
    '{id}': Buffer.from(signed.id),
    '{timestamp}': Buffer.from(timestamp(scheme, signed.at)),
    '{url}': Buffer.from(signed.url),
    '{body}': signed.body,
  };
  return Buffer.concat(scheme.content.split(/(\{[a-z]+\})/).map((part) => values[part] ?? Buffer.from(part)));
}
