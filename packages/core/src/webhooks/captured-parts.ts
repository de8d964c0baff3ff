import { headerOf, type WebhookDelivery } from './delivery.ts';
import { digestOf, type SignatureEncoding } from './encodings.ts';
import { recogniseForm, type SignatureForm, signatureForms } from './signature-forms.ts';
import { mostCandidates, usualSignatureHeader } from './signature-scheme.ts';

/** A header of a captured delivery that holds digests of the right length. */
export interface FoundSignature {
  readonly header: string;
  readonly form: SignatureForm;
  readonly encoding: SignatureEncoding;
  readonly digests: readonly Uint8Array[];
  /** The time inside the header; null where it has none. */
  readonly timestamp: string | null;
}

const namedAsSignature = /signature|hmac|(^|-)(sig|mac)(-|$)/;
/** What stands beside a signature and tells of it. */
const namedAsOther = /-(timestamp|time|version|algorithm|algo|alg)$/;

/** Each further one multiplies what has to be tried. */
const mostOfAKind = 4;

/** Headers that are named as signatures are, the one of the specification (§6) first; the first few of many. */
export function signatureHeaders(headers: WebhookDelivery['headers']): readonly string[] {
  const named = Object.keys(headers)
    .map((name) => name.toLowerCase())
    .filter(
      (name, at, all) => namedAsSignature.test(name) && !namedAsOther.test(name) && all.indexOf(name) === at,
    );
  return named
    .sort((a, b) => Number(b === usualSignatureHeader) - Number(a === usualSignatureHeader))
    .slice(0, mostOfAKind);
}

/** What a signature of 32 bytes is written in. The lengths differ, so the writing tells, but for base64's alphabets. */
function encodingOf(text: string): SignatureEncoding | null {
  if (digestOf(text, 'hex') !== null) return 'hex';
  if (digestOf(text, 'base64') === null) return null;
  return /[-_]/.test(text) || !/=$/.test(text) ? 'base64url' : 'base64';
}

/** The signatures in a captured delivery's headers. */
export function foundSignatures(headers: WebhookDelivery['headers']): readonly FoundSignature[] {
  const found: FoundSignature[] = [];
  for (const header of signatureHeaders(headers)) {
    const value = headerOf(headers, header) ?? '';
    const form = recogniseForm(value);
    const { candidates: all, timestamp } = signatureForms[form](value);
    const candidates = all.slice(0, mostCandidates);
    const encoding = candidates.map(encodingOf).find((one) => one !== null) ?? null;
    if (encoding === null) continue;
    const digests = candidates.map((text) => digestOf(text, encoding)).filter((one) => one !== null);
    found.push({ header, form, encoding, digests, timestamp });
  }
  return found;
}

/** Delivery-id headers in use, best first: Standard Webhooks, svix, GitHub, Shopify, and what follows their pattern. */
const idNames = [
  /^webhook-id$/,
  /^svix-id$/,
  /(^|-)delivery(-?id)?$/,
  /(^|-)(webhook|message|event)-?id$/,
  /(^|-)id$/,
];

/** Headers that may hold the delivery's id, likeliest first; the first few of many. */
export function idHeaders(headers: WebhookDelivery['headers']): readonly string[] {
  const present = Object.keys(headers).map((name) => name.toLowerCase());
  const ranked = idNames.map((pattern) => present.filter((name) => pattern.test(name)));
  return Array.from(new Set(ranked.flat())).slice(0, mostOfAKind);
}

/** Headers that may hold the time of sending, likeliest first: whole seconds or milliseconds since about 2001. The first few of many. */
export function timeHeaders(headers: WebhookDelivery['headers']): readonly string[] {
  const present = Object.keys(headers)
    .map((name) => name.toLowerCase())
    .filter((name) => /^\d{10}(\d{3})?$/.test(headerOf(headers, name) ?? ''));
  const named = present.filter((name) => /timestamp/.test(name));
  return Array.from(new Set(named.concat(present))).slice(0, mostOfAKind);
}
