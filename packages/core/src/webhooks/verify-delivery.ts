import { toText } from '../json/json.ts';
import { checkScheme } from './check-scheme.ts';
import {
  type ComputeHmac,
  failVerification,
  findHeader,
  isDelivery,
  readSentTime,
  type Verification,
  type WebhookDelivery,
} from './delivery.ts';
import { decodeDigest, equalsDigest } from './encodings.ts';
import {
  keyBytes,
  maxCandidates,
  type SignatureScheme,
  signatureForms,
  signedContent,
  signsPart,
} from './signature-scheme.ts';

/*
 * Rules and reasons:
 * - The scheme is pinned, so that a sender cannot choose a weaker header, template, key reading or form.
 * - The MAC covers the received bytes. A parsed and serialized body has other bytes.
 * - Every secret is tried on every candidate without early exit, and digests are compared in constant time.
 * - The body must be a JSON object: the bytes `123.{…}` signed as a body are also `{…}` signed with the time 123.
 * - The time is checked in both directions, because a future time would extend validity. It is required if the scheme
 *   names it.
 */

const maxSecrets = 3;

/** True for bytes that begin and end like a JSON object, ignoring white space and a byte order mark. */
function looksLikeObject(body: Uint8Array): boolean {
  const isSpace = (byte: number | undefined): boolean =>
    byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
  let first = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  let last = body.length - 1;
  while (first < last && isSpace(body[first])) first++;
  while (last > first && isSpace(body[last])) last--;
  return first < last && body[first] === 0x7b && body[last] === 0x7d;
}

/**
 * Verifies a delivery by a pinned scheme. Never throws, whatever the types of scheme, secrets, delivery and time.
 * @param secrets one to three; several during a rotation
 * @param nowMs the receiver's clock, milliseconds since the epoch
 */
export function verifyDelivery(
  scheme: SignatureScheme,
  secrets: readonly string[],
  delivery: WebhookDelivery,
  nowMs: number,
  hmac: ComputeHmac,
): Verification {
  const reading = checkScheme(scheme);
  if (!reading.ok) return failVerification('misconfigured', reading.complaints.join(' '));
  if (!Array.isArray(secrets) || !isDelivery(delivery) || !Number.isFinite(nowMs))
    return failVerification(
      'misconfigured',
      'A list of secrets, a delivery with headers and bytes, and a time are needed.',
    );
  const verified = verifySignature(reading.scheme, secrets, delivery, hmac);
  if (!verified.ok || verified.sentAt === null) return verified;
  const { toleranceSeconds } = reading.scheme;
  const offMs = verified.sentAt - nowMs;
  if (Math.abs(offMs) <= toleranceSeconds * 1000) return verified;
  const seconds = Math.round(Math.abs(offMs) / 1000);
  return offMs < 0
    ? failVerification('too-old', `It was sent ${seconds} s ago; ${toleranceSeconds} s are allowed.`)
    : failVerification('too-new', `Its time is ${seconds} s ahead; ${toleranceSeconds} s are allowed.`);
}

/** {@link verifyDelivery} at any time, by a valid scheme. */
export function verifySignature(
  scheme: SignatureScheme,
  secrets: readonly string[],
  delivery: WebhookDelivery,
  hmac: ComputeHmac,
): Verification {
  if (secrets.length === 0 || secrets.length > maxSecrets)
    return failVerification(
      'misconfigured',
      `One to ${maxSecrets} secrets are needed, and there are ${secrets.length}.`,
    );
  const keys: Uint8Array[] = [];
  for (const secret of secrets) {
    const key = typeof secret === 'string' ? keyBytes(secret, scheme.key) : null;
    if (key === null)
      return failVerification(
        'misconfigured',
        `Secret ${keys.length + 1} is empty or not written as ${scheme.key}.`,
      );
    keys.push(key);
  }
  const { body, headers } = delivery;
  const encoded = findHeader(headers, 'content-encoding');
  if (encoded !== null && encoded.toLowerCase() !== 'identity')
    return failVerification('encoded-body', 'The body is compressed; its signed bytes are not known.');
  if (!looksLikeObject(body)) return failVerification('not-an-object', 'The body is no JSON object.');

  const header = findHeader(headers, scheme.header);
  if (header === null) return failVerification('no-signature', `There is no header ${scheme.header}.`);
  const signature = signatureForms[scheme.form](header);
  const count = signature.candidates.length;
  if (count === 0 || count > maxCandidates)
    return failVerification(
      'malformed-signature',
      `The header ${scheme.header} holds ${count} signatures of the form ${scheme.form}.`,
    );

  const time = readSentTime(scheme, delivery, signature);
  if (!time.ok) return time;
  const id = scheme.idHeader === null ? null : findHeader(headers, scheme.idHeader);
  const idSigned = signsPart(scheme.content, 'id');
  if (idSigned && id === null) return failVerification('no-id', `There is no header ${scheme.idHeader}.`);
  if (idSigned && id?.includes('.'))
    return failVerification(
      'malformed-id',
      `The header ${scheme.idHeader} holds a full stop, which parts id and time.`,
    );

  const parts = { timestamp: time.text, id, url: toText(delivery.url) || null };
  const content = signedContent(scheme.content, parts, body);
  if (content === null)
    return failVerification(
      'no-url',
      'The address that was called is part of what is signed, and is not known.',
    );

  let signer = -1;
  keys.forEach((key, index) => {
    const expected = hmac(key, content);
    for (const candidate of signature.candidates) {
      const digest = decodeDigest(candidate, scheme.encoding);
      if (digest !== null && equalsDigest(digest, expected)) signer = signer < 0 ? index : signer;
    }
  });
  if (signer < 0) return failVerification('no-match', 'No signature fits the body and the secrets.');
  return { ok: true, secret: signer, sentAt: time.at, id, idSigned };
}
