import { domainToASCII } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';

/** A mail address and the name before it, as in `Ann <ann@example.com>`; null without one. */
interface Mailbox {
  readonly address: string;
  readonly name: string | null;
}

const localPart = /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\.)$/u;
/** Of the ASCII form. A name without a dot is a typing error, but for this machine's own. */
const domain =
  /^(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})|localhost)$/i;

/** An address, or a sender with its address in angle brackets, with the domain in ASCII (RFC 5891). */
const toAsciiDomain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/@([^@<>]*\P{ASCII}[^@<>]*)(?=>?$)/u, (_, name: string) => `@${domainToASCII(name)}`);

/** The one mailbox of a text, or a predicate that says why there is none. */
export function parseMailbox(text: string): Mailbox | { readonly why: string } {
  if (/@.*@/.test(text) && !/^[^<>]*<[^<>@]*@[^<>@]*>$/.test(text.trim()))
    return { why: 'has several addresses; write one per line' };
  const [one, other] = addressparser(toAsciiDomain(text.trim()));
  const [, local = '', host = ''] = /^([^@]*)@([^@]*)$/.exec(one?.address ?? '') ?? [];
  if (
    one === undefined ||
    other !== undefined ||
    /\p{Cc}/u.test(text) ||
    !localPart.test(local) ||
    !domain.test(host)
  )
    return { why: 'is not a mail address; write it as ann@example.com' };
  return { address: `${local}@${host}`, name: one.name === '' ? null : one.name };
}

/** Equal for the same mailbox: without name and letter case, and with the domain in ASCII. */
export function foldAddress(text: string): string {
  const parsed = parseMailbox(text);
  return ('why' in parsed ? text.trim() : parsed.address).toLowerCase();
}

/** {@link parseMailbox} of a text that passed the check. */
export function requireMailbox(text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if ('why' in mailbox) throw new RangeError(`The address ${mailbox.why}.`);
  return mailbox;
}

export const addressSchema = z.string().superRefine((text, context) => {
  const parsed = parseMailbox(text);
  if ('why' in parsed) context.addIssue({ code: 'custom', message: parsed.why });
});

/** Who sends mails, and who gets the answers of their readers. */
export const senderShape = {
  from: addressSchema
    .exactOptional()
    .describe('Sender in place of smtp.from; the mail server must let smtp.user send as it.'),
  replyTo: addressSchema
    .exactOptional()
    .describe('Address for the answers of readers, if it is not the sender.'),
};

/** {@link senderShape} with domains in ASCII. */
export interface SenderFields {
  readonly from?: string;
  readonly replyTo?: string;
}

export const toSender = ({
  from,
  replyTo,
}: { readonly [K in keyof SenderFields]: string | undefined }): SenderFields => ({
  ...(from === undefined ? {} : { from: toAsciiDomain(from.trim()) }),
  ...(replyTo === undefined ? {} : { replyTo: toAsciiDomain(replyTo.trim()) }),
});

/** The mailbox of a sender, `digest@example.com`. */
export function extractAddress(from: string): string {
  return /<([^<>\s]+)>/.exec(from)?.[1] ?? from.trim();
}

/** A mail to the sender's mailbox. */
export function createUnsubscribeUrl(scheduleId: string, from: string): string {
  return `mailto:${extractAddress(from)}?subject=${encodeURIComponent(`unsubscribe ${scheduleId}`)}`;
}
