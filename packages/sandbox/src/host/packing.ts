import { gzipSync } from 'node:zlib';
import type { Answer } from '../rest/answer.ts';

/** Shorter bodies are sent as they are. */
const GZIP_FROM_BYTES = 1_024;

/** An answer as bytes with all its headers: the Date of the sandbox's clock, and gzip where accepted (undecided item 30). */
export function packed(
  answer: Answer,
  now: number,
  acceptEncoding: string | null,
): { headers: Headers; body: Buffer } {
  const headers = new Headers(answer.headers);
  headers.set('Date', new Date(now).toUTCString());
  headers.set('Vary', 'Accept-Encoding');
  const plain = Buffer.from(answer.body);
  const zip = plain.byteLength >= GZIP_FROM_BYTES && acceptsGzip(acceptEncoding ?? '');
  const body = zip ? gzipSync(plain) : plain;
  if (zip) headers.set('Content-Encoding', 'gzip');
  headers.set('Content-Length', String(body.byteLength));
  return { headers, body };
}

/** RFC 9110 §12.5.3: `gzip` or `*`, unless its weight is zero. */
function acceptsGzip(header: string): boolean {
  return header.split(',').some((part) => {
    const [coding, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return (coding === 'gzip' || coding === '*') && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  });
}
