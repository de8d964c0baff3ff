import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** 127.0.0.0/8 (RFC 1122 §3.2.1.3), ::1 (RFC 4291 §2.5.3), and 127.0.0.0/8 as IPv6. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** A forbidden target; the message has the reason. */
export class RejectedTargetError extends Error {}

/** Parses the URL of a target. Throws RejectedTargetError. */
export function parseTargetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new RejectedTargetError('The webhook url is not an http or https address.');
  if (url.username !== '' || url.password !== '')
    throw new RejectedTargetError('The webhook url carries a user name or password: leave them out.');
  return url;
}

/**
 * The addresses of a host. Throws RejectedTargetError if one is not loopback, unless allowed. A name can resolve
 * differently each time, so each connection resolves once and uses only this result.
 */
export async function resolveAddresses(url: URL, allowRemote: boolean): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true, verbatim: true });
  if (!allowRemote && !found.every(({ address }) => isLoopback(address))) {
    throw new RejectedTargetError(
      `The webhook url leads to ${url.hostname}, which is not this machine: use a loopback address, or start the sandbox with allowRemoteWebhooks.`,
    );
  }
  return found;
}

/** The request of a delivery, in the file format that receivers' tools read. */
export interface DeliveryCapture {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes of the body. */
  readonly bodyBase64: string;
}

/** The receiver's status, and the error before or after it. */
export interface DeliveryReceipt {
  readonly status: number | null;
  readonly error: string | null;
}

/** Timeout of a receiver in machine time (Standard Webhooks: 15 to 30 s). */
const RESPONSE_TIMEOUT_MS = 15_000;

const MAX_RESPONSE_BYTES = 65_536;

/** Posts a capture to its URL. Redirects are not followed; only the status is kept. */
export async function postDelivery(
  capture: DeliveryCapture,
  { allowRemote, closing }: { allowRemote: boolean; closing: AbortSignal },
): Promise<DeliveryReceipt> {
  const url = parseTargetUrl(capture.url);
  try {
    const addresses = await resolveAddresses(url, allowRemote);
    const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, {
      method: capture.method,
      headers: capture.headers,
      agent: false,
      lookup: createPinnedLookup(addresses),
      signal: AbortSignal.any([closing, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    });
    request.end(Buffer.from(capture.bodyBase64, 'base64'));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? null, error: await drainResponse(response) };
  } catch (error) {
    return { status: null, error: formatFailure(error) };
  }
}

/** Discards the rest of a response; returns the error that ended it, or null. */
async function drainResponse(response: IncomingMessage): Promise<string | null> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).byteLength;
      if (bytes > MAX_RESPONSE_BYTES) break;
    }
    return null;
  } catch (error) {
    return formatFailure(error);
  }
}

/** Connects to the checked addresses only. */
function createPinnedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, done) => {
    if (options.all) done(null, [...addresses]);
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

function formatFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (error.name === 'TimeoutError' || code === 'ABORT_ERR')
    return 'The receiver did not answer in time, or the sandbox was closed.';
  return error.message === '' ? (code ?? error.name) : error.message;
}
