import { isObject, type JsonObject, toText } from '../json/json.ts';
import { parseBody } from '../json/parse-json.ts';
import { decodeDigest, type SignatureEncoding, utf8Text } from './encodings.ts';
import {
  maxCandidates,
  recogniseForm,
  type SignatureForm,
  type SignatureScheme,
  type SignatureText,
  signatureForms,
  type TimestampSource,
  usualSignatureHeader,
} from './signature-scheme.ts';

/** A received webhook request. */
export interface WebhookDelivery {
  /** Names in any case; repeated headers joined by `, ` (RFC 9110 §5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** The unparsed bytes of the body. */
  readonly body: Uint8Array;
  /** The URL called by the sender; only schemes that sign it need it. */
  readonly url?: string;
}

/** HMAC-SHA256 (RFC 2104) of the platform; returns 32 bytes. */
export type ComputeHmac = (key: Uint8Array, data: Uint8Array) => Uint8Array;

/** Three base64 signatures have 200 characters; servers accept at least 8 KB of headers (RFC 9110 §5.4). */
const maxValueLength = 4_096;

/** The value of a header, ignoring case; null if absent, empty or too long. */
export function findHeader(headers: WebhookDelivery['headers'], name: string): string | null {
  const wanted = name.toLowerCase();
  const values = Object.keys(headers)
    .filter((key) => key.toLowerCase() === wanted)
    .map((spelled) => toText(headers[spelled]).trim())
    .filter((value) => value !== '');
  const value = values.join(', ');
  return value === '' || value.length > maxValueLength ? null : value;
}

const maxHeaders = 100;
const maxNameLength = 256;

/** True for headers and bytes. Types are not enough: a receiver may pass a parsed body. */
export const isDelivery = (value: unknown): value is WebhookDelivery =>
  isObject(value) &&
  isObject(value.headers) &&
  // `instanceof` is false for bytes of another realm.
  Object.prototype.toString.call(value.body) === '[object Uint8Array]';

/** Drops headers beyond a plausible number or length. Anything but a delivery has neither headers nor bytes. */
export function limitHeaders(delivery: WebhookDelivery): WebhookDelivery {
  const headers: Record<string, string> = {};
  if (!isDelivery(delivery)) return { headers, body: new Uint8Array() };
  const names = Object.keys(delivery.headers).filter((name) => name.length <= maxNameLength);
  for (const name of names.slice(0, maxHeaders)) {
    const value = toText(delivery.headers[name]);
    if (value.length <= maxValueLength) headers[name] = value;
  }
  return { ...delivery, headers };
}

/** The sending time of a delivery. */
export interface SentTime {
  readonly ok: true;
  /** As written, for the signed content; null if the scheme has no time. */
  readonly text: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number | null;
}

/** The body as a JSON object; null otherwise. */
export function parseBodyObject({ body }: WebhookDelivery): JsonObject | null {
  const text = utf8Text(body);
  const parsed = text === null ? null : parseBody(text);
  return parsed?.ok && isObject(parsed.body) ? parsed.body : null;
}

function readTimestampText(
  source: TimestampSource,
  delivery: WebhookDelivery,
  signature: SignatureText,
): string | null {
  if (source.from === 'signature') return signature.timestamp;
  if (source.from === 'header') return findHeader(delivery.headers, source.name);
  const value = parseBodyObject(delivery)?.[source.field];
  return value === undefined || value === null ? null : toText(value);
}

const formatPlace = {
  header: (source: TimestampSource) => (source.from === 'header' ? `the header ${source.name}` : ''),
  signature: () => 'the signature header',
  body: (source: TimestampSource) => (source.from === 'body' ? `the field ${source.field} of the body` : ''),
};

/** Reads the time at the scheme's place: only an integer in the scheme's unit. */
export function readSentTime(
  scheme: SignatureScheme,
  delivery: WebhookDelivery,
  signature: SignatureText,
): SentTime | VerificationFailure {
  const source = scheme.timestamp;
  if (source === null) return { ok: true, text: null, at: null };
  const text = readTimestampText(source, delivery, signature);
  const place = formatPlace[source.from](source);
  if (text === null) return failVerification('no-timestamp', `There is no time in ${place}.`);
  if (!/^\d{1,15}$/.test(text))
    return failVerification('malformed-timestamp', `The time in ${place} is no integer.`);
  return { ok: true, text, at: Number(text) * (source.unit === 's' ? 1000 : 1) };
}

