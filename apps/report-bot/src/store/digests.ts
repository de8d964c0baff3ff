import type { Kysely } from 'kysely';
import type { Letter } from '../letter/letter.ts';
import type { Recipient } from '../settings/settings.ts';
import { sha256, stableId } from '../stable-id.ts';
import { note } from './audit.ts';
import { presentSeconds } from './presence.ts';
import type { Tables } from './tables.ts';

/** Stands for a mailbox in unique keys; letter case aside. */
export function recipientHash(address: string): string {
  return sha256(address.trim().toLowerCase());
}

/**
 * Freezes a recipient's digest and makes it ready, both or neither. The first one wins: false where the recipient has
 * one already in this run.
 */
export async function freeze(
  db: Kysely<Tables>,
  fields: {
    readonly runId: string;
    readonly recipient: Recipient;
    readonly letter: Letter;
    readonly messageId: string;
  },
  now: number,
): Promise<boolean> {
  const { runId, recipient, letter, messageId } = fields;
  const hash = recipientHash(recipient.to);
  const attachments = JSON.stringify(
    letter.attachments.map((part) => ({ ...part, content: Buffer.from(part.content).toString('base64') })),
  );
  const id = stableId(runId, hash);
  return db.transaction().execute(async (transaction) => {
    const frozen = await transaction
      .insertInto('digest')
      .values({
        id,
        run_id: runId,
        recipient_hash: hash,
        recipient: recipient.to,
        recipient_name: recipient.name,
        subject: letter.subject,
        html: letter.html,
        text: letter.text,
        attachments,
        sha256: sha256(JSON.stringify([letter.subject, letter.html, letter.text, attachments])),
        composed_at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (frozen === undefined) return false;
    await transaction
      .insertInto('delivery')
      .values({
        digest_id: id,
        state: 'ready',
        attempts: 0,
        fence: 0,
        worker: null,
        message_id: messageId,
        smtp_code: null,
        reason: null,
        next_attempt_at: null,
        changed_at: new Date(now),
        since_s: presentSeconds,
      })
      .execute();
    await note(transaction, now, id, 'composed');
    return true;
  });
}
