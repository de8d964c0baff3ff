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
