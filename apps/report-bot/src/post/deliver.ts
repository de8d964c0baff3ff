import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from '../complaint.ts';
import { isDiskFull } from '../disk-full.ts';
import type { Ending } from '../ending.ts';
import type { SmtpSettings } from '../settings/settings.ts';
import {
  type Claim,
  claim,
  digestById,
  giveUp,
  longestWaitMs,
  releaseBody,
  settle,
} from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import { faultPoint } from './fault-point.ts';
import { messageOf } from './message.ts';
import type { Attempt } from './outcome.ts';
import { openSender, type Sender } from './send.ts';

export interface Delivered extends Attempt {
  readonly digestId: string;
  readonly recipient: string;
}

/** What a pass over the ready mails needs. */
export interface Sending {
  readonly store: Store;
  readonly smtp: SmtpSettings;
  readonly scheduleIds: readonly string[];
  /** Seconds in which the sender was there, at the beginning of the pass. */
  readonly presentSeconds: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** `ended`: no further mail; `late`: not even the one under way. */
  readonly ending: Ending;
}

/** A mail is given up when the sender was there for this long and could not deliver it. */
export const giveUpAfterSeconds = 3 * 86_400;

const settlementMs = 60_000;

/** Mails under way at the same time, each over a connection that is kept for the next one. */
export const mostSenders = 4;

/**
 * Sends these digests, each claimed first: the first one alone, the rest by {@link mostSenders} at once. A sender ends at a
 * fault of the whole server. When all have, the pass ends, and false is given; what is left stays ready.
 */
export async function deliverAll(
  sending: Sending,
  digestIds: readonly string[],
  report: (delivered: Delivered) => void,
): Promise<boolean> {
  const open = (): Sender => openSender(sending.smtp, sending.ending.late);
  const queue = [...digestIds];
  const alone = open();
  const senders = [alone];
  const deliverBy = (sender: Sender, most: number) => deliverFrom(sending, queue, sender, most, report);
  try {
    const first = await deliverBy(alone, 1);
    if (first !== null) return await end(sending, first, report);
    while (senders.length < Math.min(mostSenders, queue.length)) senders.push(open());
    const ends = await Promise.allSettled(
      senders.map((sender) => deliverBy(sender, Number.POSITIVE_INFINITY)),
    );
    const faults = ends.map((ended) => {
      if (ended.status === 'rejected') throw ended.reason;
      return ended.value;
    });
    const fault = faults.find((one) => one?.state === 'ready') ?? faults[0] ?? null;
    return await end(sending, faults.includes(null) ? null : fault, report);
  } finally {
    for (const sender of senders) sender.close();
  }
}

/** Delivers at most this many digests of a queue. Gives the fault of the server that ended it, or null. */
async function deliverFrom(
  sending: Sending,
  queue: string[],
  sender: Sender,
  most: number,
  report: (delivered: Delivered) => void,
): Promise<Delivered | null> {
  const { store, clock } = sending;
  const { ended } = sending.ending;
  try {
    for (let count = 0; count < most && !ended.aborted; ) {
      const digestId = queue.shift();
      if (digestId === undefined) return null;
      const held = await claim(store, digestId, clock());
      if (held === null) continue;
      await faultPoint('after-claim');
      const delivered = await deliver(sending, sender, held);
      report(delivered);
      if (delivered.scope === 'server' && !ended.aborted) return delivered;
      count += 1;
    }
    return null;
  } catch (thrown) {
    // The other senders finish the mail under way.
    queue.length = 0;
    throw thrown;
  }
}

/** True where the server is fine. A server that failed for three days is given up with all that waited so long. */
async function end(
  { store, scheduleIds, presentSeconds, clock }: Sending,
  fault: Delivered | null,
  report: (delivered: Delivered) => void,
): Promise<boolean> {
  if (fault === null) return true;
  if (fault.state === 'uncertain') return false;
  const reason = `given up after three days in which no mail could be sent: ${fault.reason}`;
  const since = presentSeconds - giveUpAfterSeconds;
  for (const lost of await giveUp(store.db, scheduleIds, since, reason, clock()))
    report({ ...lost, state: 'refused', smtpCode: null, scope: 'server', reason });
  return false;
}

async function deliver(sending: Sending, sender: Sender, held: Claim): Promise<Delivered> {
  const { store, smtp, presentSeconds, clock } = sending;
  const { late } = sending.ending;
  const digest = await digestById(store.db, held.digestId);
  const { message_id, schedule_id, since_s } = await store.db
    .selectFrom('delivery')
    .innerJoin('digest', 'digest.id', 'delivery.digest_id')
    .innerJoin('run', 'run.id', 'digest.run_id')
    .select(['delivery.message_id', 'delivery.since_s', 'run.schedule_id'])
    .where('delivery.digest_id', '=', held.digestId)
    .executeTakeFirstOrThrow();
  const message = messageOf(digest, { from: smtp.from, scheduleId: schedule_id, messageId: message_id });
  const release = async (): Promise<void> => {
    await releaseBody(store, held, clock());
    await faultPoint('gate-marked');
  };
  const attempt = await sender.send(message, release);
  if (attempt.state === 'sent') await faultPoint('after-250');
  const outcome = patient(attempt, held.attempts, presentSeconds - since_s);
  const now = clock();
  const waits = outcome.state === 'ready' && outcome.scope === 'recipient';
  const next = waits ? now + waitMs(held.attempts) : null;
  await settleSurely(store, held, outcome, next, now, digest.recipient, late);
  if (outcome.state === 'sent') await faultPoint('after-commit');
  return { ...outcome, digestId: held.digestId, recipient: digest.recipient };
}

/** 1, 2, 4 … 60 minutes. */
export function waitMs(failures: number): number {
  return Math.min(longestWaitMs, 2 ** (failures - 1) * 60_000);
}

function patient(attempt: Attempt, attempts: number, presentSeconds: number): Attempt {
  if (attempt.state !== 'ready' || presentSeconds <= giveUpAfterSeconds) return attempt;
  return {
    ...attempt,
    state: 'refused',
    reason: `given up after ${attempts} attempts over three days: ${attempt.reason}`,
  };
}

/** Records an outcome that only this process knows, also where the database is gone for up to a minute. */
async function settleSurely(
  store: Store,
  held: Claim,
  outcome: Attempt,
  next: number | null,
  now: number,
  recipient: string,
  late: AbortSignal,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      await settle(store, held, outcome, next, now);
      return;
    } catch (thrown) {
      // Nothing left: the mail is ready again without a record.
      const mayPass = store.isOutage(thrown) || isDiskFull(thrown);
      if (!mayPass || (outcome.state === 'ready' && outcome.scope === 'server')) throw thrown;
      if (late.aborted || performance.now() - began > settlementMs)
        throw new Complaint(
          `The mail to ${recipient} is ${outcome.state}, and the ledger could not record that (${(thrown as Error).message.replace(/\.$/, '')}). It will be shown as uncertain; settle it with "answershare settle".`,
        );
    }
    await paused(1_000, late);
  }
}

async function paused(ms: number, late: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: late });
  } catch (thrown) {
    if ((thrown as Error).name !== 'AbortError') throw thrown;
  }
}
