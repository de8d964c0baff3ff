import { setTimeout as sleep } from 'node:timers/promises';
import type { SmtpSettings } from '../settings/settings.ts';
import { createImageReader } from '../store/images.ts';
import {
  claimDelivery,
  type DeliveryClaim,
  maxWaitMs,
  readDigest,
  recordOutcome,
  refuseOverdue,
  releaseBody,
} from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import { isDiskFull, UserError } from '../system/errors.ts';
import type { Shutdown } from '../system/shutdown.ts';
import { reachFaultPoint } from './fault-point.ts';
import { createMessage } from './message.ts';
import { openSender, type Sender } from './sender.ts';
import type { SendAttempt } from './smtp.ts';

export interface DeliveredMail extends SendAttempt {
  readonly digestId: string;
  readonly recipient: string;
}

/** The context of one pass over the ready mails. */
interface DeliveryPass {
  readonly store: Store;
  readonly readImages: ReturnType<typeof createImageReader>;
  readonly smtp: SmtpSettings;
  readonly scheduleIds: readonly string[];
  /** Uptime of the sender at the beginning of the pass, seconds. */
  readonly presentSeconds: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** `ended`: start no further mail; `late`: cut off the current one. */
  readonly shutdown: Shutdown;
}

/** A mail is refused after this sender uptime without a delivery. */
export const giveUpAfterSeconds = 3 * 86_400;

const recordTimeoutMs = 60_000;

/** Concurrent connections; each sends one mail after another. */
const maxSenders = 4;

/**
 * Claims and sends digests: the first one alone, the rest by {@link maxSenders} at once. A server fault ends a
 * sender. Returns false if the server failed; unsent mails stay ready.
 */
export async function deliverAll(
  options: Omit<DeliveryPass, 'readImages'>,
  digestIds: readonly string[],
  report: (delivered: DeliveredMail) => void,
): Promise<boolean> {
  const pass = { ...options, readImages: createImageReader(options.store.db) };
  const open = (): Sender => openSender(pass.smtp, pass.shutdown.late);
  const queue = [...digestIds];
  const firstSender = open();
  const senders = [firstSender];
  const deliverBy = (sender: Sender, most: number) => deliverFrom(pass, queue, sender, most, report);
  try {
    const first = await deliverBy(firstSender, 1);
    if (first !== null) return await finishPass(pass, first, report);
    while (senders.length < Math.min(maxSenders, queue.length)) senders.push(open());
    const ends = await Promise.allSettled(senders.map((sender) => deliverBy(sender, Infinity)));
    const faults = ends.map((ended) => {
      if (ended.status === 'rejected') throw ended.reason;
      return ended.value;
    });
    const fault = faults.find((one) => one?.state === 'ready') ?? faults[0] ?? null;
    return await finishPass(pass, faults.includes(null) ? null : fault, report);
  } finally {
    for (const sender of senders) sender.close();
  }
}

/** Delivers at most `most` digests of a queue. Returns the server fault that stopped it, or null. */
async function deliverFrom(
  pass: DeliveryPass,
  queue: string[],
  sender: Sender,
  most: number,
  report: (delivered: DeliveredMail) => void,
): Promise<DeliveredMail | null> {
  const { store, clock } = pass;
  const { ended } = pass.shutdown;
  try {
    for (let count = 0; count < most && !ended.aborted; ) {
      const digestId = queue.shift();
      if (digestId === undefined) return null;
      const claim = await claimDelivery(store, digestId, clock());
      if (claim === null) continue;
      await reachFaultPoint('after-claim');
      const delivered = await deliver(pass, sender, claim);
      report(delivered);
      if (delivered.scope === 'server' && !ended.aborted) return delivered;
      count += 1;
    }
    return null;
  } catch (thrown) {
    // The other senders finish their current mail.
    queue.length = 0;
    throw thrown;
  }
}

/**
 * Ends a pass. False after a server failure. Refuses mails that were ready for three days, unless the failure left a
 * delivery uncertain.
 */
