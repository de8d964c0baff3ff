import { once } from 'node:events';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';
import type { ApiResponse } from '../rest/exchange.ts';
import type { ServedOutcome } from '../rest/serve-with-faults.ts';
import type { PlannedFault, SandboxFaultKind } from '../world/fault.ts';

/** How to send a response: over the socket `outgoing`, or as a Response in the same process if null. */
export interface TransportContext {
  readonly outgoing: ServerResponse | null;
  readonly acceptEncoding: string | null;
  /** Aborts when the caller disconnects or the sandbox closes. */
  ended(): AbortSignal;
  readonly now: number;
  readonly quirks: Quirks;
}

/** A call without socket gets no response. `cause` is the error that fetch rejects with. */
export class ConnectionSevered extends Error {}

/** Sends no response, after the caller disconnected or the sandbox closed. */
function abandonResponse(context: TransportContext): Response {
  if (context.outgoing === null)
    throw new ConnectionSevered('The call ended without an answer.', {
      cause: context.ended().reason,
    });
  context.outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** The TypeError that fetch of Node rejects with. */
function breakResponse(message: string, code: string): TypeError {
  return new TypeError(message, {
    cause: Object.assign(new Error('The sandbox broke the connection.'), { code }),
  });
}

/** Waits in machine time; false if the signal aborted the wait. */
async function waitOrAbort(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return delay(milliseconds, true, { signal }).catch((reason: unknown) => {
    if (signal.aborted) return false;
    throw reason;
  });
}

const GZIP_FROM_BYTES = 1_024;

/** Whether to compress (undecided item 30). */
const GZIP: QuirkTable<'gzip', (acceptEncoding: string | null) => boolean> = {
  on: (acceptEncoding) => acceptsGzip(acceptEncoding ?? ''),
  off: () => false,
};

/** A response in bytes. A repeated header has several entries. */
interface EncodedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Statuses without body and Content-Length (RFC 9110 §8.6). */
const BODILESS: readonly number[] = [204, 304];

/** Adds the Date header of the sandbox's clock plus the skew, and compresses if accepted. */
function encodeResponse(
  answer: ApiResponse,
  now: number,
  acceptEncoding: string | null,
  quirks: Pick<Quirks, 'gzip' | 'dateSkew'>,
): EncodedResponse {
  const plain = Buffer.from(answer.body);
  const zip = plain.byteLength >= GZIP_FROM_BYTES && GZIP[quirks.gzip](acceptEncoding);
  const body = zip ? gzipSync(plain) : plain;
  const headers: ApiResponse['headers'] = {
    Date: new Date(now + quirks.dateSkew * 1000).toUTCString(),
    ...answer.headers,
    Vary: 'Accept-Encoding',
    ...(zip ? { 'Content-Encoding': 'gzip' } : {}),
    ...(BODILESS.includes(answer.status) ? {} : { 'Content-Length': String(body.byteLength) }),
  };
  return { status: answer.status, headers: toHeaderLines(headers), body };
}

function toHeaderLines(headers: ApiResponse['headers']): EncodedResponse['headers'] {
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

/** Faults that send no response. */
const WITHOUT_ANSWER: Readonly<
  Partial<Record<SandboxFaultKind, (context: TransportContext) => Response | Promise<Response>>>
> = {
  reset: (context) => {
    if (context.outgoing === null) throw severConnection('ECONNRESET');
    context.outgoing.socket?.resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  },
  empty: (context) => {
    if (context.outgoing === null) throw severConnection('UND_ERR_SOCKET');
    context.outgoing.socket?.end();
    return RESPONSE_ALREADY_SENT;
  },
  hang: async (context) => {
    const signal = context.ended();
    if (!signal.aborted) await once(signal, 'abort');
    return abandonResponse(context);
  },
};

/** Faults in the middle of a body. The body is not compressed, so that the break has a known position. */
const IN_THE_BODY: Readonly<
  Partial<
    Record<
      SandboxFaultKind,
      (encoded: EncodedResponse, context: TransportContext, fault: PlannedFault) => Response
    >
  >
> = {
  cutConnection: (encoded, context) => cutBody(encoded, context, encoded.headers),
  chunkCut: (encoded, context) => cutBody(encoded, context, omitLength(encoded)),
  badChunk: sendBadChunk,
  dribble: (encoded, context, { delayMs }) =>
    createResponse(encoded, sendSlowly(encoded.body, delayMs, context.ended())),
};

function severConnection(code: string): ConnectionSevered {
  return new ConnectionSevered('The connection broke.', { cause: breakResponse('fetch failed', code) });
}

/** Sends half of the body, with the full Content-Length or in unfinished chunks. */
function cutBody(
  encoded: EncodedResponse,
  { outgoing }: TransportContext,
  headers: EncodedResponse['headers'],
): Response {
  const half = takeFirstHalf(encoded);
  if (outgoing === null) return createHalfResponse(encoded, headers);
  outgoing.writeHead(encoded.status, headers.flat());
  outgoing.write(half, () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** Sends a chunk size that is not hexadecimal (RFC 9112 §7.1). It bypasses Node's framing. */
function sendBadChunk(encoded: EncodedResponse, { outgoing }: TransportContext): Response {
  const headers = omitLength(encoded);
  if (outgoing === null) return createHalfResponse(encoded, headers);
  const head = [
    `HTTP/1.1 ${encoded.status} ${STATUS_CODES[encoded.status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Transfer-Encoding: chunked',
  ];
  const { socket } = outgoing;
  socket?.write(`${head.join('\r\n')}\r\n\r\nzz\r\n`);
  socket?.end(takeFirstHalf(encoded));
  return RESPONSE_ALREADY_SENT;
}

function takeFirstHalf({ body }: EncodedResponse): Buffer {
  return body.subarray(0, Math.floor(body.byteLength / 2));
}

function omitLength({ headers }: EncodedResponse): EncodedResponse['headers'] {
  return headers.filter(([name]) => name !== 'Content-Length');
}

function createHalfResponse(encoded: EncodedResponse, headers: EncodedResponse['headers']): Response {
  const half = takeFirstHalf(encoded);
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) controller.error(breakResponse('terminated', 'UND_ERR_SOCKET'));
      else controller.enqueue(new Uint8Array(half));
      isSent = true;
    },
  });
  return createResponse({ status: encoded.status, headers }, body);
}

/** One byte every `gapMs` milliseconds, until the signal aborts. */
function sendSlowly(body: Buffer, gapMs: number, ended: AbortSignal): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at > 0 && !(await waitOrAbort(gapMs, ended))) {
        controller.error(ended.reason);
        return;
      }
      controller.enqueue(new Uint8Array(body.subarray(at, at + 1)));
      at += 1;
      if (at >= body.byteLength) controller.close();
    },
  });
}

/** Sends the outcome with its fault. Throws ConnectionSevered only without a socket. */
export async function sendResponse(
  { answer, fault }: ServedOutcome,
  context: TransportContext,
): Promise<Response> {
  // A dribble waits between bytes instead.
  const delayMs = fault === null || fault.fault === 'dribble' ? 0 : fault.delayMs;
  if (delayMs > 0 && !(await waitOrAbort(delayMs, context.ended()))) return abandonResponse(context);
  const breakConnection = fault === null ? undefined : WITHOUT_ANSWER[fault.fault];
  if (answer === null)
    return breakConnection === undefined ? abandonResponse(context) : breakConnection(context);
  const breakBody = fault === null ? undefined : IN_THE_BODY[fault.fault];
  if (fault !== null && breakBody !== undefined) {
    return breakBody(encodeResponse(answer, context.now, null, context.quirks), context, fault);
  }
  return sendParts(encodeResponse(answer, context.now, context.acceptEncoding, context.quirks), context);
}

/** A Response joins headers of one name, so repeated headers are written to the socket. */
function sendParts({ status, headers, body }: EncodedResponse, { outgoing }: TransportContext): Response {
  const names = headers.map(([name]) => name);
  if (outgoing !== null && new Set(names).size < names.length) {
    outgoing.writeHead(status, headers.flat());
    outgoing.end(body);
    return RESPONSE_ALREADY_SENT;
  }
  return createResponse({ status, headers }, body.byteLength === 0 ? null : new Uint8Array(body));
}

function createResponse(
  { status, headers }: Pick<EncodedResponse, 'status' | 'headers'>,
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null,
): Response {
  return new Response(body, { status, headers: new Headers(headers.map(([name, value]) => [name, value])) });
}
