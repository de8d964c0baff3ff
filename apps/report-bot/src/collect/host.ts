import {
  type AsyncHost,
  type ClientEvent,
  type ClientOptions,
  configuredRecipes,
  type Endpoint,
  type HttpOutcome,
  type HttpRequest,
  type Recognition,
} from '@answershare/core';
import { readBodyText } from '@answershare/core/node';
import { recogniseLimits } from '@answershare/recogniser';
import type { Service } from '../settings/services.ts';
import { readError, UserError } from '../system/errors.ts';
import { pauseUnless } from '../system/pause.ts';
import { createFetchOptions, ProxyError } from '../system/proxy.ts';
import { WorkerError, workerThread } from './worker-thread.ts';

interface BotHostOptions {
  /** The service's time, milliseconds since the epoch; default: the system clock. */
  readonly now?: () => number;
  readonly emit?: ((event: ClientEvent) => void) | undefined;
  /** Receives the headers of each answer. */
  readonly answered?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
  /** Aborts a wait; it rejects with a {@link UserError}. */
  readonly ended?: AbortSignal | undefined;
  /** Aborts a request on `ended` too. Default: wait for its answer, which counts, until `late`. */
  readonly atOnce?: boolean;
  /** Aborts a request; it rejects with a {@link UserError}. */
  readonly late?: AbortSignal | undefined;
}

/** The port of core's client on Node.js: fetch, timers, clock. */
export function createBotHost({
  now = Date.now,
  emit,
  answered,
  ended,
  atOnce = false,
  late,
}: BotHostOptions = {}): AsyncHost {
  const cut = atOnce ? ended : late;
  const send = async (request: HttpRequest): Promise<HttpOutcome> => {
    const outcome = await sendRequest(request, cut);
    if (outcome.ok) answered?.(outcome.headers);
    return outcome;
  };
  return {
    send: (requests) => Promise.all(requests.map(send)),
    wait: (ms) => waitOrStop(ms, ended),
    now,
    random: () => Math.random(),
    learn: (endpoint, bodies) => recogniseInTime(endpoint, bodies, cut),
    learnLimits: recogniseLimits,
    ...(emit === undefined ? {} : { emit }),
  };
}

/** Recognises bodies in the worker. A timeout gives no draft. */
export async function recogniseInTime(
  endpoint: Endpoint,
  bodies: readonly unknown[],
  cut?: AbortSignal,
): Promise<Recognition> {
  try {
    return await workerThread.run('recognise', [endpoint, bodies], cut);
  } catch (thrown) {
    if (!(thrown instanceof WorkerError)) throw thrown;
    return { clear: false, drafts: [], reason: thrown.reason };
  }
}

async function waitOrStop(ms: number, ended: AbortSignal | undefined): Promise<void> {
  await pauseUnless(ms, ended);
  if (ended?.aborted)
    throw new UserError(
      'Stopped while waiting for the service to take requests again. Run the command again later.',
    );
}

/** Sends a request. Redirects are not followed: the key must not reach another address. */
async function sendRequest(request: HttpRequest, cut: AbortSignal | undefined): Promise<HttpOutcome> {
  const late = AbortSignal.timeout(request.timeoutMs);
  try {
    const response = await fetch(request.url, {
      ...(await createFetchOptions(request.url)),
      headers: request.headers,
      redirect: 'manual',
      signal: cut === undefined ? late : AbortSignal.any([late, cut]),
    });
    return {
      ok: true,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      ...(await readBodyText(response, request.maxBodyBytes)),
    };
  } catch (thrown) {
    if (cut?.aborted)
      throw new UserError(
        'Stopped before the service answered. The request may count. Run the command again.',
      );
    const message = describeError(thrown);
    if (late.aborted) return { ok: false, kind: 'timeout', message };
    const isUnsent = (thrown as Error).cause instanceof ProxyError || unsentErrors.test(message);
    return { ok: false, kind: 'transport', message, ...(isUnsent ? { sent: false } : {}) };
  }
}

/** Meanings of Node.js error codes ({@link https://nodejs.org/api/errors.html}) and OpenSSL X509 codes. */
const errorCauses: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name server does not answer',
  EHOSTUNREACH: 'there is no route to that host',
  ENETUNREACH: 'there is no route to that network',
  ECONNRESET: 'the connection was cut',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks http, not https',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it speaks http, not https',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an authority unknown here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an authority unknown here',
};

/** Failures before the first byte of a request: address, connection, handshake. */
const unsentErrors =
  /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_(SSL|TLS)_\w+|CERT_\w+|\w+_CERT(_\w+)?|UNABLE_TO_VERIFY_\w+|bad port)$/;

function describeError(thrown: unknown): string {
  const { cause } = Object(thrown) as { readonly cause?: unknown };
  if (cause instanceof ProxyError) return cause.message;
  const { message } = readError(thrown);
  if (cause === undefined) return message;
  const { code, message: why } = readError(cause);
  if (code === null) return `${message}: ${why}`;
  const known = errorCauses[code];
  return known === undefined ? code : `${known}: ${code}`;
}

/** The options of every client: service, dialect, recipes and limits. */
export function toClientOptions({
  name: _name,
  names: _names,
  url,
  recipes,
  timeoutSeconds,
  ...known
}: Pick<Service, 'url' | 'key'> & Partial<Service>): ClientOptions {
  const timeoutMs = (timeoutSeconds ?? 0) * 1_000;
  const limits = timeoutMs > 0 ? { timeoutMs, deadlineMs: Math.max(25_000, timeoutMs * 1.5) } : {};
  return { baseUrl: url, ...known, ...limits, recipes: configuredRecipes(recipes ?? {}) };
}
