import type { MessageContent } from '../message/body.ts';
import { foldAddress } from '../settings/addresses.ts';
import type { ChannelKind } from '../settings/channels.ts';
import type { Copies, Recipient } from '../settings/settings.ts';
import { createStableId, sha256 } from '../system/text.ts';
import { appendAudits } from './audit.ts';
import { presentSeconds } from './runs.ts';
import type { Database, DigestRow } from './tables.ts';

/** Identifies a mailbox in unique keys, without letter case. */
export function hashRecipient(address: string): string {
  return sha256(foldAddress(address));
}

export const isSameMailbox = (one: string, other: string): boolean =>
  hashRecipient(one) === hashRecipient(other);

export interface AddressedMessage {
  readonly recipient: Pick<Recipient, 'to' | 'name'>;
  /** Null for a channel. */
  readonly copies: Copies | null;
  /** Identifies the recipient in its run. */
  readonly hash: string;
  readonly channel: ChannelKind | null;
  readonly mail: MessageContent;
  readonly messageId: string;
}

/** A message as a row of the table `digest`. */
export function toDigestRow(
  id: string,
  runId: string,
  { recipient: { to, name }, copies, hash, channel, mail }: Omit<AddressedMessage, 'messageId'>,
  now: number,
): DigestRow {
  const { subject, body, inserts } = mail;
  return {
    id,
    run_id: runId,
    recipient_hash: hash,
    recipient: to,
    recipient_name: name,
    copies: copies === null || copies.cc.length + copies.bcc.length === 0 ? null : JSON.stringify(copies),
    channel,
    subject,
    body_id: body.id,
    inserts: JSON.stringify(inserts),
    composed_at: new Date(now),
  };
}

/** The recipients of a run that have a digest, by their hash. */
export async function listFrozenRecipients(db: Database, runId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('digest').select('recipient_hash').where('run_id', '=', runId).execute();
  return new Set(rows.map(({ recipient_hash }) => recipient_hash));
}

/**
 * Stores digests and their ready deliveries in one transaction. Of a recipient of a run the first one wins. Their bodies
 * must be stored before. Returns the number of new ones.
 */
export async function freezeDigests(
  db: Database,
  runId: string,
  messages: readonly AddressedMessage[],
  now: number,
): Promise<number> {
  const idOf = ({ hash }: AddressedMessage): string => createStableId(runId, hash);
  // Sorted, because two processes that insert in different orders deadlock.
  const rows = messages
    .map((message) => toDigestRow(idOf(message), runId, message, now))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  if (rows.length === 0) return 0;
  const messageIds = new Map(messages.map((message) => [idOf(message), message.messageId]));
  return db.transaction().execute(async (transaction) => {
    const frozen = await transaction
      .insertInto('digest')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    if (frozen.length === 0) return 0;
    await transaction
      .insertInto('delivery')
      .values(
        frozen.map(({ id }) => ({
          digest_id: id,
          state: 'ready' as const,
          attempts: 0,
          fence: 0,
          worker: null,
          message_id: messageIds.get(id) ?? '',
          smtp_code: null,
          reason: null,
          next_attempt_at: null,
          changed_at: new Date(now),
          since_s: presentSeconds,
        })),
      )
      .execute();
    await appendAudits(
      transaction,
      now,
      frozen.map(({ id }) => id),
      'composed',
    );
    return frozen.length;
  });
}
