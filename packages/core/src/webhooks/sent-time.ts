import { isObject } from '../bodies/json.ts';
import { parseBody } from '../bodies/parse-body.ts';
import { headerOf, type WebhookDelivery } from './delivery.ts';
import type { SignatureText } from './signature-forms.ts';
import type { SignatureScheme, TimestampSource } from './signature-scheme.ts';
import { utf8Text } from './utf8.ts';
import { failVerification, type VerificationFailure } from './verification.ts';

/** When a delivery says that it was sent. */
export interface SentTime {
  readonly ok: true;
  /** As written, for the signed content; null where the scheme has no time. */
  readonly text: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number | null;
}

function written(
  source: TimestampSource,
  delivery: WebhookDelivery,
  signature: SignatureText,
): string | null {
  if (source.from === 'signature') return signature.timestamp;
  if (source.from === 'header') return headerOf(delivery.headers, source.name);
  const text = utf8Text(delivery.body);
  const parsed = text === null ? null : parseBody(text);
  const value = parsed?.ok && isObject(parsed.body) ? parsed.body[source.field] : undefined;
  return value === undefined || value === null ? null : String(value);
}

const places = {
  header: (source: TimestampSource) => (source.from === 'header' ? `the header ${source.name}` : ''),
  signature: () => 'the signature header',
  body: (source: TimestampSource) => (source.from === 'body' ? `the field ${source.field} of the body` : ''),
};

/** Reads the time where the scheme says it stands: an integer in the scheme's unit, and nothing else. */
export function readSentTime(
  scheme: SignatureScheme,
  delivery: WebhookDelivery,
  signature: SignatureText,
): SentTime | VerificationFailure {
  const source = scheme.timestamp;
  if (source === null) return { ok: true, text: null, at: null };
  const text = written(source, delivery, signature);
  const place = places[source.from](source);
  if (text === null) return failVerification('no-timestamp', `There is no time in ${place}.`);
  if (!/^\d{1,15}$/.test(text))
    return failVerification('malformed-timestamp', `The time in ${place} is no integer.`);
  return { ok: true, text, at: Number(text) * (source.unit === 's' ? 1000 : 1) };
}
