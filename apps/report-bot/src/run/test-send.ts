import { Complaint } from '../complaint.ts';
import { sendMail } from '../post/deliver.ts';
import { messageIdOf, messageOf } from '../post/message.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { Recipient, Schedule, SmtpSettings } from '../settings/settings.ts';
import { stableId } from '../stable-id.ts';
import { recipientHash } from '../store/digests.ts';
import type { Store } from '../store/store.ts';
import type { DigestRow } from '../store/tables.ts';
import { digestOf, letterFor } from './compose.ts';

/** Sends a marked copy of a week to one address. The ledger and the real recipients are left alone. */
export async function sendTest(
  store: Store,
  schedule: Schedule,
  smtp: SmtpSettings,
  week: IsoWeek,
  to: string,
  now: number,
): Promise<void> {
  const recipient: Recipient = { to, name: null, locale: schedule.recipients[0]?.locale ?? 'en' };
  const digest = await composeTest(store, schedule, smtp.from, week, recipient, now);
  const messageId = messageIdOf(`${schedule.id} test ${now}`, week, recipientHash(to), smtp.from);
  const message = messageOf(digest, { from: smtp.from, scheduleId: schedule.id, messageId });
  const attempt = await sendMail(smtp, message, async () => undefined);
  if (attempt.state !== 'sent')
    throw new Complaint(`The test copy for ${to} was not sent: ${attempt.reason}.`);
}

/** A digest as it would be frozen, without freezing it. */
export async function composeTest(
  store: Store,
  schedule: Schedule,
  from: string,
  week: IsoWeek,
  recipient: Recipient,
  now: number,
): Promise<DigestRow> {
  const letter = letterFor(await digestOf(store, schedule, week, now), schedule, recipient, from);
  const parts = letter.attachments.map((part) => ({
    ...part,
    content: Buffer.from(part.content).toString('base64'),
  }));
  return {
    id: stableId('test', schedule.id, week, recipient.to),
    run_id: '',
    recipient_hash: recipientHash(recipient.to),
    recipient: recipient.to,
    recipient_name: recipient.name,
    subject: `[Test] ${letter.subject}`,
    html: letter.html,
    text: letter.text,
    attachments: JSON.stringify(parts),
    sha256: '',
    composed_at: new Date(now),
  };
}
