import { parseRetryAfter } from '@answershare/core';
import { extractAddress, foldAddress } from '../../settings/addresses.ts';
import type { MailServiceSettings } from '../../settings/mail-senders.ts';
import { maxWaitMs } from '../../store/ledger.ts';
import { pauseUnless } from '../../system/pause.ts';
import { dropPeriod } from '../../system/text.ts';
import { type AttemptEvidence, classifyAttempt, type SendAttempt } from '../classify-attempt.ts';
import { exchange, type HttpReply } from '../http.ts';
import type { MailMessage } from '../smtp/message.ts';
import type { Sender } from '../smtp/sender.ts';
import { type MailService, openMailService, type RefusalKind } from './mail-service.ts';

/** As long as for the reply of a mail server (RFC 5321 §4.5.3.2.6). */
const maxAnswerMs = 600_000;

/** A longer wait ends the attempt. */
const maxPauseMs = 60_000;

/** The wait where a service states none. */
const pauseMs = 1_000;

/** Requests of one attempt: where the service asks to wait, and where it may have accepted the first one. */
const [maxTries, maxUnknown] = [5, 2];

const maxQuoted = 300;

const repeatNotes = {
  key: 'it is asked again, and recognises the repeat',
  lookup: 'it is asked for a day whether it has the mail',
};

const evidenceByKind = {
  reader: { answer: 'rejected', scope: 'recipient', text: '% did not take the mail: @' },
  sender: {
    answer: 'deferred',
    scope: 'server',
    text: '% refused the sender or the account: @; check the from of its block and the account',
  },
  key: { answer: 'deferred', scope: 'server', text: '% refused the key: @; check the key of its block' },
  limit: {
    answer: 'deferred',
    scope: 'server',
    text: '% reports that the limit of the account is reached: @; the mail is tried again later, and the others wait',
  },
  rate: { answer: 'deferred', scope: 'server', text: '% takes no mail now: @; it is tried again later' },
  closed: { answer: 'deferred', scope: 'server', text: '% takes no mail now: @; it is tried again later' },
  unknown: { answer: 'none', scope: 'server', text: '% failed and may have the message: @' },
} as const satisfies Readonly<
  Record<RefusalKind, Pick<AttemptEvidence, 'answer' | 'scope'> & { readonly text: string }>
>;

/** What a refusal means, and its sentence. */
function explainRefusal(service: MailService, reply: HttpReply) {
  const { code, kind = toKind(reply.status), words } = service.readRefusal(reply);
  const quoted = dropPeriod(words.replace(/\s+/g, ' ').trim().slice(0, maxQuoted));
  const shown = quoted === '' ? `status ${reply.status}` : quoted;
  const { text, ...evidence } = evidenceByKind[kind];
  return {
    code,
    kind,
    evidence,
    reason: text.replace(/[%@]/g, (sign) => (sign === '%' ? service.name : shown)),
  };
}

/** What a status says where the error of the service does not (RFC 9110 §15). */
function toKind(status: number): RefusalKind {
  if (status === 401 || status === 403) return 'key';
  if ([400, 413, 415, 422].includes(status)) return 'reader';
  if (status === 429) return 'rate';
  if (status === 503) return 'closed';
  return status >= 500 || status === 409 ? 'unknown' : 'sender';
}

/** When a service takes requests again, for all senders of these settings. */
const pauses = new WeakMap<MailServiceSettings, { until: number }>();

/**
 * Sends mails to a service by HTTP. It waits where the service asks for a minute at most. After a request without an answer it
 * asks again at once if the service recognises the repeat or finds the mail. Never rejects.
 */
