import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerToken } from '../rest/authentication.ts';

/** Whether the header carries the admin token; compared in constant time by digests of equal length. */
export function opens(authorization: string | null, adminToken: string): boolean {
  const sent = bearerToken(authorization);
  return sent !== null && timingSafeEqual(digest(sent), digest(adminToken));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
