import type { SignatureEncoding } from './encodings.ts';
import type { SignatureForm } from './signature-forms.ts';
import type { ContentTemplate } from './signed-content.ts';
import type { KeyReadingName } from './signing-key.ts';

export type TimeUnit = 's' | 'ms';

/** Where a delivery says when it was sent. */
export type TimestampSource =
  /** A header of its own, an integer. */
  | { readonly from: 'header'; readonly name: string; readonly unit: TimeUnit }
  /** Inside the signature header, an integer. */
  | { readonly from: 'signature'; readonly unit: TimeUnit }
  /** A field at the top of the body, an integer. */
  | { readonly from: 'body'; readonly field: string; readonly unit: TimeUnit };

/**
 * How a service signs its deliveries: plain JSON, made to be kept in settings. The specification (§6) states HMAC-SHA256
 * and the header's name alone; `diagnose` finds the rest from one captured delivery. A scheme is pinned: whoever verifies
 * by it never tries another.
 */
export interface SignatureScheme {
  readonly content: ContentTemplate;
  readonly encoding: SignatureEncoding;
  readonly key: KeyReadingName;
  /** Name of the signature header. */
  readonly header: string;
  readonly form: SignatureForm;
  /** Null where nothing says when a delivery was sent; then only a store of ids or body hashes stops a replay. */
  readonly timestamp: TimestampSource | null;
  /** How far the time may be off, before or after; seconds. */
  readonly toleranceSeconds: number;
  /** Name of the header with the delivery's id; null where there is none. */
  readonly idHeader: string | null;
}

/** Standard Webhooks, svix, Stripe and Slack all allow five minutes. */
export const usualToleranceSeconds = 300;

/** The header that the specification names (§6). */
export const usualSignatureHeader = 'x-service-signature';

/** So many signatures of one header are compared; a sender that changes its secret sends two. */
export const mostCandidates = 8;
