import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { parseRetryAfter } from '@answershare/core';
import type { Channel } from '../settings/channels.ts';
import { readError } from '../system/errors.ts';
import { connectByProxy } from '../system/proxy.ts';
import { dropPeriod } from '../system/text.ts';
import { type AttemptEvidence, classifyAttempt, type SendAttempt, toHttpAnswer } from './classify-attempt.ts';
import type { Transport } from './transport.ts';

export interface ChannelPost {
  /** Equal for each attempt, so that a receiver recognises a repeat. */
  readonly id: string;
  readonly body: string;
}

/** Time for the connection, and then for the answer. */
const maxMs = 30_000;

const maxQuoted = 200;

/** Posts the messages of digests to their channels. */
export const createHttpTransport = (now: () => number, late: AbortSignal): Transport => ({
  async send({ digest, body, readers, messageId }, release) {
    const channel = readers.channels.find(({ id }) => id === digest.recipient);
    if (channel === undefined) throw new Error(`there is no channel "${digest.recipient}"`);
    return postMessage(channel, { id: messageId, body: body.text }, release, { now, late });
  },
  close: () => undefined,
});

/**
 * Posts a message. `release` runs after the connection is open and before the first byte of the request. Follows no
 * redirect. Never rejects.
 */
export async function postMessage(
  channel: Channel,
  post: ChannelPost,
  release: () => Promise<void>,
  { now = Date.now, late }: { readonly now?: () => number; readonly late?: AbortSignal } = {},
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
      const reason = `the ledger did not let the message leave: ${describe(thrown)}`;
      return createFault({ released, reason, scope: 'server' });
    }
    if (late?.aborted === true) return createStoppedAttempt(false);
    if (request.destroyed)
      return createFault({
        released,
        reason: 'the channel closed the connection before the request',
        scope: 'channel',
      });
    released = true;
    timeout.restart();
    const answered = once(request, 'response', { signal });
    request.end(post.body);
    const [response] = (await answered) as [IncomingMessage];
    return classifyAnswer(response, await readStart(response), now());
  } catch (thrown) {
    if (late?.aborted === true) return createStoppedAttempt(released);
    const why = timeout.signal.aborted ? `it did not answer for ${maxMs / 1000} seconds` : describe(thrown);
    const reason = released
      ? `the connection ended after the request was released and before the answer (${why}); the channel may have the message`
      : `the channel was not reached: ${why}`;
    return createFault({ released, reason, scope: 'channel' });
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
  const answer = toHttpAnswer(statusCode);
  const quoted = text.replace(/\s+/g, ' ').trim().slice(0, maxQuoted);
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const more = isRedirect ? ' with a redirect, which is not followed' : quoted === '' ? '' : `: ${quoted}`;
  return classifyAttempt({
    answer,
    released: true,
    reason: answer === 'accepted' ? null : `the channel answered ${statusCode}${more}`,
    scope: answer === 'deferred' ? 'channel' : 'recipient',
    retryAfterMs: answer === 'deferred' ? parseRetryAfter(headers['retry-after'], now) : null,
  });
}

const createFault = (evidence: Omit<AttemptEvidence, 'answer'>): SendAttempt =>
  classifyAttempt({ answer: 'none', ...evidence });

const createStoppedAttempt = (released: boolean): SendAttempt =>
  createFault({
    released,
    reason: released
      ? 'the bot was stopped while it waited for the answer; the channel may have the message'
      : 'the bot was stopped before the request was released',
    scope: 'server',
  });

/** An error in one clause. Node's errors name a host, never a path. */
function describe(thrown: unknown): string {
  return dropPeriod(readError(thrown).message.replace(/\s+/g, ' '));
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
