import type { Letter } from '../letter/letter.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { Recipient, Schedule } from '../settings/settings.ts';
import { stableId } from '../stable-id.ts';
import { recipientHash } from '../store/digests.ts';
import type { DigestRow } from '../store/tables.ts';

/** A letter without secrets, as the ledger would keep it. */
export function redactLetter(letter: Letter, redact: (text: string) => string): Letter {
  return { ...letter, subject: redact(letter.subject), html: redact(letter.html), text: redact(letter.text) };
}

/** A letter as a row of the ledger would hold it, for what is shown or tested and never enters the ledger. */
export function unfrozen(
  letter: Letter,
  schedule: Schedule,
  week: IsoWeek,
  recipient: Recipient,
  now: number,
): DigestRow {
  const attachments = letter.attachments.map((part) => ({
    ...part,
    content: Buffer.from(part.content).toString('base64'),
  }));
  return {
    id: stableId('unfrozen', schedule.id, week, recipient.to),
    run_id: '',
    recipient_hash: recipientHash(recipient.to),
    recipient: recipient.to,
    recipient_name: recipient.name,
    subject: letter.subject,
    html: letter.html,
    text: letter.text,
    attachments: JSON.stringify(attachments),
    sha256: '',
    composed_at: new Date(now),
  };
}
