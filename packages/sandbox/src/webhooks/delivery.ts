import type { Endpoint } from './endpoint.ts';
import { secretsAt } from './endpoint.ts';
import type { WebhookEvent } from './events.ts';
import { KINDS } from './kinds.ts';
import { type Manner, schemeOf } from './manner.ts';
import { bodyBytes } from './payload.ts';
import { signatureHeader, timestamp } from './signature.ts';
import type { Capture, Receipt } from './transport.ts';

/** What is wrong with a delivery on purpose. */
export interface Flaws {
  /** Signed with a secret that nobody has. */
  readonly wrongSecret: boolean;
  /** Whole seconds added to the signed time: below zero it is stale, above it lies in the future. */
  readonly timeShift: number;
  readonly trailingNewline: boolean;
  /** Letters beyond ASCII as \u escapes. */
  readonly escaped: boolean;
}

export interface Attempt extends Receipt {
  /** Asked for by the admin, beside the schedule. */
  readonly replay: boolean;
  /** The sandbox's time, milliseconds since 1970. */
  readonly at: number;
  readonly capture: Capture;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  /** The id that the receiver sees. */
  readonly id: string;
  /** Its place in the log, from 1; ids may repeat on purpose, numbers do not. */
  readonly number: number;
  readonly endpoint: string;
  readonly event: WebhookEvent;
  readonly manner: Manner;
  readonly snake: boolean;
  readonly flaws: Flaws;
  readonly attempts: readonly Attempt[];
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due; null when there is none. */
  readonly due: number | null;
}

/** The request of an attempt at an instant. Body and signature are made together, over the same bytes. */
export function captureOf(delivery: Delivery, endpoint: Endpoint, now: number): Capture {
  const { event, manner, flaws } = delivery;
  const scheme = schemeOf(manner);
  const at = now + flaws.timeShift * 1_000;
  const name = KINDS[event.kind][manner.names];
  const inBody = manner.ids === 'body' || manner.ids === 'both';
  const signsId = scheme.content.includes('{id}');
  const body = bodyBytes(
    { event, name, deliveryId: inBody ? delivery.id : null },
    {
      payload: manner.payload,
      snake: delivery.snake,
      time: scheme.time?.in === 'body' ? { [scheme.time.name]: at } : {},
      escaped: flaws.escaped,
      trailingNewline: flaws.trailingNewline,
    },
  );
  const secrets = flaws.wrongSecret ? [WRONG_SECRET] : secretsAt(endpoint, now);
  const inHeader = signsId || manner.ids === 'header' || manner.ids === 'both';
  const { url } = endpoint;
  return {
    method: 'POST',
    url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'sandbox-webhooks/1',
      'X-Service-Signature': signatureHeader(scheme, secrets, { id: delivery.id, at, url, body }),
      ...(scheme.time?.in === 'header' ? { [scheme.time.name]: timestamp(scheme, at) } : {}),
      ...(inHeader ? { [scheme.idHeader]: delivery.id } : {}),
      ...(manner.payload === 'headed' ? { 'X-Service-Event': name } : {}),
    },
    bodyBase64: body.toString('base64'),
  };
}

/** Nobody is given this secret: what it signs verifies nowhere. */
const WRONG_SECRET = `whsec_${Buffer.from('a secret that no endpoint has...').toString('base64')}`;
