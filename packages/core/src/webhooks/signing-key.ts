import { base64Bytes, hexBytes } from './encodings.ts';
import { utf8Bytes } from './utf8.ts';

/**
 * How the text of a secret becomes the bytes of the key. One `whsec_` secret is text for Stripe and base64 for Standard
 * Webhooks, so the reading belongs to the scheme.
 */
export type KeyReadingName = 'utf8' | 'base64-after-whsec_' | 'base64' | 'hex';

const prefix = 'whsec_';

const readers: Readonly<Record<KeyReadingName, (secret: string) => Uint8Array | null>> = {
  utf8: utf8Bytes,
  'base64-after-whsec_': (secret) =>
    secret.slice(0, prefix.length) === prefix ? base64Bytes(secret.slice(prefix.length)) : null,
  base64: base64Bytes,
  hex: hexBytes,
};

export const keyReadingNames = Object.keys(readers) as readonly KeyReadingName[];

/** The key's bytes; null where the secret is empty or not written that way. */
export function keyBytes(secret: string, reading: KeyReadingName): Uint8Array | null {
  const bytes = readers[reading](secret);
  return bytes === null || bytes.length === 0 ? null : bytes;
}

/** The readings worth trying for a secret, at most two: as text, and as what its writing says. */
export function plausibleReadings(secret: string): readonly KeyReadingName[] {
  if (secret.slice(0, prefix.length) === prefix) return ['utf8', 'base64-after-whsec_'];
  if (/^[0-9a-f]{32,}$/i.test(secret) && secret.length % 2 === 0) return ['utf8', 'hex'];
  return secret.length >= 22 && base64Bytes(secret) !== null ? ['utf8', 'base64'] : ['utf8'];
}
