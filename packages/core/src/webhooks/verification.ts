/** Why a delivery is refused. */
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

/** A delivery's signature holds, or why not. `words` are for the receiver's own log; a sender hears one text for all. */
export type Verification =
  | {
      readonly ok: true;
      /** Which of the secrets signed it, counted from 0. */
      readonly secret: number;
      /** When it was sent, milliseconds since the epoch; null where the scheme has no time. */
      readonly sentAt: number | null;
      /** The delivery's id by the scheme's id header. */
      readonly id: string | null;
      /** True where the id is part of what is signed. */
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
