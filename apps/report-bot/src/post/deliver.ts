import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from '../complaint.ts';
import type { Ending } from '../ending.ts';
import type { SmtpSettings } from '../settings/settings.ts';
import {
  type Claim,
  claim,
  digestById,
  giveUp,
  longestWaitMs,
  type Outcome,
  releaseBody,
  settle,
} from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import { faultPoint } from './fault-point.ts';
import { messageOf } from './message.ts';
import type { Attempt } from './outcome.ts';
import { sendMail } from './send.ts';

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

/**
 * Sends these digests one after another, each claimed first. A fault of the whole server ends the pass, and false is
 * given; what is left stays ready.
 */
export async function deliverAll(
  sending: Sending,
  digestIds: readonly string[],
  report: (delivered: Delivered) => void,
): Promise<boolean> {
  const { store, scheduleIds, presentSeconds, clock } = sending;
  const { ended } = sending.ending;
  for (const digestId of digestIds) {
    if (ended.aborted) return true;
    const held = await claim(store, digestId, clock());
    if (held === null) continue;
    await faultPoint('after-claim');
    const delivered = await deliver(sending, held);
    report(delivered);
    if (delivered.scope !== 'server' || ended.aborted) continue;
    if (delivered.state === 'uncertain') return false;
    const reason = `given up after three days in which no mail could be sent: ${delivered.reason}`;
    const since = presentSeconds - giveUpAfterSeconds;
    for (const lost of await giveUp(store.db, scheduleIds, since, reason, clock()))
      report({ ...lost, state: 'refused', smtpCode: null, scope: 'server', reason });
    return false;
  }
  return true;
}

async function deliver(sending: Sending, held: Claim): Promise<Delivered> {
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
  const attempt = await sendMail(smtp, message, release, late);
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

/** Records an outcome that only this process knows, also where the database is gone for a moment. */
async function settleSurely(
  store: Store,
  held: Claim,
  outcome: Outcome,
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
      if (!store.isOutage(thrown)) throw thrown;
      if (late.aborted || performance.now() - began > settlementMs)
        throw new Complaint(
          `The mail to ${recipient} is ${outcome.state}, and PostgreSQL could not be reached to record that (${(thrown as Error).message}). It will be shown as uncertain; settle it with "answershare settle".`,
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
