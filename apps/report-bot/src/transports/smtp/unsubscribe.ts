import { createUnsubscribeUrl, foldAddress, type SenderFields, toSender } from '../../settings/addresses.ts';
import type { MailSettings } from '../../settings/mail-senders.ts';
import type { DigestAudience } from '../../settings/settings.ts';
import type { DigestRow } from '../../store/tables.ts';
import { signHmac } from '../../system/hashes.ts';

export type SenderSettings = Pick<MailSettings, 'from' | 'unsubscribe'> & Pick<SenderFields, 'replyTo'>;

/** The sender of the mails to an address: that of its client, of its schedule, or of the mail server. */
export function selectSender(
  smtp: SenderSettings,
  audience: Pick<DigestAudience, 'recipients' | 'from' | 'replyTo'> | undefined,
  address: string,
): SenderSettings {
  const { from = smtp.from, replyTo } = audience ?? {};
  const wanted = foldAddress(address);
  // The settings hold addresses in ASCII; parsing each of them for each mail would take longer than sending.
  const own = audience?.recipients.find(
    (one) => (one.from ?? one.replyTo) !== undefined && one.to.toLowerCase() === wanted,
  );
  return {
    unsubscribe: smtp.unsubscribe,
    from,
    ...(replyTo === undefined ? {} : { replyTo }),
    ...toSender(own ?? {}),
  };
}

/** 132 bits. */
const tokenLength = 22;

/**
 * Identifies a recipient of a schedule, and shows no address: the beginning of the base64url form of HMAC-SHA256 over id,
 * line feed and address in lower case.
 */
export function createUnsubscribeToken(secret: string, scheduleId: string, address: string): string {
  const named = `${scheduleId}\n${address.trim().toLowerCase()}`;
  return signHmac(secret, named).toString('base64url').slice(0, tokenLength);
}

/**
 * The headers by which mail programs offer to unsubscribe (RFC 2369), with one click if the settings have an address for it
 * (RFC 8058). A mail with copies has no one-click header, because one reader would unsubscribe the recipient.
 */
export function createUnsubscribeHeaders(
  { recipient, copies }: Pick<DigestRow, 'recipient' | 'copies'>,
  scheduleId: string,
  { from, unsubscribe }: SenderSettings,
) {
  const mailto = `<${createUnsubscribeUrl(scheduleId, from)}>`;
  // A prepared value is not folded: some servers break a signature over a folded one.
  if (unsubscribe === null || copies !== null)
    return { 'List-Unsubscribe': { prepared: true, value: mailto } };
  const token = createUnsubscribeToken(unsubscribe.secret, scheduleId, recipient);
  const url = unsubscribe.url.replaceAll('{token}', token);
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>, ${mailto}` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
