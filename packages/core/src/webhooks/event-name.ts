import { isObject, type JsonObject } from '../bodies/json.ts';
import { normalizeName, readText, segment } from '../bodies/names.ts';
import type { WebhookDelivery } from './delivery.ts';
import { type EventKind, kindOf } from './event-kinds.ts';

/** A name that an event goes by, and where it stands. */
export interface EventName {
  readonly name: string;
  readonly kind: EventKind | null;
  readonly place: string;
  /** False for a header, which no scheme signs. */
  readonly signed: boolean;
}

const fields = ['type', 'event', 'eventtype', 'eventname', 'topic', 'action', 'kind'];

function inHeaders(headers: WebhookDelivery['headers']): readonly EventName[] {
  return Object.keys(headers)
    .filter((header) => /-(event|topic)(-type)?$/i.test(header))
    .map((header) => ({ header: header.toLowerCase(), name: (headers[header] ?? '').trim() }))
    .filter(({ name }) => name !== '')
    .map(({ header, name }) => ({ name, kind: kindOf(name), place: `header ${header}`, signed: false }));
}

function inBody(body: JsonObject): readonly EventName[] {
  const found: EventName[] = [];
  for (const wanted of fields) {
    for (const field of Object.keys(body)) {
      if (normalizeName(field) !== wanted) continue;
      const value = body[field];
      const nested = isObject(value)
        ? Object.keys(value).find((one) => /^(type|name)$/i.test(one))
        : undefined;
      const name = isObject(value) && nested !== undefined ? readText(value[nested]) : readText(value);
      const place = segment(field) + (nested === undefined ? '' : segment(nested));
      if (name !== null) found.push({ name, kind: kindOf(name), place, signed: true });
    }
  }
  return found;
}

/**
 * Every name that a delivery gives its event, headers first, then the top of the body. The `type` inside `data` is not
 * looked at: Square writes the type of the object there.
 */
export function eventNames(headers: WebhookDelivery['headers'], body: unknown): readonly EventName[] {
  return inHeaders(headers).concat(isObject(body) ? inBody(body) : []);
}
