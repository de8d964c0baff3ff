import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Outcome } from '../faults/disturbed.ts';
import { IN_THE_BODY, WITHOUT_ANSWER } from './broken-ways.ts';
import { type Parcel, packed } from './packing.ts';
import { abandoned, type Way, waited } from './way.ts';

/** Gives the outcome to the caller, broken as its fault says. Throws Severed only where there is no socket. */
export async function deliver({ answer, fault }: Outcome, way: Way): Promise<Response> {
  if (fault?.fault === 'slow' && !(await waited(fault.delayMs, way.ended()))) return abandoned(way);
  const without = fault === null ? undefined : WITHOUT_ANSWER[fault.fault];
  if (answer === null) return without === undefined ? abandoned(way) : without(way);
  const inTheBody = fault === null ? undefined : IN_THE_BODY[fault.fault];
  if (fault !== null && inTheBody !== undefined) {
    return inTheBody(packed(answer, way.now, null, way.quirks), way, fault);
  }
  return sent(packed(answer, way.now, way.acceptEncoding, way.quirks), way);
}

/** A Response joins header lines of one name, so these are written past it. */
function sent({ status, headers, body }: Parcel, { outgoing }: Way): Response {
  const names = headers.map(([name]) => name);
  if (outgoing !== null && new Set(names).size < names.length) {
    outgoing.writeHead(status, headers.flat());
    outgoing.end(body);
    return RESPONSE_ALREADY_SENT;
  }
  return new Response(body.byteLength === 0 ? null : new Uint8Array(body), {
    status,
    headers: new Headers(headers.map(([name, value]) => [name, value])),
  });
}
