import { createHash } from 'node:crypto';

/** 32 hexadecimal characters that stand for these parts, in this order, for ever. */
export function stableId(...parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 32);
}

/** SHA-256 in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
