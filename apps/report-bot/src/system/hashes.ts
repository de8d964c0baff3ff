import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

type Data = string | Uint8Array;

/** SHA-256. */
export const hashBytes = (data: Data): Buffer => createHash('sha256').update(data).digest();

/** HMAC-SHA256 (RFC 2104). */
export const signHmac = (key: Data, data: Data): Buffer => createHmac('sha256', key).update(data).digest();

/** Compares secrets in a time that shows neither of them. */
export const isEqualSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hashBytes(one), hashBytes(other));
