import { draw } from '../data/hash.ts';
import type { Scheme } from './schemes.ts';

const PREFIX = 'whsec_';

/** `whsec_` and 32 bytes in base64, drawn from the address: a text to some schemes and bytes to others. */
export function drawnSecret(...address: readonly (string | number)[]): string {
  const next = draw(...address);
  const bytes = Buffer.from(Array.from({ length: 32 }, () => Math.floor(next() * 256)));
  return PREFIX + bytes.toString('base64');
}

/**
 * The key bytes of a secret as a scheme reads it. Throws a RangeError when the scheme wants base64 after `whsec_` and
 * the secret is something else. Standard Webhooks asks for 24 to 64 bytes; an example of Svix has 18.
 */
export function keyBytes(secret: string, reading: Scheme['key']): Buffer {
  if (reading === 'text') return Buffer.from(secret);
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text || bytes.byteLength < 16 || bytes.byteLength > 64) {
    throw new RangeError(
      'This scheme reads the secret as base64: give whsec_ and 16 to 64 bytes in base64, or no secret to have one drawn.',
    );
  }
  return bytes;
}
