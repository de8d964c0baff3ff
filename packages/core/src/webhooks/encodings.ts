import { loneSurrogate } from '../query/website.ts';

export type SignatureEncoding = 'hex' | 'base64' | 'base64url';

/** Decodes hexadecimal text in either case (RFC 4648 §8); null if malformed. */
export function hexBytes(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Decodes base64 text in either alphabet (RFC 4648 §4, §5), padded or not; null if malformed. One signature in four fits
 * both alphabets, so a capture may not show which is used. Trailing bits must be zero, so each value has one spelling per
 * alphabet.
 */
export function base64Bytes(text: string): Uint8Array | null {
  const match = /^([A-Za-z0-9+/]*|[A-Za-z0-9_-]*)(={0,2})$/.exec(text);
  if (!match) return null;
  const digits = (match[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
  const padding = (match[2] ?? '').length;
  if (digits.length % 4 === 1 || (padding > 0 && (digits.length + padding) % 4 !== 0)) return null;
  const bytes: number[] = [];
  let bits = 0;
  let buffer = 0;
  for (const digit of digits) {
    buffer = ((buffer << 6) | base64Alphabet.indexOf(digit)) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 0xff);
  }
  return (buffer & ((1 << bits) - 1)) === 0 ? Uint8Array.from(bytes) : null;
}

const readers: Readonly<Record<SignatureEncoding, (text: string) => Uint8Array | null>> = {
  hex: hexBytes,
  base64: base64Bytes,
  base64url: base64Bytes,
};

/** Length of an HMAC-SHA256 in bytes (RFC 2104 §2 with SHA-256). */
const digestLength = 32;

/** Decodes a 32-byte signature; null for any other length or encoding. */
export function decodeDigest(text: string, encoding: SignatureEncoding): Uint8Array | null {
  const bytes = readers[encoding](text);
  return bytes?.length === digestLength ? bytes : null;
}

/** Compares two digests in constant time. */
export function equalsDigest(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < digestLength; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0);
  return difference === 0;
}

/** Bytes as lower-case hexadecimal text. */
export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => `0${byte.toString(16)}`.slice(-2)).join('');
}

/** Encodes text as UTF-8 (RFC 3629); a lone surrogate becomes U+FFFD, as in the WHATWG encoder. */
export function utf8Bytes(text: string): Uint8Array {
  const encoded = encodeURIComponent(text.replace(new RegExp(loneSurrogate, 'g'), '\ufffd'));
  return Uint8Array.from(encoded.match(/%..|./g) ?? [], (unit) =>
    unit.length > 1 ? Number.parseInt(unit.slice(1), 16) : unit.charCodeAt(0),
  );
}

/** Decodes UTF-8 bytes; null if invalid (RFC 3629 §4). Keeps a byte order mark. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return decodeURIComponent(hexText(bytes).replace(/../g, '%$&'));
  } catch {
    return null;
  }
}
