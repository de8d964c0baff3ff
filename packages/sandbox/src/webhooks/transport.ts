import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressesOf, targetUrl } from './target.ts';

/** A delivery as it leaves, and as a receiver's tool may read it from a file. */
export interface Capture {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The very bytes of the body. */
  readonly bodyBase64: string;
}

/** What came of sending: the receiver's status, and what went wrong before it or after it. */
export interface Receipt {
  readonly status: number | null;
  readonly error: string | null;
}

/** A receiver has this long to answer, in milliseconds of the machine's time (Standard Webhooks: 15 to 30 s). */
const PATIENCE_MS = 15_000;

/** Nobody has more to say to a delivery, in bytes. */
const LONGEST_ANSWER = 65_536;

/** Posts a capture to its url. Redirects are not followed; nothing of the answer is kept but its status. */
export async function post(
  capture: Capture,
  { allowRemote, closing }: { allowRemote: boolean; closing: AbortSignal },
): Promise<Receipt> {
  const url = targetUrl(capture.url);
  try {
    const addresses = await addressesOf(url, allowRemote);
    const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, {
      method: capture.method,
      headers: capture.headers,
      agent: false,
      lookup: only(addresses),
      signal: AbortSignal.any([closing, AbortSignal.timeout(PATIENCE_MS)]),
    });
    request.end(Buffer.from(capture.bodyBase64, 'base64'));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? null, error: await drained(response) };
  } catch (error) {
    return { status: null, error: reason(error) };
  }
}

/** Reads the rest of an answer and keeps nothing of it; gives why it broke off, which changes nothing about the status. */
async function drained(response: IncomingMessage): Promise<string | null> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).byteLength;
      if (bytes > LONGEST_ANSWER) break;
    }
    return null;
  } catch (error) {
    return reason(error);
  }
}

/** Connects to the addresses that were checked and asks nobody again. */
function only(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, done) => {
    if (options.all) done(null, [...addresses]);
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (error.name === 'TimeoutError' || code === 'ABORT_ERR')
    return 'The receiver did not answer in time, or the sandbox was closed.';
  return error.message === '' ? (code ?? error.name) : error.message;
}
