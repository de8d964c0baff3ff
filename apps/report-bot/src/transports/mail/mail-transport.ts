import { foldAddress } from '../../settings/addresses.ts';
import type { MailSettings } from '../../settings/mail-senders.ts';
import type { Copies } from '../../settings/settings.ts';
import type { RepeatRule } from '../../store/claims.ts';
import type { SendAttempt } from '../classify-attempt.ts';
import { checkSmtp, formatServerName } from '../smtp/connection.ts';
import { createMessage, type MailMessage } from '../smtp/message.ts';
import { openSender, type Sender } from '../smtp/sender.ts';
import { selectSender } from '../smtp/unsubscribe.ts';
import type { FrozenMessage, Transport } from '../transport.ts';
import { openMailService } from './mail-service.ts';
import { checkMailService, openServiceSender } from './service-sender.ts';

interface Timing {
  /** Cuts off the current mail. */
  readonly late?: AbortSignal | undefined;
  readonly now?: () => number;
}

const openMailSender = (mail: MailSettings, timing: Timing): Sender =>
  'service' in mail ? openServiceSender(mail, timing) : openSender(mail, timing.late);

/** How a sender decides about a mail that it may have accepted; null if it does not. */
export function findRepeatRule(mail: MailSettings | null): RepeatRule | null {
  if (mail === null || !('service' in mail)) return null;
  const { repeatHours: hours } = openMailService(mail);
  return hours === null ? null : { by: mail.service, hours };
}

/** Sends the mails of digests one after another. */
export function openMailTransport(mail: MailSettings, timing: Timing): Transport {
  const sender = openMailSender(mail, timing);
  return {
    repeats: findRepeatRule(mail),
    send({ digest, body, readers, messageId, scheduleId, isRepeat }, release) {
      const fields = { ...selectSender(mail, readers, digest.recipient), scheduleId, messageId };
      const message = createMessage(digest, body, fields);
      const kept = dropGoneCopies(digest, readers);
      const { envelope } = kept === digest ? message : createMessage(kept, body, fields);
      return sender.send({ ...message, envelope }, release, isRepeat);
    },
    close: () => sender.close(),
  };
}

/** A digest without copies to addresses that left the settings. The message's header keeps them: repeats have equal bytes. */
function dropGoneCopies(
  digest: FrozenMessage['digest'],
  { copies: { cc, bcc } }: FrozenMessage['readers'],
): FrozenMessage['digest'] {
  if (digest.copies === null) return digest;
  const kept = new Set([...cc, ...bcc].map(foldAddress));
  const frozen = JSON.parse(digest.copies) as Copies;
  const drop = (addresses: readonly string[]) =>
    addresses.filter((address) => kept.has(foldAddress(address)));
  return { ...digest, copies: JSON.stringify({ cc: drop(frozen.cc), bcc: drop(frozen.bcc) }) };
}

/** Sends one message, as {@link Sender.send} does. */
export async function sendMail(
  mail: MailSettings,
  message: MailMessage,
  release: () => Promise<void>,
  late?: AbortSignal,
): Promise<SendAttempt> {
  const sender = openMailSender(mail, { late });
  try {
    return await sender.send(message, release);
  } finally {
    sender.close();
  }
}

/** Hosts of Microsoft 365 and Outlook. */
const microsoftHost = /(^|\.)(office365|outlook)\.com$/i;

const passwordsEnd =
  'Microsoft switches logins by password off for existing tenants at the end of December 2026; set smtp.oauth2 in place of smtp.password';

/** The result of a login without sending. */
interface MailCheck {
  readonly subject: string;
  readonly ok: boolean;
  readonly warning?: true;
  /** One clause, with the next step where it failed. */
  readonly message: string;
}

export async function checkMail(mail: MailSettings): Promise<MailCheck> {
  if ('service' in mail) {
    const fault = await checkMailService(mail);
    const message = fault ?? `${openMailService(mail).name} takes the key`;
    return { subject: mail.service, ok: fault === null, message };
  }
  const fault = await checkSmtp(mail);
  const isEnding = microsoftHost.test(mail.host) && mail.password !== null;
  const outcome =
    fault ?? `${formatServerName(mail)} ${mail.user === null ? 'accepts mail' : 'accepts the login'}`;
  return {
    subject: 'smtp',
    ok: fault === null,
    ...(isEnding ? { warning: true } : {}),
    message: isEnding ? `${outcome}; ${passwordsEnd}` : outcome,
  };
}