async function finishPass(
  { store, scheduleIds, presentSeconds, clock }: DeliveryPass,
  fault: DeliveredMail | null,
  report: (delivered: DeliveredMail) => void,
): Promise<boolean> {
  if (fault === null) return true;
  if (fault.state === 'uncertain') return false;
  const reason = `given up after three days in which no mail could be sent: ${fault.reason}`;
  const since = presentSeconds - giveUpAfterSeconds;
  for (const lost of await refuseOverdue(store.db, scheduleIds, since, reason, clock()))
    report({ ...lost, state: 'refused', smtpCode: null, scope: 'server', reason });
  return false;
}

async function deliver(pass: DeliveryPass, sender: Sender, claim: DeliveryClaim): Promise<DeliveredMail> {
  const { store, smtp, presentSeconds, clock } = pass;
  const { late } = pass.shutdown;
  const digest = await readDigest(store.db, claim.digestId);
  const { message_id, schedule_id, since_s } = await store.db
    .selectFrom('delivery')
    .innerJoin('digest', 'digest.id', 'delivery.digest_id')
    .innerJoin('run', 'run.id', 'digest.run_id')
    .select(['delivery.message_id', 'delivery.since_s', 'run.schedule_id'])
    .where('delivery.digest_id', '=', claim.digestId)
    .executeTakeFirstOrThrow();
  const message = createMessage(digest, await pass.readImages(digest), {
    from: smtp.from,
    scheduleId: schedule_id,
    messageId: message_id,
  });
  const release = async (): Promise<void> => {
    await releaseBody(store, claim, clock());
    await reachFaultPoint('gate-marked');
  };
  const attempt = await sender.send(message, release);
  if (attempt.state === 'sent') await reachFaultPoint('after-250');
  const outcome = refuseWhenOverdue(attempt, claim.attempts, presentSeconds - since_s);
  const now = clock();
  const waits = outcome.state === 'ready' && outcome.scope === 'recipient';
  const next = waits ? now + computeRetryDelayMs(claim.attempts) : null;
  await recordWithRetries(store, claim, outcome, next, now, digest.recipient, late);
  if (outcome.state === 'sent') await reachFaultPoint('after-commit');
  return { ...outcome, digestId: claim.digestId, recipient: digest.recipient };
}

/** 1, 2, 4 … 60 minutes. */
export function computeRetryDelayMs(failures: number): number {
  return Math.min(maxWaitMs, 2 ** (failures - 1) * 60_000);
}

function refuseWhenOverdue(attempt: SendAttempt, attempts: number, presentSeconds: number): SendAttempt {
  if (attempt.state !== 'ready' || presentSeconds <= giveUpAfterSeconds) return attempt;
  return {
    ...attempt,
    state: 'refused',
    reason: `given up after ${attempts} attempts over three days: ${attempt.reason}`,
  };
}

/** Records an outcome, and retries for a minute while the database is gone: only this process knows it. */
async function recordWithRetries(
  store: Store,
  claim: DeliveryClaim,
  outcome: SendAttempt,
  next: number | null,
  now: number,
  recipient: string,
  late: AbortSignal,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      await recordOutcome(store, claim, outcome, next, now);
      return;
    } catch (thrown) {
      // No bytes were sent: the mail is ready again without a record.
      const mayPass = store.isOutage(thrown) || isDiskFull(thrown);
      if (!mayPass || (outcome.state === 'ready' && outcome.scope === 'server')) throw thrown;
      if (late.aborted || performance.now() - began > recordTimeoutMs)
        throw new UserError(
          `The mail to ${recipient} is ${outcome.state}, and the ledger could not record that (${(thrown as Error).message.replace(/\.$/, '')}). It will be shown as uncertain; settle it with "answershare settle".`,
        );
    }
    await pauseUnlessLate(1_000, late);
  }
}

async function pauseUnlessLate(ms: number, late: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: late });
  } catch (thrown) {
    if ((thrown as Error).name !== 'AbortError') throw thrown;
  }
}
