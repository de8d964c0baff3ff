import { createHash } from 'node:crypto';

/** `1 website`, `2 websites`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** 32 hexadecimal characters of a hash of these parts. Must never change. */
export function createStableId(...parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 32);
}

/** SHA-256 in hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
