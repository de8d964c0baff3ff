/** A parsed API key (specification §5: it starts with `rs_live_` or `rs_test_`), or why it is invalid. */
export type KeyReading =
  | {
      readonly ok: true;
      readonly key: string;
      readonly prefix: 'rs_live_' | 'rs_test_';
      readonly masked: string;
    }
  | { readonly ok: false; readonly kind: 'auth.missing' | 'auth.invalid'; readonly complaint: string };

const createKeyAdvice = 'Create one in the web application under Settings > API Keys.';

/** Validates the format of a key without a request. `complaint` never contains the key. */
export function parseKey(text: string | null | undefined): KeyReading {
  const key = (text || '').trim();
  if (key === '') {
    return { ok: false, kind: 'auth.missing', complaint: `No API key is set. ${createKeyAdvice}` };
  }
  if (/^rsc_/.test(key)) {
    return {
      ok: false,
      kind: 'auth.invalid',
      complaint: `This is a Content API token (rsc_…), which this API does not take. ${createKeyAdvice}`,
    };
  }
  const match = /^(rs_live_|rs_test_)[\w.~+/=:!*$%@^|?-]+$/.exec(key);
  if (!match) {
    const invalidCode = /^rs_(?:live|test)_[^\s]*?([^\s\w.~+/=:!*$%@^|?-])/.exec(key)?.[1]?.charCodeAt(0);
    const problem =
      invalidCode === undefined
        ? 'it starts with rs_live_ or rs_test_ and holds no spaces'
        : `it holds the character U+${`000${invalidCode.toString(16)}`.slice(-4).toUpperCase()}, which no key has; copy the whole key again`;
    return {
      ok: false,
      kind: 'auth.invalid',
      complaint: `The API key has a wrong format: ${problem}. ${createKeyAdvice}`,
    };
  }
  return { ok: true, key, prefix: match[1] as 'rs_live_' | 'rs_test_', masked: maskKey(key) };
}

/** Starts as the service's keys do (specification §5), so that each client of the service takes it. */
export const gatewayKeyPrefix = 'rs_live_gw_';

/** True for a key of the report bot's gateway, which also has a history. */
export const isGatewayKey = (key: string): boolean => key.startsWith(gatewayKeyPrefix);

/** What is no secret of a key: the prefix (specification §5), and the name of a key of the gateway. */
export const openPart = /^rsc?_(?:live|test)_(?:gw_[a-z0-9-]*\.)?/;

/** The {@link openPart} and the last four characters: enough to identify a key, too little to use it. */
export function maskKey(key: string): string {
  const prefix = openPart.exec(key)?.[0] || '';
  const rest = key.slice(prefix.length);
  return `${prefix}…${rest.length >= 12 ? rest.slice(-4) : ''}`;
}

/**
 * A 53-bit one-way digest as 11 base-36 characters, for cache keys only. Digests can collide, so a reader compares the full
 * query in the entry.
 */
export function fingerprintKey(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  const value = 4294967296 * (2097151 & b) + (a >>> 0);
  return `0000000000${value.toString(36)}`.slice(-11);
}

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const loopbackHost = new RegExp(`^(?:localhost|127(?:\\.${octet}){3}|\\[?::1\\]?)$`, 'i');
const httpHost = /^http:\/\/(\[[^\]/]*\]|[^:/?#]*)(?::\d*)?(?:[/?#]|$)/i;

/**
 * True for the usual loopback hosts: 127.0.0.0/8 (RFC 1122 §3.2.1.3), ::1 (RFC 4291 §2.5.3), localhost (RFC 6761 §6.3).
 * False for `127.1`, `0177.0.0.1` or `::ffff:127.0.0.1`, which programs parse differently (RFC 6943 §3.1.1).
 */
export function isLoopbackHost(host: string): boolean {
  return loopbackHost.test(host);
}

/** True for a URL that may carry a key or password: https, or http to a loopback host. */
export function isSecureAddress(address: string): boolean {
  if (/^https:\/\//i.test(address)) return true;
  const host = httpHost.exec(address)?.[1];
  return host !== undefined && isLoopbackHost(host);
}
