import { normalizeName, toText } from '../json/json.ts';
import {
  type ComputeHmac,
  findSignatures,
  idHeaders,
  limitHeaders,
  parseBodyObject,
  signatureHeaders,
  timeHeaders,
  type WebhookDelivery,
} from './delivery.ts';
import { listSuspicions } from './near-misses.ts';
import { findUnpinnableContent } from './other-contents.ts';
import { createMacBudget, type SchemeMatch, searchSchemes } from './search-schemes.ts';
import { contentTemplates, plausibleReadings, type SignatureScheme, signsPart } from './signature-scheme.ts';
import { strangeSignatures, unnamedSignatures } from './strange-signatures.ts';
import { verifySignature } from './verify-delivery.ts';

/** What was tried: names only, no header value and no secret. */
interface Tried {
  readonly signatureHeaders: readonly string[];
  readonly timeHeaders: readonly string[];
  readonly idHeaders: readonly string[];
  readonly contents: readonly string[];
  readonly keyReadings: readonly string[];
  readonly macs: number;
}

interface NearMiss {
  readonly words: string;
  readonly scheme: SignatureScheme;
}

/** The scheme of a delivery, ready to pin, or what was tried and nearly fits. */
export type DeliveryDiagnosis =
  | {
      readonly ok: true;
      readonly scheme: SignatureScheme;
      /** Index of the secret that fits. */
      readonly secret: number;
      readonly warnings: readonly string[];
      readonly tried: Tried;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly near: readonly NearMiss[];
      readonly tried: Tried;
    };

/** Fields of the sending time, not the event's: a retry changes only the former. */
const sendTimeFields = ['webhooktimestamp', 'deliverytimestamp', 'sentat', 'deliveredat'];

/** Adds a sending time in the body to a scheme that signs no other time. */
function withBodyTime(scheme: SignatureScheme, delivery: WebhookDelivery): SignatureScheme {
  const body = parseBodyObject(delivery);
  if (scheme.timestamp !== null || body === null) return scheme;
  const field = Object.keys(body).find(
    (name) => sendTimeFields.includes(normalizeName(name)) && /^\d{10}(\d{3})?$/.test(toText(body[name])),
  );
  if (field === undefined) return scheme;
  const unit = toText(body[field]).length > 10 ? 'ms' : 's';
  return { ...scheme, timestamp: { from: 'body', field, unit } };
}

/** `2 h`, `5 min`, `12 s`, `3 d`. */
function formatSpan(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ] as const;
  const [size, unit] = units.find(([one]) => seconds >= 2 * one) ?? ([1, 's'] as const);
  return `${Math.round(seconds / size)} ${unit}`;
}

/** Warnings before pinning a scheme that fits a delivery. */
function listPinningWarnings(
  fit: SchemeMatch,
  delivery: WebhookDelivery,
  secrets: readonly string[],
  nowMs: number,
  hmac: ComputeHmac,
): readonly string[] {
  const { scheme } = fit;
  const found: string[] = [];
  const free = verifySignature(scheme, [secrets[fit.secret] ?? ''], delivery, hmac);
  if (!free.ok) found.push(`A pinned verifier refuses this delivery all the same: ${free.words}`);
  if (free.ok && free.sentAt !== null) {
    const seconds = Math.round((free.sentAt - nowMs) / 1000);
    if (Math.abs(seconds) > scheme.toleranceSeconds)
      found.push(
        `The signature fits, but its time is ${formatSpan(Math.abs(seconds))} ${seconds < 0 ? 'before' : 'after'} the time of receipt that is assumed here; a verifier that ran then would refuse it. Right for an old capture, else a clock is wrong.`,
      );
  }
  if (scheme.timestamp === null)
    found.push(
      'The scheme signs no time, so an old delivery can be sent again: keep the ids or the body hashes of deliveries and refuse those seen before.',
    );
  if (scheme.idHeader !== null && !signsPart(scheme.content, 'id'))
    found.push(`The id in ${scheme.idHeader} is not signed; keep the body's hash as well against replays.`);
  return found;
}

/**
 * Finds the scheme that verifies a captured delivery. For interactive use only: a receiver that tries schemes lets the
 * sender choose the weakest.
 * @param nowMs time of receipt as far as known, milliseconds since the epoch
 */
export function diagnoseDelivery(
  captured: WebhookDelivery,
  secrets: readonly string[],
  hmac: ComputeHmac,
  nowMs: number,
): DeliveryDiagnosis {
  const delivery = limitHeaders(captured);
  const { headers } = delivery;
  const budget = createMacBudget(hmac);
  const fits = searchSchemes(delivery, secrets, budget);
  const tried = (): Tried => ({
    signatureHeaders: signatureHeaders(headers),
    timeHeaders: timeHeaders(headers),
    idHeaders: idHeaders(headers),
    contents: contentTemplates,
    keyReadings: [...new Set(secrets.flatMap(plausibleReadings))],
    macs: budget.spent(),
  });
  const [fit] = fits;
  if (fit !== undefined) {
    const scheme = withBodyTime(fit.scheme, delivery);
    const others = fits
      .slice(1)
      .map(
        (other) =>
          `Fits as well: ${other.scheme.header} with ${other.scheme.content}, key as ${other.scheme.key}.`,
      );
    const warnings = listPinningWarnings({ ...fit, scheme }, delivery, secrets, nowMs, hmac).concat(others);
    return { ok: true, scheme, secret: fit.secret, warnings, tried: tried() };
  }
  if (signatureHeaders(headers).length === 0) {
    const seen = Object.keys(headers).join(', ') || 'none';
    const reason = [
      `No header is named as a signature. Headers: ${seen}.`,
      ...unnamedSignatures(delivery, secrets),
    ].join(' ');
    return { ok: false, reason, near: [], tried: tried() };
  }
  if (findSignatures(headers).length === 0) {
    const other = findUnpinnableContent(delivery, secrets, budget);
    const reason =
      other === null
        ? strangeSignatures(headers).join(' ')
        : `The signature fits ${other}, headers by their names, but no scheme here reads the layout of its header.`;
    return { ok: false, reason, near: [], tried: tried() };
  }
  const near: NearMiss[] = [];
  for (const { words, delivery: other, secrets: others } of listSuspicions(delivery, secrets)) {
    if (near.some((miss) => miss.words === words)) continue;
    if (budget.isSpent()) break;
    const [nearest] = searchSchemes(other, others, budget);
    if (nearest !== undefined) near.push({ words, scheme: nearest.scheme });
  }
  if (near.length > 0) {
    const reason = 'No known scheme fits the delivery as it was captured; a changed one fits.';
    return { ok: false, reason, near, tried: tried() };
  }
  const other = findUnpinnableContent(delivery, secrets, budget);
  const reason = budget.isSpent()
    ? `No known scheme fits in ${budget.spent()} MACs, the most that are computed. Give fewer secrets, or a capture with the headers of the sender alone.`
    : other === null
      ? 'No known scheme fits. Most likely the secret is another one, the capture is not what was sent, or the sender signs something that is not tried here: see its documentation.'
      : `The signature fits ${other}, headers by their names. No scheme that can be pinned signs that, so such deliveries cannot be verified here.`;
  return { ok: false, reason, near, tried: tried() };
}
