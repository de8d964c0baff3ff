import { once } from 'node:events';
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { parseRetryAfter } from '@answershare/core';
import type { Channel } from '../settings/channels.ts';
import { readError } from '../system/errors.ts';
import { signHmac } from '../system/hashes.ts';
import { connectByProxy } from '../system/proxy.ts';
import { dropPeriod } from '../system/text.ts';
import { classifyAttempt, type SendAttempt, toHttpAnswer } from './classify-attempt.ts';
import type { Transport } from './transport.ts';

export interface ChannelPost {
  /** Equal for each attempt, so that a receiver recognises a repeat. */
  readonly id: string;
  readonly body: string;
}

/** Time for the connection, for the answer of a channel, and for the rest of an answer. */
const maxMs = 30_000;

const maxQuoted = 200;

/** A request, and who gets it in sentences. */
export interface HttpCall {
  readonly receiver: string;
  readonly scope: 'channel' | 'server';
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
  /** The longest wait for the status. */
  readonly maxAnswerMs?: number;
  /** An earlier request may have been accepted. */
  readonly isRepeat?: boolean;
}

/** An answer with the first characters of its body. */
export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Posts the messages of digests to their channels. */
export const createHttpTransport = (now: () => number, late: AbortSignal): Transport => ({
  repeats: null,
  async send({ digest, body, readers, messageId }, release) {
    const channel = readers.channels.find(({ id }) => id === digest.recipient);
    if (channel === undefined) throw new Error(`there is no channel "${digest.recipient}"`);
    return postMessage(channel, { id: messageId, body: body.text }, release, { now, late });
  },
  close: () => undefined,
});

/** Posts a message as {@link exchange} does. */
export async function postMessage(
  channel: Channel,
  post: ChannelPost,
  release: () => Promise<void>,
  { now = Date.now, late }: { readonly now?: () => number; readonly late?: AbortSignal } = {},
): Promise<SendAttempt> {
  const { url } = channel;
  const headers = createHeaders(channel, post, now());
  const request = { receiver: 'the channel', scope: 'channel', url, headers, body: post.body } as const;
  const reply = await exchange(request, release, late);
  return 'status' in reply ? classifyReply(reply, now()) : reply;
}

/**
 * Sends a request. `release` runs after the connection is open and before the first byte. Follows no redirect. Never
 * rejects; an attempt without an answer is returned in its place.
 */
export async function exchange(
  { receiver, scope, isRepeat = false, maxAnswerMs = maxMs, ...options }: HttpCall,
  release: () => Promise<void>,
  late?: AbortSignal,
): Promise<HttpReply | SendAttempt> {
  const timeout = createTimeout();
  const signal = late === undefined ? timeout.signal : AbortSignal.any([timeout.signal, late]);
  let released = false;
  let request: ClientRequest | null = null;
  const fail = (reason: string, of: 'channel' | 'server' = scope): SendAttempt =>
    classifyAttempt({ answer: 'none', released, isRepeat, reason, scope: of });
  const stop = (): SendAttempt =>
    fail(
      released
        ? `the bot was stopped while it waited for the answer; ${receiver} may have the message`
        : 'the bot was stopped before the request was released',
      'server',
    );
  try {
    request = await connect(options, signal);
    timeout.clear();
    try {
      await release();
    } catch (thrown) {
      return fail(`the ledger did not let the message leave: ${describe(thrown)}`, 'server');
    }
    if (late?.aborted === true) return stop();
    if (request.destroyed) return fail(`${receiver} closed the connection before the request`);
    released = true;
    timeout.restart(maxAnswerMs);
    const answered = once(request, 'response', { signal });
    request.end(options.body);
    const [response] = (await answered) as [IncomingMessage];
    timeout.restart(maxMs);
    const { statusCode = 0, headers } = response;
    return { status: statusCode, headers, text: await readStart(response) };
  } catch (thrown) {
    if (late?.aborted === true) return stop();
    const why = timeout.signal.aborted ? String(timeout.signal.reason) : describe(thrown);
    return fail(
      released
        ? `the connection ended after the request was released and before the answer (${why}); ${receiver} may have the message`
        : `${receiver} was not reached: ${why}`,
    );
  } finally {
    timeout.clear();
    request?.destroy();
  }
}

/** Connects without sending. Returns null, or one clause with the fault. */
export async function checkChannel(channel: Channel): Promise<string | null> {
  try {
    (await connect({ url: channel.url, headers: {} }, AbortSignal.timeout(maxMs))).destroy();
    return null;
  } catch (thrown) {
    return `the channel was not reached: ${describe(thrown)}`;
  }
}

/** Opens the connection of a request, which sends its first byte with its body. */
async function connect(
  { url, method = 'POST', headers }: Pick<HttpCall, 'url' | 'method' | 'headers'>,
  signal: AbortSignal,
): Promise<ClientRequest> {
  const secure = URL.parse(url)?.protocol === 'https:';
  const open = secure ? httpsRequest : httpRequest;
  const tunnel = await connectByProxy(new URL(url), signal);
  const connection = tunnel === null ? { agent: false } : { createConnection: () => tunnel };
  const request = open(url, { method, headers, signal, ...connection });
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
  return signHmac(key, content).toString('base64');
}

/** An answer of a service that explains a refusal is shorter. */
const maxAnswer = 16_384;

/** The first characters of an answer. A cut answer has its status already. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response) {
      text += String(chunk);
      if (text.length >= maxAnswer) break;
    }
  } catch {
    return text;
  }
  return text;
}

function classifyReply({ status, headers, text }: HttpReply, now: number): SendAttempt {
  const answer = toHttpAnswer(status);
  const quoted = text.replace(/\s+/g, ' ').trim().slice(0, maxQuoted);
  const isRedirect = status >= 300 && status < 400;
  const more = isRedirect ? ' with a redirect, which is not followed' : quoted === '' ? '' : `: ${quoted}`;
  return classifyAttempt({
    answer,
    released: true,
    reason: answer === 'accepted' ? null : `the channel answered ${status}${more}`,
    scope: answer === 'deferred' ? 'channel' : 'recipient',
    retryAfterMs: answer === 'deferred' ? parseRetryAfter(headers['retry-after'], now) : null,
  });
}

/** An error in one clause. Node's errors name a host, never a path. */
function describe(thrown: unknown): string {
  return dropPeriod(readError(thrown).message.replace(/\s+/g, ' '));
}

function createTimeout() {
  const controller = new AbortController();
  let timer: NodeJS.Timeout;
  const restart = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(`it did not answer for ${ms / 1000} seconds`), ms);
  };
  restart(maxMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer), restart };
}
