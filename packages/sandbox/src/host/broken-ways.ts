import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Fault, FaultKind } from '../faults/fault.ts';
import type { Parcel } from './packing.ts';
import { abandoned, broken, Severed, type Way, waited } from './way.ts';

/** A break before any answer. */
export const WITHOUT_ANSWER: Readonly<
  Partial<Record<FaultKind, (way: Way) => Response | Promise<Response>>>
> = {
  reset: (way) => {
    if (way.outgoing === null) throw severed('ECONNRESET');
    way.outgoing.socket?.resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  },
  empty: (way) => {
    if (way.outgoing === null) throw severed('UND_ERR_SOCKET');
    way.outgoing.socket?.end();
    return RESPONSE_ALREADY_SENT;
  },
  hang: async (way) => {
    const signal = way.ended();
    if (!signal.aborted) await once(signal, 'abort');
    return abandoned(way);
  },
};

/** A break while the answer is sent. Its body is never packed, so that the bytes tell where it broke. */
export const IN_THE_BODY: Readonly<
  Partial<Record<FaultKind, (parcel: Parcel, way: Way, fault: Fault) => Response>>
> = {
  cutConnection: (parcel, way) => cutBody(parcel, way, parcel.headers),
  chunkCut: (parcel, way) => cutBody(parcel, way, withoutLength(parcel)),
  badChunk,
  dribble: (parcel, way, { delayMs }) =>
    new Response(dribble(parcel.body, delayMs, way.ended()), {
      status: parcel.status,
      headers: new Headers(parcel.headers.map(([name, value]) => [name, value])),
    }),
};

function severed(code: string): Severed {
  return new Severed('The connection broke.', { cause: broken('fetch failed', code) });
}

/** Half of the body arrives; with its length announced or, without, in chunks that never end. */
function cutBody(parcel: Parcel, { outgoing }: Way, headers: Parcel['headers']): Response {
  const half = firstHalf(parcel);
  if (outgoing === null) return halfAnswer(parcel, headers);
  outgoing.writeHead(parcel.status, headers.flat());
  outgoing.write(half, () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** A chunk whose size is no hexadecimal number (RFC 9112 §7.1), written past Node's own framing. */
function badChunk(parcel: Parcel, { outgoing }: Way): Response {
  const headers = withoutLength(parcel);
  if (outgoing === null) return halfAnswer(parcel, headers);
  const head = [
    `HTTP/1.1 ${parcel.status} ${STATUS_CODES[parcel.status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Transfer-Encoding: chunked',
  ];
  const { socket } = outgoing;
  socket?.write(`${head.join('\r\n')}\r\n\r\nzz\r\n`);
  socket?.end(firstHalf(parcel));
  return RESPONSE_ALREADY_SENT;
}

function firstHalf({ body }: Parcel): Buffer {
  return body.subarray(0, Math.floor(body.byteLength / 2));
}

function withoutLength({ headers }: Parcel): Parcel['headers'] {
  return headers.filter(([name]) => name !== 'Content-Length');
}

function halfAnswer(parcel: Parcel, headers: Parcel['headers']): Response {
  const half = firstHalf(parcel);
  let given = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (given) controller.error(broken('terminated', 'UND_ERR_SOCKET'));
      else controller.enqueue(new Uint8Array(half));
      given = true;
    },
  });
  return new Response(body, {
    status: parcel.status,
    headers: new Headers(headers.map(([name, value]) => [name, value])),
  });
}

/** One byte after another, so many milliseconds apart, until the caller goes away or the sandbox closes. */
function dribble(body: Buffer, gapMs: number, ended: AbortSignal): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at > 0 && !(await waited(gapMs, ended))) {
        controller.error(ended.reason);
        return;
      }
      controller.enqueue(new Uint8Array(body.subarray(at, at + 1)));
      at += 1;
      if (at >= body.byteLength) controller.close();
    },
  });
}
