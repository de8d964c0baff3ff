import type { IsoWeek } from '../schedule/iso-week.ts';
import type { DigestAudience } from '../settings/settings.ts';
import { sha256 } from '../system/text.ts';
import { hashRecipient } from './digests.ts';
import type { Database } from './tables.ts';

/** A recipient or channel, as the ledger identifies it in a run. */
interface Reader {
  /** An address, or the id of a channel. */
  readonly name: string;
  readonly hash: string;
}

export function listReaders({
  recipients,
  channels,
}: Pick<DigestAudience, 'recipients' | 'channels'>): readonly Reader[] {
  return [
    ...recipients.map(({ to }) => ({ name: to, hash: hashRecipient(to) })),
    ...channels.map(({ id }) => ({ name: id, hash: sha256(id) })),
  ];
}

const hashesOf = new WeakMap<object, ReadonlySet<string>>();

/** True if a schedule or alert has a recipient or channel with this hash. */
export function isReader(
  audience: Pick<DigestAudience, 'recipients' | 'channels'>,
  recipientHash: string,
): boolean {
  const hashes = hashesOf.get(audience) ?? new Set(listReaders(audience).map(({ hash }) => hash));
  hashesOf.set(audience, hashes);
  return hashes.has(recipientHash);
}

/** Records that these readers of a run get no digest, and why. An earlier reason stays. */
export async function recordWithheld(
  db: Database,
  runId: string,
  readers: readonly Reader[],
  reason: string,
): Promise<void> {
  if (readers.length === 0) return;
  await db
    .insertInto('withheld')
    .values(
      // Sorted, because two processes that insert in different orders deadlock.
      [...readers]
        .sort((one, other) => (one.hash < other.hash ? -1 : 1))
        .map(({ name, hash }) => ({ run_id: runId, recipient_hash: hash, recipient: name, reason })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A reader who got no digest in a week in which others got one. */
export interface WithheldReader {
  readonly schedule: string;
  readonly week: IsoWeek;
  readonly recipient: string;
  readonly reason: string;
}

/** The readers without a digest in composed runs, newest week first; the 200 first ones. */
export function listWithheldReaders(db: Database): Promise<readonly WithheldReader[]> {
  return db
    .selectFrom('withheld')
    .innerJoin('run', 'run.id', 'withheld.run_id')
    .leftJoin('digest', (join) =>
      join
        .onRef('digest.run_id', '=', 'withheld.run_id')
        .onRef('digest.recipient_hash', '=', 'withheld.recipient_hash'),
    )
    .select([
      'run.schedule_id as schedule',
      'run.period_key as week',
      'withheld.recipient as recipient',
      'withheld.reason as reason',
    ])
    .where('run.state', '=', 'composed')
    .where('digest.id', 'is', null)
    .orderBy('run.period_key', 'desc')
    .orderBy('run.schedule_id')
    .orderBy('withheld.recipient')
    .limit(200)
    .execute();
}

/**
 * The last week before `week` of which one of these readers has a digest, or the first in which they got none; null
 * without either.
 */
export async function findLastSentWeek(
  db: Database,
  scheduleId: string,
  week: IsoWeek,
  readers: readonly Reader[],
): Promise<IsoWeek | null> {
  const hashes = readers.map(({ hash }) => hash);
  if (hashes.length === 0) return null;
  const sent = await db
    .selectFrom('run')
    .innerJoin('digest', 'digest.run_id', 'run.id')
    .select(({ fn }) => fn.max('period_key').as('week'))
    .where('schedule_id', '=', scheduleId)
    .where('period_key', '<', week)
    .where('recipient_hash', 'in', hashes)
    .executeTakeFirst();
  if (sent?.week != null) return sent.week;
  const first = await db
    .selectFrom('run')
    .innerJoin('withheld', 'withheld.run_id', 'run.id')
    .select(({ fn }) => fn.min('period_key').as('week'))
    .where('schedule_id', '=', scheduleId)
    .where('period_key', '<', week)
    .where('recipient_hash', 'in', hashes)
    .executeTakeFirst();
  return first?.week ?? null;
}
