import { readInstant } from '../calendar/instant.ts';
import { findField, isObject, type JsonObject, readText, toSegment } from '../json/json.ts';
import { parseBody } from '../json/parse-json.ts';
import { findHeader, limitHeaders, type WebhookDelivery } from './delivery.ts';
import { hexText, utf8Text } from './encodings.ts';
import { type EventKind, type EventName, findEventNames } from './event-kinds.ts';
import { type SignatureScheme, signsPart } from './signature-scheme.ts';

/** The content of a delivery. Use it only as a trigger to fetch: the specification does not explain its numbers. */
export interface DeliveryReading {
  readonly kind: EventKind | 'unknown';
  /** The event's name as sent; null if absent. */
  readonly wireName: string | null;
  /** The website id in the delivery; null if absent. */
  readonly website: string | null;
  /**
   * Id for deduplication: a signed id header, else an id of the payload, else the body's hash. An attacker who replays a
   * delivery can change any other header.
   */
  readonly id: string;
  readonly idFrom: 'header' | 'payload' | 'body-hash';
  /** SHA-256 of the body, hexadecimal; unlike headers, a replay cannot change it. */
  readonly bodyHash: string;
  /** Time of the event, milliseconds since the epoch; null if absent. */
  readonly occurredAt: number | null;
  /** The event's fields without their envelope; null if the body is not a JSON object. */
  readonly payload: JsonObject | null;
  readonly trace: DeliveryTrace;
}

/** The origin of each part of a delivery, and notes on it. */
interface DeliveryTrace {
  /** JSON Pointer or header of each part. */
  readonly fields: Readonly<Record<string, { readonly pointer: string }>>;
  readonly notes: readonly string[];
}

class Tracer {
  readonly fields: Record<string, { readonly pointer: string }> = {};
  readonly notes: string[] = [];

  recordField(part: string, pointer: string): void {
    this.fields[part] = { pointer };
  }

  addNote(words: string): void {
    this.notes.push(words);
  }
}

interface LocatedValue {
  readonly object: JsonObject;
  readonly pointer: string;
}

const envelopeFields = ['data', 'payload', 'object'];
const websiteIdFields = ['websiteid', 'siteid', 'brandid'];
const websiteFields = ['website', 'site', 'brand'];
const eventIdFields = ['eventid', 'deliveryid', 'webhookid', 'messageid', 'id', 'uuid'];
/** Longer texts are not ids. */
const maxIdLength = 256;
const timeFields = ['occurredat', 'happenedat', 'eventtime', 'timestamp', 'createdat', 'time'];

function unwrapEnvelope(body: unknown): readonly LocatedValue[] {
  if (!isObject(body)) return [];
  const name = findField(
    body,
    envelopeFields.filter((one) => {
      const field = findField(body, [one]);
      return field !== null && isObject(body[field]);
    }),
  );
  const inner = name === null ? undefined : body[name];
  const outer: LocatedValue = { object: body, pointer: '' };
  return name !== null && isObject(inner) ? [outer, { object: inner, pointer: toSegment(name) }] : [outer];
}

function findFirst(
  places: readonly LocatedValue[],
  aliases: readonly string[],
): { readonly value: unknown; readonly pointer: string } | null {
  for (const { object, pointer } of places) {
    const name = findField(
      object,
      aliases.filter((alias) => {
        const field = findField(object, [alias]);
        return field !== null && readText(object[field]) !== null;
      }),
    );
    if (name !== null) return { value: object[name], pointer: pointer + toSegment(name) };
  }
  return null;
}

function findWebsiteId(places: readonly LocatedValue[], tracer: Tracer): string | null {
  const direct = findFirst(places, websiteIdFields);
  if (direct !== null) {
    tracer.recordField('website', direct.pointer);
    return readText(direct.value);
  }
  for (const { object, pointer } of places) {
    const name = findField(object, websiteFields);
    const value = name === null ? undefined : object[name];
    if (name === null || !isObject(value)) continue;
    const inner = findFirst(
      [{ object: value, pointer: pointer + toSegment(name) }],
      ['id', ...websiteIdFields],
    );
    if (inner === null) continue;
    tracer.recordField('website', inner.pointer);
    return readText(inner.value);
  }
  return null;
}

