import type { Quirks } from '../quirks/quirks.ts';
import type { WebhookEvent } from './events.ts';
import { KINDS } from './kinds.ts';
import { encodeBody } from './payload.ts';
import { listSecrets, type WebhookEndpoint } from './registry.ts';
import { signatureHeader, timestamp } from './signature.ts';
import { findScheme, type SigningProfile } from './signing-profile.ts';
import type { DeliveryCapture, DeliveryReceipt } from './transport.ts';

/** What is wrong with a delivery on purpose. */
export interface DeliveryFlaws {
  /** Signed with a secret that nobody has. */
  readonly wrongSecret: boolean;
  /** Whole seconds added to the signed time: below zero it is stale, above it lies in the future. */
  readonly timeShift: number;
  readonly trailingNewline: boolean;
  /** Letters beyond ASCII as \u escapes. */
  readonly escaped: boolean;
}

export interface DeliveryAttempt extends DeliveryReceipt {
  /** Asked for by the admin, beside the schedule. */
  readonly replay: boolean;
  /** The sandbox's time, milliseconds since 1970. */
  readonly at: number;
  readonly capture: DeliveryCapture;
}

/** One event on its way to one endpoint. */
export interface OutgoingDelivery {
  /** The id that the receiver sees. */
  readonly id: string;
  /** Its place in the log, from 1; ids may repeat on purpose, numbers do not. */
  readonly number: number;
  readonly endpoint: string;
  readonly event: WebhookEvent;
  readonly manner: SigningProfile;
  readonly snake: boolean;
  readonly flaws: DeliveryFlaws;
  readonly attempts: readonly DeliveryAttempt[];
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due; null when there is none. */
  readonly due: number | null;
}

/** The request of an attempt at an instant. Body and signature are made together, over the same bytes. */
export function signDelivery(
  delivery: OutgoingDelivery,
  endpoint: WebhookEndpoint,
  now: number,
): DeliveryCapture {
  const { event, manner: profile, flaws } = delivery;
  const scheme = findScheme(profile);
  const at = now + flaws.timeShift * 1_000;
  const name = KINDS[event.kind][profile.names];
  const inBody = profile.ids === 'body' || profile.ids === 'both';
  const signsId = scheme.content.includes('{id}');
  const body = encodeBody(
    { event, name, deliveryId: inBody ? delivery.id : null },
    {
      payload: profile.payload,
      snake: delivery.snake,
      time: scheme.time?.in === 'body' ? { [scheme.time.name]: at } : {},
      escaped: flaws.escaped,
      trailingNewline: flaws.trailingNewline,
    },
  );
  const secrets = flaws.wrongSecret ? [WRONG_SECRET] : listSecrets(endpoint, now);
  const inHeader = signsId || profile.ids === 'header' || profile.ids === 'both';
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
      ...(profile.payload === 'headed' ? { 'X-Service-Event': name } : {}),
    },
    bodyBase64: body.toString('base64'),
  };
}

/** Nobody is given this secret: what it signs verifies nowhere. */
const WRONG_SECRET = `whsec_${Buffer.from('a secret that no endpoint has...').toString('base64')}`;

/** How often a delivery is tried again when the receiver does not answer 2xx. */
export type RetryPlan = Quirks['webhookRetries'];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds of the sandbox's clock from one attempt to the next; after the last one the delivery has failed. */
const RETRY_DELAYS_MS: Readonly<Record<RetryPlan, readonly number[]>> = {
  schedule: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR],
  few: [10 * SECOND, MINUTE],
  none: [],
};

/** When the next attempt is due after so many, the last one at `last`; null when there is none. */
export function findNextAttempt(plan: RetryPlan, attempts: number, last: number): number | null {
  const delay = RETRY_DELAYS_MS[plan][attempts - 1];
  return delay === undefined ? null : last + delay;
}

/** The receiver wants no more deliveries (Standard Webhooks: 410 disables the endpoint). */
export const GONE = 410;

/**
 * A delivery after one more attempt: any 2xx ends it, 410 ends it for good, all else waits for the next one of the
 * schedule. A replay that fails changes nothing.
 */
export function recordAttempt(delivery: OutgoingDelivery, attempt: DeliveryAttempt): OutgoingDelivery {
  const attempts = [...delivery.attempts, attempt];
  const { status } = attempt;
  if (status !== null && status >= 200 && status < 300)
    return { ...delivery, attempts, state: 'delivered', due: null };
  if (attempt.replay && status !== GONE) return { ...delivery, attempts };
  const scheduled = attempts.filter(({ replay }) => !replay).length;
  const due = status === GONE ? null : findNextAttempt(delivery.manner.retries, scheduled, attempt.at);
  return { ...delivery, attempts, state: due === null ? 'failed' : 'waiting', due };
}