export function openServiceSender(
  settings: MailServiceSettings,
  { late, now = Date.now }: { readonly late?: AbortSignal | undefined; readonly now?: () => number },
): Sender {
  const service = openMailService(settings);
  const note = repeatNotes[service.lookup === null ? 'key' : 'lookup'];
  const pause = pauses.get(settings) ?? { until: 0 };
  pauses.set(settings, pause);
  const post = async (message: MailMessage, release: () => Promise<void>, isRepeat: boolean) => {
    const request =
      isRepeat && service.lookup !== null
        ? service.lookup.createRequest(message)
        : await service.createRequest(message);
    const to = { receiver: service.name, scope: 'server', maxAnswerMs, isRepeat } as const;
    const reply = await exchange({ ...request, ...to }, release, late);
    return 'status' in reply ? classifyReply(reply, message, isRepeat) : { attempt: reply, kind: null };
  };
  const classifyReply = (
    reply: HttpReply,
    message: MailMessage,
    isRepeat: boolean,
  ): { readonly attempt: SendAttempt; readonly kind: RefusalKind | null } => {
    const { status, headers } = reply;
    const waitMs = parseRetryAfter(headers['retry-after'], now());
    const [left, reset] = [headers['ratelimit-remaining'], headers['ratelimit-reset']].map(Number);
    if (waitMs !== null) pause.until = now() + Math.min(waitMs, maxWaitMs);
    else if (left === 0 && reset !== undefined && reset > 0) pause.until = now() + reset * 1_000;
    const lookup = isRepeat ? service.lookup : null;
    if (status >= 200 && status < 300) {
      const isAccepted = lookup?.isListed(reply, message) !== false;
      const answer = isAccepted ? 'accepted' : 'none';
      const reason = isAccepted ? null : `${service.name} may have the message, and does not list it`;
      return {
        attempt: classifyAttempt({ answer, released: true, isRepeat, reason, scope: 'recipient' }),
        kind: null,
      };
    }
    const { kind, evidence, reason } = explainRefusal(service, reply);
    const from = String(message.envelope.from);
    const isOwn = foldAddress(from) !== foldAddress(extractAddress(settings.from));
    // Another sender than that of the settings stops its own mails alone.
    const scope = kind === 'sender' && isOwn ? 'recipient' : evidence.scope;
    const attempt = classifyAttempt({
      ...evidence,
      // The refusal of a search says nothing of the mail.
      ...(lookup === null ? {} : { answer: 'none' }),
      released: true,
      isRepeat,
      reason,
      scope,
      retryAfterMs: waitMs,
    });
    return { attempt, kind };
  };
  return {
    async send(message, release, isRepeat = false) {
      let [isReleased, isAskedAgain] = [false, isRepeat];
      const releaseOnce = async (): Promise<void> => {
        if (!isReleased) await release();
        isReleased = true;
      };
      const began = now();
      for (let tries = 1; ; tries += 1) {
        // A later instant came from a clock that was ahead.
        if (pause.until - now() > maxWaitMs) pause.until = 0;
        const waitMs = pause.until - now();
        if (waitMs > maxPauseMs)
          return classifyAttempt({
            answer: 'deferred',
            released: isReleased,
            isRepeat: isAskedAgain,
            reason: `${service.name} asked to wait until ${new Date(pause.until).toISOString().slice(0, 16)}Z`,
            scope: 'server',
          });
        if (waitMs > 0) await pauseUnless(waitMs, late);
        const { attempt, kind } = await post(message, releaseOnce, isAskedAgain);
        const isUnknown = kind !== 'rate' && attempt.state === 'uncertain' && service.repeatHours !== null;
        const isOver = late?.aborted === true || now() - began > maxPauseMs;
        if (isOver || !isReleased || tries >= (isUnknown ? maxUnknown : kind === 'rate' ? maxTries : 1))
          return isUnknown ? { ...attempt, reason: `${attempt.reason}; ${note}` } : attempt;
        isAskedAgain ||= isUnknown;
        pause.until = Math.max(pause.until, now() + pauseMs);
      }
    },
    close: () => undefined,
  };
}

/** Asks a service for what its key shows, without sending. Returns null, or one clause with the next step. */
export async function checkMailService(settings: MailServiceSettings): Promise<string | null> {
  const service = openMailService(settings);
  const request = { ...service.createProbe(), receiver: service.name, scope: 'server' } as const;
  const reply = await exchange(request, async () => undefined);
  if (!('status' in reply)) return reply.reason;
  if (reply.status >= 200 && reply.status < 300) return null;
  const { code, reason } = explainRefusal(service, reply);
  return service.sendOnly.includes(code) ? null : reason;
}
