import { type Json, toSnakeCase } from '../query/json.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { WEBHOOK_QUIRKS } from '../quirks/webhook-quirks.ts';
import type { WebhookEvent } from './events.ts';
import { KINDS } from './kinds.ts';

/**
 * `wrapped`: details under `data`. `flat`: all fields in one object. `nested`: website and subject as objects.
 * `headed`: details only, with the kind in the header X-Service-Event.
 */
export type Payload = Quirks['webhookPayload'];

export const PAYLOADS = Object.keys(WEBHOOK_QUIRKS.webhookPayload.values) as readonly Payload[];

export interface WrittenPayload {
  readonly event: WebhookEvent;
  /** The wire name of the kind. */
  readonly name: string;
  /** Null if the body omits it. */
  readonly deliveryId: string | null;
}

type PayloadFields = Record<string, Json>;

const PAYLOAD_SHAPES: Readonly<Record<Payload, (written: WrittenPayload) => PayloadFields>> = {
  wrapped: ({ event, name, deliveryId }) => ({
    ...(deliveryId === null ? {} : { id: deliveryId }),
    type: name,
    createdAt: formatEventTime(event),
    data: { websiteId: event.website.id, websiteName: event.website.name, ...event.details },
  }),
  flat: ({ event, name, deliveryId }) => ({
    ...(deliveryId === null ? {} : { deliveryId }),
    event: name,
    occurredAt: formatEventTime(event),
    websiteId: event.website.id,
    websiteName: event.website.name,
    ...event.details,
  }),
  nested: ({ event, name, deliveryId }) => ({
    ...(deliveryId === null ? {} : { id: deliveryId }),
    eventType: name,
    timestamp: formatEventTime(event),
    website: { ...event.website },
    [KINDS[event.kind].subject]: event.details,
  }),
  headed: ({ event, deliveryId }) => ({
    ...(deliveryId === null ? {} : { deliveryId }),
    occurredAt: formatEventTime(event),
    websiteId: event.website.id,
    ...event.details,
  }),
};

function formatEventTime(event: WebhookEvent): string {
  return new Date(event.at).toISOString();
}

/** The serialisation of a body. */
export interface BodyStyle {
  readonly payload: Payload;
  readonly snake: boolean;
  /** The time of the attempt, if the scheme has it in the body. */
  readonly time: Readonly<Record<string, number>>;
  /** Non-ASCII characters as \u escapes. */
  readonly escaped: boolean;
  readonly trailingNewline: boolean;
}

/** The exact bytes that are signed and sent. */
export function encodeBody(written: WrittenPayload, style: BodyStyle): Buffer {
  const fields = PAYLOAD_SHAPES[style.payload](written);
  const text = JSON.stringify({
    ...(style.snake ? (toSnakeCase(fields) as PayloadFields) : fields),
    ...style.time,
  });
  const plain = style.escaped ? text.replace(/[\u0080-\uffff]/g, escapeUnit) : text;
  return Buffer.from(style.trailingNewline ? `${plain}\n` : plain);
}

/** A UTF-16 code unit as a JSON escape (RFC 8259 §7). */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
