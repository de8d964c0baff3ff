import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Channel } from '../settings/channels.ts';
import { readError } from '../system/errors.ts';
import { connectByProxy } from '../system/proxy.ts';
import type { SendAttempt } from './smtp/connection.ts';

/** The frozen message of a channel. */
export interface ChannelPost {
  /** Equal for each attempt, so that a receiver recognises a repeat. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/** Time for the connection, and then for the answer. */
const maxMs = 30_000;

/** Characters of an answer that a reason quotes. */
const maxQuoted = 200;

/**
 * Posts a message. `release` runs after the connection is open and before the first byte of the request. Follows no
 * redirect. Never rejects.
 */
export async function postMessage(
  channel: Channel,
  post: ChannelPost,
  release: () => Promise<void>,
  now: () => number = Date.now,
  late?: AbortSignal,
): Promise<SendAttempt> {
  const timeout = createTimeout();
  const signal = late === undefined ? timeout.signal : AbortSignal.any([timeout.signal, late]);
  let released = false;
  let request: ClientRequest | null = null;
  try {
    request = await connect(channel, createHeaders(channel, post, now()), signal);
    timeout.clear();
    try {
      await release();
    } catch (thrown) {
      return createAttempt(
        'ready',
        `the ledger did not let the message leave: ${describe(thrown)}`,
        'server',
      );
    }
    if (late?.aborted === true) return createStoppedAttempt(false);
    if (request.destroyed)
      return createAttempt('ready', 'the channel closed the connection before the request');
    released = true;
    timeout.restart();
    const answered = once(request, 'response', { signal });
    request.end(post.body);
    const [response] = (await answered) as [IncomingMessage];
    return classifyAnswer(response, await readStart(response), now());
  } catch (thrown) {
    if (late?.aborted === true) return createStoppedAttempt(released);
    const reason = timeout.signal.aborted
      ? `it did not answer for ${maxMs / 1000} seconds`
      : describe(thrown);
    return released
      ? createAttempt(
          'uncertain',
          `the connection ended after the request was released and before the answer (${reason}); the channel may have the message`,
        )
      : createAttempt('ready', `the channel was not reached: ${reason}`);
  } finally {
    timeout.clear();
    request?.destroy();
  }
}

/** Connects without sending. Returns null, or one clause with the fault. */
export async function checkChannel(channel: Channel): Promise<string | null> {
  try {
    (await connect(channel, {}, AbortSignal.timeout(maxMs))).destroy();
    return null;
  } catch (thrown) {
    return `the channel was not reached: ${describe(thrown)}`;
  }
}

/** Opens the connection of a request, which sends its first byte with its body. */
async function connect(
  { url }: Channel,
  headers: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): Promise<ClientRequest> {
  const secure = URL.parse(url)?.protocol === 'https:';
  const open = secure ? httpsRequest : httpRequest;
  const tunnel = await connectByProxy(new URL(url), signal);
  const connection = tunnel === null ? { agent: false } : { createConnection: () => tunnel };
  const request = open(url, { method: 'POST', headers, signal, ...connection });
  // Those who await an event get the errors until then.
  request.on('error', () => undefined);
  const [socket] = await once(request, 'socket', { signal });
  if (tunnel === null) await once(socket, secure ? 'secureConnect' : 'connect', { signal });
  return request;
}

function createHeaders(
  { secret }: Channel,
  { id, body }: ChannelPost,
  now: number,
): Readonly<Record<string, string | number>> {
  const seconds = String(Math.floor(now / 1000));
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'answershare',
    ...(secret === null
      ? {}
      : {
          'webhook-id': id,
          'webhook-timestamp': seconds,
          'webhook-signature': `v1,${sign(secret, `${id}.${seconds}.${body}`)}`,
        }),
  };
}

/** Standard Webhooks: HMAC-SHA256 in base64, by the bytes after `whsec_`. */
function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}

/** The first characters of an answer. A cut answer has its status already. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response) {
      text += String(chunk);
      if (text.length >= maxQuoted) break;
    }
  } catch {
    return text;
  }
  return text;
}

function classifyAnswer(
  { statusCode = 0, headers }: IncomingMessage,
  text: string,
  now: number,
): SendAttempt {
  if (statusCode >= 200 && statusCode < 300) return createAttempt('sent', null);
  const quoted = text.replace(/\s+/g, ' ').trim().slice(0, maxQuoted);
  const answer = `the channel answered ${statusCode}${quoted === '' ? '' : `: ${quoted}`}`;
  if (statusCode === 429 || statusCode >= 500) {
    const waitMs = parseRetryAfter(headers['retry-after'], now);
    return { ...createAttempt('ready', answer), ...(waitMs === null ? {} : { retryAfterMs: waitMs }) };
  }
  if (statusCode >= 300 && statusCode < 400)
    return createAttempt(
      'refused',
      `the channel answered ${statusCode} with a redirect, which is not followed`,
    );
  return createAttempt('refused', answer);
}

/** RFC 9110 §10.2.3: seconds or a date; milliseconds, or null. */
function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function createAttempt(
  state: SendAttempt['state'],
  reason: string | null,
  scope: SendAttempt['scope'] = state === 'sent' || state === 'refused' ? 'recipient' : 'channel',
): SendAttempt {
  return { state, smtpCode: null, reason, scope };
}

function createStoppedAttempt(released: boolean): SendAttempt {
  return released
    ? createAttempt(
        'uncertain',
        'the bot was stopped while it waited for the answer; the channel may have the message',
        'server',
      )
    : createAttempt('ready', 'the bot was stopped before the request was released', 'server');
}

/** An error in one clause. Node's errors name a host, never a path. */
function describe(thrown: unknown): string {
  return readError(thrown).message.replace(/\s+/g, ' ').replace(/\.$/, '');
}

function createTimeout() {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), maxMs);
  let timer = start();
  return {
    signal: controller.signal,
    clear: () => clearTimeout(timer),
    restart: () => {
      timer = start();
    },
  };
}
