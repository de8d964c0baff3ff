import type { SuppressionReason } from '../store/suppression-list.ts';

/** An address that gets no more mails, by its provider. */
export interface MailReport {
  readonly address: string;
  readonly reason: Exclude<SuppressionReason, 'by hand'>;
}

type Value = unknown;

const isRecord = (value: Value): value is Readonly<Record<string, Value>> =>
  typeof value === 'object' && value !== null;

const get = (value: Value, name: string): Value =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const toList = (value: Value): readonly Value[] => (Array.isArray(value) ? value : []);

/** Reports of some addresses; each is a text. */
const reportAll = (addresses: readonly Value[], reason: MailReport['reason']): MailReport[] =>
  addresses.flatMap((address) => (typeof address === 'string' && address !== '' ? { address, reason } : []));

/** The address that complained is unknown for a mail to several. */
const reportOne = (addresses: readonly Value[], reason: MailReport['reason']): MailReport[] =>
  addresses.length === 1 ? reportAll(addresses, reason) : [];

/** `Bounce`, `SpamComplaint` and `SubscriptionChange` of Postmark's webhooks. */
export function readPostmarkReports(body: Value): MailReport[] {
  const address = [get(body, 'Email') ?? get(body, 'Recipient')];
  const type = get(body, 'Type');
  if (get(body, 'RecordType') === 'SpamComplaint' || type === 'SpamComplaint')
    return reportAll(address, 'complained');
  if (get(body, 'RecordType') === 'Bounce')
    return type === 'HardBounce' || type === 'BadEmailAddress' ? reportAll(address, 'bounced') : [];
  if (get(body, 'RecordType') !== 'SubscriptionChange' || get(body, 'SuppressSending') !== true) return [];
  const reasons: Readonly<Record<string, MailReport['reason']>> = {
    HardBounce: 'bounced',
    SpamComplaint: 'complained',
    ManualSuppression: 'unsubscribed',
  };
  const reason = reasons[String(get(body, 'SuppressionReason'))];
  return reason === undefined ? [] : reportAll(address, reason);
}

/** `email.bounced` and `email.complained` of Resend's webhooks. */
export function readResendReports(body: Value): MailReport[] {
  const data = get(body, 'data');
  const to = toList(get(data, 'to'));
  if (get(body, 'type') === 'email.complained') return reportOne(to, 'complained');
  const isPermanent = get(get(data, 'bounce'), 'type') === 'Permanent';
  return get(body, 'type') === 'email.bounced' && isPermanent ? reportOne(to, 'bounced') : [];
}

/** The list of SendGrid's event webhook. A `bounce` of the type `blocked` says nothing of the address. */
export function readSendgridReports(body: Value): MailReport[] {
  const reasons: Readonly<Record<string, MailReport['reason']>> = {
    bounce: 'bounced',
    spamreport: 'complained',
    unsubscribe: 'unsubscribed',
    group_unsubscribe: 'unsubscribed',
  };
  return toList(body).flatMap((event) => {
    const reason = reasons[String(get(event, 'event'))];
    return reason === undefined || get(event, 'type') === 'blocked'
      ? []
      : reportAll([get(event, 'email')], reason);
  });
}

/** The message of an SNS notification by Amazon SES, of feedback (`notificationType`) or of events (`eventType`). */
export function readSesReports(body: Value): MailReport[] {
  const kind = get(body, 'notificationType') ?? get(body, 'eventType');
  const listOf = (part: string, list: string) =>
    toList(get(get(body, part), list)).map((recipient) => get(recipient, 'emailAddress'));
  if (kind === 'Complaint') return reportOne(listOf('complaint', 'complainedRecipients'), 'complained');
  return kind === 'Bounce' && get(get(body, 'bounce'), 'bounceType') === 'Permanent'
    ? reportAll(listOf('bounce', 'bouncedRecipients'), 'bounced')
    : [];
}
