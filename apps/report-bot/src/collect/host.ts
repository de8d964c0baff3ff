import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AsyncHost,
  bodyLimits,
  type ClientEvent,
  type Endpoint,
  type HttpOutcome,
  type HttpRequest,
  type Recognition,
} from '@answershare/core';
import { recogniseLimits } from '@answershare/recogniser';
import { Complaint } from '../complaint.ts';
import { theReadingThread, UnfinishedReading } from '../reading/reading-thread.ts';

export interface NodeHostOptions {
  readonly emit?: ((event: ClientEvent) => void) | undefined;
  /** Aborted when the process is to stop: a wait under way rejects with a {@link Complaint}. */
  readonly ended?: AbortSignal | undefined;
  /** A request under way rejects then too. Default: its answer, which is paid for, is waited for until `late`. */
  readonly atOnce?: boolean;
  /** Aborted when the process has to stop: a request under way rejects with a {@link Complaint}. */
  readonly late?: AbortSignal | undefined;
}

/** The outside of core's client on Node.js: fetch, timers, the clock. */
export function nodeHost({ emit, ended, atOnce = false, late }: NodeHostOptions = {}): AsyncHost {
  const cut = atOnce ? ended : late;
  return {
    send: (requests) => Promise.all(requests.map((request) => exchange(request, cut))),
    wait: (ms) => waited(ms, ended),
    now: () => Date.now(),
    random: () => Math.random(),
    learn: (endpoint, bodies) => learnInTime(endpoint, bodies, cut),
    learnLimits: recogniseLimits,
    ...(emit === undefined ? {} : { emit }),
  };
}

/** An inference that is not over in time gives no draft. */
export async function learnInTime(
  endpoint: Endpoint,
  bodies: readonly unknown[],
  cut?: AbortSignal,
): Promise<Recognition> {
  try {
    return await theReadingThread.run('learn', [endpoint, bodies], cut);
  } catch (thrown) {
    if (!(thrown instanceof UnfinishedReading)) throw thrown;
    return { clear: false, drafts: [], reason: thrown.reason };
  }
}

async function waited(ms: number, ended: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, ended === undefined ? {} : { signal: ended });
  } catch (thrown) {
    if ((thrown as Error).name !== 'AbortError') throw thrown;
    throw new Complaint(
      'Stopped while waiting for the service to take requests again. Run the command again later.',
    );
  }
}

/** Redirects are not followed: a key must not travel to another address. */
async function exchange(request: HttpRequest, cut: AbortSignal | undefined): Promise<HttpOutcome> {
  const late = AbortSignal.timeout(request.timeoutMs);
  try {
    const response = await fetch(request.url, {
      headers: request.headers,
      redirect: 'manual',
      signal: cut === undefined ? late : AbortSignal.any([late, cut]),
    });
    return {
      ok: true,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      ...(await bodyOf(response, request.maxBodyBytes)),
    };
  } catch (thrown) {
    if (cut?.aborted)
      throw new Complaint(
        'Stopped before the service answered. The request may count. Run the command again.',
      );
    const message = reason(thrown as Error);
    if (late.aborted) return { ok: false, kind: 'timeout', message };
    return { ok: false, kind: 'transport', message, ...(beforeSending.test(message) ? { sent: false } : {}) };
  }
}

/** Reads a body as far as is wanted. Whoever leaves the loop early closes the connection. */
async function bodyOf(
  { body }: Response,
  most = bodyLimits.bytes,
): Promise<{ readonly text: string; readonly truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, most - length));
    length += chunk.byteLength;
    if (length > most) break;
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), truncated: length > most };
}

/** What the codes of Node.js mean for a person; {@link https://nodejs.org/api/errors.html} and OpenSSL's X509 codes. */
const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name server does not answer',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ECONNRESET: 'the connection was cut',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks http, not https',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it speaks http, not https',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an authority unknown here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an authority unknown here',
};

/** Failures that come before a byte of the request leaves: no address, no connection, no handshake. */
const beforeSending =
  /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_(SSL|TLS)_\w+|CERT_\w+|\w+_CERT(_\w+)?|UNABLE_TO_VERIFY_\w+|bad port)$/;

function reason(thrown: Error): string {
  const { code, message } = (thrown.cause ?? {}) as { code?: string; message?: string };
  const known = code === undefined ? undefined : causes[code];
  if (code !== undefined) return known === undefined ? code : `${known}: ${code}`;
  return message ? `${thrown.message}: ${message}` : thrown.message;
}
