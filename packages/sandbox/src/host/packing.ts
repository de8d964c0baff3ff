import { gzipSync } from 'node:zlib';
import type { Quirks } from '../quirks/table.ts';
import type { Answer } from '../rest/answer.ts';

/** Shorter bodies are sent as they are. */
const GZIP_FROM_BYTES = 1_024;

/** How a body may be packed (undecided item 30). */
const GZIP: Readonly<Record<Quirks['gzip'], (acceptEncoding: string | null) => boolean>> = {
  on: (acceptEncoding) => acceptsGzip(acceptEncoding ?? ''),
  off: () => false,
};

/** An answer as bytes with all its headers; a header that is sent in several lines is in it so often. */
export interface Parcel {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Statuses that have no body and no length of one (RFC 9110 §8.6). */
const BODILESS: readonly number[] = [204, 304];

/** An answer with the Date of the sandbox's clock, ahead by the skew, and packed where that is accepted. */
export function packed(
  answer: Answer,
  now: number,
  acceptEncoding: string | null,
  quirks: Pick<Quirks, 'gzip' | 'dateSkew'>,
): Parcel {
  const plain = Buffer.from(answer.body);
  const zip = plain.byteLength >= GZIP_FROM_BYTES && GZIP[quirks.gzip](acceptEncoding);
  const body = zip ? gzipSync(plain) : plain;
  const headers: Answer['headers'] = {
    Date: new Date(now + quirks.dateSkew * 1000).toUTCString(),
    ...answer.headers,
    Vary: 'Accept-Encoding',
    ...(zip ? { 'Content-Encoding': 'gzip' } : {}),
    ...(BODILESS.includes(answer.status) ? {} : { 'Content-Length': String(body.byteLength) }),
  };
  return { status: answer.status, headers: lines(headers), body };
}

function lines(headers: Answer['headers']): Parcel['headers'] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : value.map((one) => [name, one] as const),
  );
}

/** RFC 9110 §12.5.3: `gzip` or `*`, unless its weight is zero. */
function acceptsGzip(header: string): boolean {
  return header.split(',').some((part) => {
    const [coding, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return (coding === 'gzip' || coding === '*') && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  });
}