/** A header with digests of the right length. */
export interface FoundSignature {
  readonly header: string;
  readonly form: SignatureForm;
  readonly encoding: SignatureEncoding;
  readonly digests: readonly Uint8Array[];
  /** The time inside the header; null without one. */
  readonly timestamp: string | null;
}

const signatureNamePattern = /signature|hmac|(^|-)(sig|mac)(-|$)/;
/** Companions of a signature header. */
const siblingNamePattern = /-(timestamp|time|version|algorithm|algo|alg)$/;

/** Each candidate multiplies the schemes to try. */
const maxCandidateHeaders = 4;

/** Names of signature headers, at most four; the specified one (§6) first. */
export function signatureHeaders(headers: WebhookDelivery['headers']): readonly string[] {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return [...names]
    .filter((name) => signatureNamePattern.test(name) && !siblingNamePattern.test(name))
    .sort((a, b) => Number(b === usualSignatureHeader) - Number(a === usualSignatureHeader))
    .slice(0, maxCandidateHeaders);
}

/** The encoding of a 32-byte signature, by its length and alphabet. */
function toEncoding(text: string): SignatureEncoding | null {
  if (decodeDigest(text, 'hex') !== null) return 'hex';
  if (decodeDigest(text, 'base64') === null) return null;
  return /[-_]/.test(text) || !/=$/.test(text) ? 'base64url' : 'base64';
}

export function findSignatures(headers: WebhookDelivery['headers']): readonly FoundSignature[] {
  const found: FoundSignature[] = [];
  for (const header of signatureHeaders(headers)) {
    const value = findHeader(headers, header) ?? '';
    const form = recogniseForm(value);
    const { candidates: all, timestamp } = signatureForms[form](value);
    const candidates = all.slice(0, maxCandidates);
    const encoding = candidates.map(toEncoding).find((one) => one !== null) ?? null;
    if (encoding === null) continue;
    const digests = candidates.map((text) => decodeDigest(text, encoding)).filter((one) => one !== null);
    found.push({ header, form, encoding, digests, timestamp });
  }
  return found;
}

/** Names of delivery-id headers, best first: Standard Webhooks, svix, GitHub, Shopify, and similar patterns. */
const idNamePatterns = [
  /^webhook-id$/,
  /^svix-id$/,
  /(^|-)delivery(-?id)?$/,
  /(^|-)(webhook|message|event)-?id$/,
  /(^|-)id$/,
];

/** Headers that may contain the delivery's id, likeliest first, at most four. */
export function idHeaders(headers: WebhookDelivery['headers']): readonly string[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const ranked = idNamePatterns.flatMap((pattern) => names.filter((name) => pattern.test(name)));
  return [...new Set(ranked)].slice(0, maxCandidateHeaders);
}

/** Headers that may contain the sending time, likeliest first, at most four: seconds or milliseconds since about 2001. */
export function timeHeaders(headers: WebhookDelivery['headers']): readonly string[] {
  const present = Object.keys(headers)
    .map((name) => name.toLowerCase())
    .filter((name) => /^\d{10}(\d{3})?$/.test(findHeader(headers, name) ?? ''));
  const named = present.filter((name) => /timestamp/.test(name));
  return [...new Set([...named, ...present])].slice(0, maxCandidateHeaders);
}

export type VerificationFailureReason =
  | 'misconfigured'
  | 'encoded-body'
  | 'not-an-object'
  | 'no-signature'
  | 'malformed-signature'
  | 'no-timestamp'
  | 'malformed-timestamp'
  | 'no-id'
  | 'malformed-id'
  | 'no-url'
  | 'no-match'
  | 'too-old'
  | 'too-new';

/** A verified delivery, or why it failed. `words` are for the receiver's log; senders get one text for all failures. */
export type Verification =
  | {
      readonly ok: true;
      /** Index of the secret that signed it. */
      readonly secret: number;
      /** Sending time, milliseconds since the epoch; null if the scheme has no time. */
      readonly sentAt: number | null;
      /** The delivery's id from the scheme's id header. */
      readonly id: string | null;
      /** True if the id is signed. */
      readonly idSigned: boolean;
    }
  | VerificationFailure;

export interface VerificationFailure {
  readonly ok: false;
  readonly reason: VerificationFailureReason;
  readonly words: string;
}

export function failVerification(reason: VerificationFailureReason, words: string): VerificationFailure {
  return { ok: false, reason, words };
}