function parseEventTime(value: unknown): number | null {
  const text = readText(value) ?? '';
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  return /^\d{13}$/.test(text) ? Number(text) : readInstant(text);
}

/** The event, by a signed name first. Notes names that contradict it. */
function findEvent(
  { headers }: WebhookDelivery,
  root: LocatedValue | undefined,
  tracer: Tracer,
): EventName | null {
  const events = findEventNames(headers, root?.object);
  const known = events.filter(({ kind }) => kind !== null);
  const event = known.find(({ signed }) => signed) ?? known[0] ?? events[0] ?? null;
  if (event === null) return null;
  tracer.recordField('kind', event.place);
  for (const other of known)
    if (other.kind !== event.kind)
      tracer.addNote(
        `${other.place} says "${other.name}", and ${event.place}, which is signed, "${event.name}"`,
      );
  if (event.kind === null) tracer.addNote(`"${event.name}" is no event that the specification describes`);
  return event;
}

/** The delivery's id: of the signed header, else of the payload, else the hash of the body. */
function findDeliveryId(
  { headers }: WebhookDelivery,
  places: readonly LocatedValue[],
  scheme: SignatureScheme | null,
  bodyHash: string,
  tracer: Tracer,
): Pick<DeliveryReading, 'id' | 'idFrom'> {
  const idHeader = scheme !== null && signsPart(scheme.content, 'id') ? scheme.idHeader : null;
  const headerId = idHeader === null ? null : findHeader(headers, idHeader);
  if (headerId !== null) {
    tracer.recordField('id', `header ${idHeader}`);
    return { id: headerId, idFrom: 'header' };
  }
  const found = findFirst(places, eventIdFields);
  const id = found === null ? null : readText(found.value);
  if (found === null || id === null || id.length > maxIdLength) return { id: bodyHash, idFrom: 'body-hash' };
  tracer.recordField('id', found.pointer);
  return { id, idFrom: 'payload' };
}

function findEventTime(places: readonly LocatedValue[], tracer: Tracer): number | null {
  const time = findFirst(places, timeFields);
  const occurredAt = time === null ? null : parseEventTime(time.value);
  if (time !== null && occurredAt !== null) tracer.recordField('occurredAt', time.pointer);
  else if (time !== null) tracer.addNote(`${time.pointer} is no time that can be read`);
  return occurredAt;
}

/**
 * Reads a delivery; never throws and does not verify: call `verifyDelivery` first.
 * @param sha256 SHA-256 of the platform; returns 32 bytes
 * @param scheme the pinned scheme, for its signed id header
 */
export function readDelivery(
  captured: WebhookDelivery,
  sha256: (data: Uint8Array) => Uint8Array,
  scheme: SignatureScheme | null = null,
): DeliveryReading {
  const delivery = limitHeaders(captured);
  const tracer = new Tracer();
  const text = utf8Text(delivery.body);
  const parsed = text === null ? null : parseBody(text);
  if (text === null) tracer.addNote('the body is no UTF-8');
  else if (!parsed?.ok) tracer.addNote(`the body is ${parsed?.what}`);
  const places = unwrapEnvelope(parsed?.ok ? parsed.body : null);
  const event = findEvent(delivery, places[0], tracer);
  const bodyHash = hexText(sha256(delivery.body));
  const { id, idFrom } = findDeliveryId(delivery, places, scheme, bodyHash, tracer);
  const occurredAt = findEventTime(places, tracer);
  return {
    kind: event?.kind ?? 'unknown',
    wireName: event?.name ?? null,
    website: findWebsiteId(places, tracer),
    id,
    idFrom,
    bodyHash,
    occurredAt,
    payload: places[places.length - 1]?.object ?? null,
    trace: { fields: tracer.fields, notes: tracer.notes },
  };
}
