import type { DeliveryOutcome } from '../store/claims.ts';

export interface SendAttempt extends DeliveryOutcome {
  readonly scope: 'recipient' | 'channel' | 'server';
  readonly retryAfterMs?: number;
  /** The server refused the address for good (5yz to RCPT), for a reason that is not its policy. */
  readonly isBounce?: boolean;
}

type State = SendAttempt['state'];

/**
 * What follows from an answer before and after the release of a body, and after an earlier release that had no answer.
 * After a release silence says nothing.
 */
const statesByAnswer = {
  /** 2yz to the whole message (RFC 5321 §4.2.1, RFC 9110 §15.3). */
  accepted: ['sent', 'sent', 'sent'],
  /** Taken for copies alone: a repeat would reach them twice. */
  copied: ['refused', 'refused', 'refused'],
  /** A repeat would get the same answer. */
  rejected: ['refused', 'refused', 'refused'],
  /** A repeat may succeed, and the receiver does not have the message (RFC 5321 §4.2.5). */
  deferred: ['ready', 'ready', 'uncertain'],
  /** The connection, the time or the process ended first. */
  none: ['ready', 'uncertain', 'uncertain'],
  /** The reader left the settings, or is suppressed. */
  unwanted: ['withdrawn', 'withdrawn', 'uncertain'],
} as const satisfies Readonly<Record<string, readonly [before: State, after: State, again: State]>>;

type Answer = keyof typeof statesByAnswer;

export interface AttemptEvidence extends Pick<SendAttempt, 'reason' | 'scope'> {
  readonly answer: Answer;
  /** True once the first byte of the body may have left. */
  readonly released: boolean;
  /** True if an earlier attempt may have been accepted; this one had the same key. */
  readonly isRepeat?: boolean;
  readonly smtpCode?: number | null;
  readonly retryAfterMs?: number | null;
}

/** The one place that decides whether a message is sent, ready, refused, uncertain or withdrawn. */
export function classifyAttempt(evidence: AttemptEvidence): SendAttempt {
  const { answer, released, isRepeat, smtpCode = null, reason, scope, retryAfterMs = null } = evidence;
  const [before, after, again] = statesByAnswer[answer];
  const wait = retryAfterMs === null ? {} : { retryAfterMs };
  return { state: isRepeat === true ? again : released ? after : before, smtpCode, reason, scope, ...wait };
}

/** RFC 5321 §4.2.1: of the replies that are no success, 5yz are final. */
export const toSmtpAnswer = (code: number | null): Answer =>
  code !== null && code >= 500 ? 'rejected' : 'deferred';

/** RFC 9110 §15, RFC 6585 §4. */
export function toHttpAnswer(status: number): Answer {
  if (status >= 200 && status < 300) return 'accepted';
  return status === 429 || status >= 500 ? 'deferred' : 'rejected';
}

/** What a reader who left the settings, or is suppressed, has of a message. */
export const withdraw = (reason: string, { isRepeat }: Pick<AttemptEvidence, 'isRepeat'> = {}): SendAttempt =>
  classifyAttempt({
    answer: 'unwanted',
    released: false,
    ...(isRepeat === undefined ? {} : { isRepeat }),
    reason,
    scope: 'recipient',
  });

/** Such a reader gets no further attempt; what may have left stays as it is. */
export const withdrawIfReady = (attempt: SendAttempt, reason: string): SendAttempt =>
  attempt.state === 'ready' ? withdraw(reason) : attempt;

/** RFC 3463 §3.8: a policy, as of a relay, says nothing of the address. */
export const isAddressRefusal = (code: number | null, words: string): boolean =>
  code !== null && code >= 500 && !/\b5\.7\.\d/.test(words);

/** The last attempt of a message that waited too long. */
export const giveUp = (attempt: SendAttempt, reason: string): SendAttempt =>
  attempt.state === 'ready' ? { ...attempt, state: 'refused', reason } : attempt;
