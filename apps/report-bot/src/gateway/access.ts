import { findGatewayKey, type GatewayKey } from '../store/gateway-keys.ts';
import type { Database } from '../store/tables.ts';
import { sha256 } from '../system/text.ts';
import { ApiRefusal } from './api-query.ts';

/** Finds the key of a request. */
export interface Access {
  /**
   * @param address of the caller, to slow down those who guess
   * @throws ApiRefusal
   */
  authenticate(authorization: string | undefined, address: string): Promise<GatewayKey>;
}

/** A found key is known for so long; a revoked one answers no longer than that. */
const knownMs = 1_000;
/** Wrong keys of one address in a minute before it waits. */
const maxWrong = 30;
const wrongMs = 60_000;
/** Addresses and keys in memory. */
const maxKnown = 10_000;

/** Makes room for one more. */
function dropOldest(kept: Map<string, unknown>): void {
  const { value: oldest } = kept.keys().next();
  if (oldest !== undefined && kept.size >= maxKnown) kept.delete(oldest);
}

/** @param now milliseconds since the epoch */
export function createAccess(db: Database, now: () => number): Access {
  const known = new Map<string, { readonly key: Promise<GatewayKey | null>; readonly until: number }>();
  const wrong = new Map<string, { count: number; readonly until: number }>();

  // Only hashes are compared, so that the time of an answer shows nothing of a key (SECURITY.md).
  const find = (hash: string): Promise<GatewayKey | null> => {
    const at = now();
    const found = known.get(hash);
    if (found !== undefined && found.until > at && found.until <= at + knownMs) return found.key;
    dropOldest(known);
    const key = findGatewayKey(db, hash);
    known.set(hash, { key, until: at + knownMs });
    key.then(
      (one) => one === null && known.delete(hash),
      () => known.delete(hash),
    );
    return key;
  };

  const isUsable = ({ expiresAt, revokedAt }: GatewayKey): boolean =>
    revokedAt === null && (expiresAt === null || expiresAt > now());

  return {
    authenticate: async (authorization, address) => {
      if (authorization === undefined || !/^Bearer\b/i.test(authorization))
        throw new ApiRefusal(401, 'unauthorized', 'Send the header "Authorization: Bearer <API key>".');
      const [, text] = /^Bearer +(\S{1,200})$/i.exec(authorization) ?? [];
      const key = text === undefined ? null : await find(sha256(text));
      // Callers behind one proxy share an address: a right key is never refused for the wrong ones of others.
      if (key !== null && isUsable(key)) return key;
      const at = now();
      const attempts = wrong.get(address);
      if (attempts !== undefined && attempts.until > at && attempts.count >= maxWrong) {
        const retryAfter = Math.ceil((attempts.until - at) / 1_000);
        const message = `Too many wrong keys came from this address: retry in ${retryAfter} seconds.`;
        throw new ApiRefusal(429, 'rate_limited', message, retryAfter);
      }
      if (attempts !== undefined && attempts.until > at) attempts.count += 1;
      else {
        dropOldest(wrong);
        wrong.set(address, { count: 1, until: at + wrongMs });
      }
      throw new ApiRefusal(
        401,
        'invalid_key',
        'The API key is unknown, expired or revoked. Ask who runs this gateway for another one.',
      );
    },
  };
}
