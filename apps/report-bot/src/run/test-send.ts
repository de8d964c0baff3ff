import { Complaint } from '../complaint.ts';
import { messageIdOf, messageOf } from '../post/message.ts';
import { sendMail } from '../post/send.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { Recipient, Schedule, SmtpSettings } from '../settings/settings.ts';
import { recipientHash } from '../store/digests.ts';
import type { Store } from '../store/store.ts';
import { digestOf, lettersOf } from './compose.ts';
import { redactLetter, unfrozen } from './unfrozen.ts';

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
  const composed = lettersOf(await digestOf(store, schedule, week, now), schedule, smtp.from).for(recipient);
  const letter = redactLetter(composed, store.redact);
  const digest = unfrozen({ ...letter, subject: `[Test] ${letter.subject}` }, schedule, week, recipient, now);
  const messageId = messageIdOf(`${schedule.id} test ${now}`, week, recipientHash(to), smtp.from);
  const message = messageOf(digest, { from: smtp.from, scheduleId: schedule.id, messageId });
  const attempt = await sendMail(smtp, message, async () => undefined);
  if (attempt.state !== 'sent')
    throw new Complaint(`The test copy for ${to} was not sent: ${attempt.reason}.`);
}
