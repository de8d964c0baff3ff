import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Quirks } from '../quirks/table.ts';

/** How an answer leaves: over a socket when there is one (`outgoing`), else as a Response in the same process. */
export interface Way {
  readonly outgoing: ServerResponse | null;
  readonly acceptEncoding: string | null;
  /** Aborted when the caller goes away or the sandbox closes. */
  ended(): AbortSignal;
  readonly now: number;
  readonly quirks: Quirks;
}

/** A call without a socket that gets no answer; the cause is what fetch would reject with. */
export class Severed extends Error {}

/** No answer, because the caller went away or the sandbox closed. */
export function abandoned(way: Way): Response {
  if (way.outgoing === null)
    throw new Severed('The call ended without an answer.', { cause: way.ended().reason });
  way.outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** A TypeError as fetch of Node gives it. */
export function broken(message: string, code: string): TypeError {
  return new TypeError(message, {
    cause: Object.assign(new Error('The sandbox broke the connection.'), { code }),
  });
}

/** Waits so many milliseconds of the machine's time; false when the signal ended the wait. */
export async function waited(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return delay(milliseconds, true, { signal }).catch((reason: unknown) => {
    if (signal.aborted) return false;
    throw reason;
  });
}
