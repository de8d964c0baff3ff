import type { MailBody } from '../message/body.ts';
import type { DigestAudience } from '../settings/settings.ts';
import type { ClaimedDigest, DeliveryClaim, RepeatRule } from '../store/claims.ts';
import type { SendAttempt } from './classify-attempt.ts';

export type DigestReaders = Pick<
  DigestAudience,
  'id' | 'recipients' | 'copies' | 'channels' | 'from' | 'replyTo'
>;

/** A frozen message, and its readers as the settings are now. */
export interface FrozenMessage extends ClaimedDigest, Pick<DeliveryClaim, 'isRepeat'> {
  readonly body: MailBody;
  readonly readers: DigestReaders;
}

export interface Transport {
  /** Null if a repeat would be a second message. */
  readonly repeats: RepeatRule | null;
  /** `release` runs before the first byte of the body; if it throws, nothing leaves. */
  send(frozen: FrozenMessage, release: () => Promise<void>): Promise<SendAttempt>;
  close(): void;
}
