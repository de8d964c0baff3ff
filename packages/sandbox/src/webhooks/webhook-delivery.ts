import type { Quirks } from '../quirks/quirks.ts';
import type { WebhookEvent } from './events.ts';
import { KINDS } from './kinds.ts';
import { encodeBody } from './payload.ts';
import { listSecrets, type WebhookEndpoint } from './registry.ts';
import { signatureHeader, timestamp } from './signature.ts';
import { findScheme, type SigningProfile } from './signing-profile.ts';
import type { DeliveryCapture, DeliveryReceipt } from './transport.ts';

interface DeliveryFlaws {
  /** Signed with a secret that no endpoint has. */
  readonly wrongSecret: boolean;
  /** Whole seconds added to the signed time. */
  readonly timeShift: number;
  readonly trailingNewline: boolean;
  /** Non-ASCII characters as \u escapes. */
  readonly escaped: boolean;
}

export interface DeliveryAttempt extends DeliveryReceipt {
  /** Requested by the admin, outside the schedule. */
  readonly replay: boolean;
  /** The sandbox's time in milliseconds since 1970. */
  readonly at: number;
  readonly capture: DeliveryCapture;
}

/** One event for one endpoint. */
export interface OutgoingDelivery {
  /** The id that the receiver sees. */
  readonly id: string;
  /** Position in the log, from 1. Ids can repeat, numbers cannot. */
  readonly number: number;
  readonly endpoint: string;
  readonly event: WebhookEvent;
  readonly manner: SigningProfile;
  readonly snake: boolean;
  readonly flaws: DeliveryFlaws;
  readonly attempts: readonly DeliveryAttempt[];
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due, or null. */
  readonly due: number | null;
}

/** The request of an attempt. Body and signature use the same bytes. */
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

const WRONG_SECRET = `whsec_${Buffer.from('a secret that no endpoint has...').toString('base64')}`;

/** The retry schedule after a response other than 2xx. */
type RetryPlan = Quirks['webhookRetries'];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds of the sandbox's clock between attempts. After the last one the delivery has failed. */
const RETRY_DELAYS_MS: Readonly<Record<RetryPlan, readonly number[]>> = {
  schedule: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR],
  few: [10 * SECOND, MINUTE],
  none: [],
};

/** When the next attempt is due, after `attempts` attempts; null if there is none. */
function findNextAttempt(plan: RetryPlan, attempts: number, last: number): number | null {
  const delay = RETRY_DELAYS_MS[plan][attempts - 1];
  return delay === undefined ? null : last + delay;
}

/** Standard Webhooks: 410 disables the endpoint. */
export const GONE = 410;

/**
 * The delivery after an attempt. A 2xx ends it, 410 fails it, anything else schedules the next attempt. A failed replay
 * changes nothing.
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
