import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Outcome } from '../faults/disturbed.ts';
import { packed } from './packing.ts';

/** How an answer leaves: over a socket when there is one (`outgoing`), else as a Response in the same process. */
export interface Way {
  readonly outgoing: ServerResponse | null;
  readonly acceptEncoding: string | null;
  /** Aborted when the caller goes away or the sandbox closes. */
  ended(): AbortSignal;
  readonly now: number;
}

/** A call without a socket that gets no answer; the cause is what fetch would reject with. */
export class Severed extends Error {}

/** Gives the outcome to the caller, broken as its fault says. Throws Severed only where there is no socket. */
export async function deliver(outcome: Outcome, way: Way): Promise<Response> {
  const { answer, fault } = outcome;
  if (fault?.fault === 'slow' && !(await waited(fault.delayMs, way))) return abandoned(way);
  if (answer === null) {
    if (fault?.fault === 'reset' || fault?.fault === 'empty') return breakOff(fault.fault, way);
    await untilEnded(way);
    return abandoned(way);
  }
  const whole = fault?.fault !== 'cutConnection';
  const { headers, body } = packed(answer, way.now, whole ? way.acceptEncoding : null);
  if (!whole) return cutConnection(answer.status, headers, body, way);
  return new Response(new Uint8Array(body), { status: answer.status, headers });
}

/** Waits so many milliseconds of the machine's time; false when the caller went away or the sandbox closed. */
async function waited(milliseconds: number, way: Way): Promise<boolean> {
  const signal = way.ended();
  return delay(milliseconds, true, { signal }).catch((reason: unknown) => {
    if (signal.aborted) return false;
    throw reason;
  });
}

async function untilEnded(way: Way): Promise<void> {
  const signal = way.ended();
  if (!signal.aborted) await once(signal, 'abort');
}

function abandoned(way: Way): Response {
  if (way.outgoing === null)
    throw new Severed('The call ended without an answer.', { cause: way.ended().reason });
  way.outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

function breakOff(how: 'reset' | 'empty', way: Way): Response {
  if (way.outgoing === null) {
    throw new Severed('The connection broke.', {
      cause: broken('fetch failed', how === 'reset' ? 'ECONNRESET' : 'UND_ERR_SOCKET'),
    });
  }
  if (how === 'reset') way.outgoing.socket?.resetAndDestroy();
  else way.outgoing.socket?.end();
  return RESPONSE_ALREADY_SENT;
}

/** The headers announce the whole body; half of it arrives. */
function cutConnection(status: number, headers: Headers, body: Buffer, way: Way): Response {
  const half = body.subarray(0, Math.floor(body.byteLength / 2));
  const { outgoing } = way;
  if (outgoing === null) return new Response(halfThenError(half), { status, headers });
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.write(half, () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

function halfThenError(half: Buffer): ReadableStream<Uint8Array> {
  let given = false;
  return new ReadableStream({
    pull(controller) {
      if (given) controller.error(broken('terminated', 'UND_ERR_SOCKET'));
      else controller.enqueue(new Uint8Array(half));
      given = true;
    },
  });
}

/** A TypeError as fetch of Node gives it. */
function broken(message: string, code: string): TypeError {
  return new TypeError(message, {
    cause: Object.assign(new Error('The sandbox broke the connection.'), { code }),
  });
}
