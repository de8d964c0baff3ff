import { parseKey } from '@answershare/core';

/** What is wrong with an API key, never showing it; null for a key that may be sent (specification §5). */
export function keyFault(key: string, where: string): string | null {
  const reading = parseKey(key);
  return reading.ok ? null : `${where}: ${reading.complaint}`;
}
