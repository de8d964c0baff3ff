import type { MailSettings } from '../settings/mail-senders.ts';
import { createBodyReader } from '../store/bodies.ts';
import {
  type ClaimedDigest,
  claimNext,
  type DeliveryClaim,
  readClaimedDigest,
  recordOutcome,
  releaseBody,
} from '../store/claims.ts';
import { maxWaitMs, postponeChannel, type ReadyDigest, refuseOverdue } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import {
  explainSuppression,
  findSuppression,
  forgetBounces,
  recordBounce,
  selectCopies,
} from '../store/suppression-list.ts';
import { isReader } from '../store/withheld.ts';
import { describeRowFault, isDiskFull, UserError } from '../system/errors.ts';
import { pauseUnless } from '../system/pause.ts';
import type { Shutdown } from '../system/shutdown.ts';
import { dropPeriod } from '../system/text.ts';
import {
  classifyAttempt,
  giveUp,
  type SendAttempt,
  withdraw,
  withdrawIfReady,
} from '../transports/classify-attempt.ts';
import { createHttpTransport } from '../transports/http.ts';
import { openMailTransport } from '../transports/mail/mail-transport.ts';
import type { DigestReaders, Transport } from '../transports/transport.ts';
import { reachFaultPoint } from './fault-point.ts';

export interface DeliveredMail extends SendAttempt {
  readonly digestId: string;
  /** A mail address, or the id of a channel. */
  readonly recipient: string;
}

interface PassOptions {
  readonly store: Store;
  /** Null leaves the mails ready. */
  readonly mail: MailSettings | null;
  /** The schedules and alerts as the settings are now. */
  readonly audiences: () => readonly DigestReaders[];
  /** Uptime of the sender at the beginning of the pass, seconds. */
  readonly presentSeconds: number;
  readonly clock: () => number;
  /** `ended`: start no further mail; `late`: cut off the current one. */
  readonly shutdown: Shutdown;
}

interface DeliveryPass extends PassOptions {
  readonly readBody: ReturnType<typeof createBodyReader>;
  readonly report: (delivered: DeliveredMail) => void;
}

/** A mail is refused after this sender uptime without a delivery. */
export const giveUpAfterSeconds = 3 * 86_400;

const recordTimeoutMs = 60_000;

/** Concurrent connections; each sends one mail after another. */
const maxSenders = 4;

/**
 * Claims and sends digests by mail and to channels, at the same time. Returns false if the mail server failed;
 * unsent mails stay ready.
 */
export async function deliverAll(
  options: PassOptions,
  ready: readonly ReadyDigest[],
  report: (delivered: DeliveredMail) => void,
): Promise<boolean> {
  const pass = { ...options, report, readBody: createBodyReader(options.store.db) };
  const mails = ready.filter(({ channel }) => channel === null).map(({ digestId }) => digestId);
  const [delivered = true] = await settle([
    pass.mail === null ? Promise.resolve(true) : deliverMails(pass, pass.mail, mails),
    deliverToChannels(pass, ready),
  ]);
  return delivered;
}

/** Sends mails: the first one alone, the rest by {@link maxSenders} at once. A server fault ends a sender. */
async function deliverMails(pass: DeliveryPass, mail: MailSettings, queue: string[]): Promise<boolean> {
  const open = (): Transport => openMailTransport(mail, { late: pass.shutdown.late, now: pass.clock });
  const firstTransport = open();
  const transports = [firstTransport];
  try {
    const first = await deliverFrom(pass, queue, firstTransport, 1);
    if (first !== null) return await finishPass(pass, first);
    while (transports.length < Math.min(maxSenders, queue.length)) transports.push(open());
    const faults = await settle(transports.map((transport) => deliverFrom(pass, queue, transport, Infinity)));
    const fault = faults.find((one) => one?.state === 'ready') ?? faults[0] ?? null;
    return await finishPass(pass, faults.includes(null) ? null : fault);
  } finally {
    for (const transport of transports) transport.close();
  }
}

async function settle<T>(work: readonly Promise<T>[]): Promise<T[]> {
  return (await Promise.allSettled(work)).map((ended) => {
    if (ended.status === 'rejected') throw ended.reason;
    return ended.value;
  });
}

/** Sends to {@link maxSenders} channels at once, to each one message after another. A fault ends its channel. */
async function deliverToChannels(pass: DeliveryPass, ready: readonly ReadyDigest[]): Promise<true> {
  const queues = new Map<string, string[]>();
  for (const { channel, digestId } of ready)
    if (channel !== null) queues.set(channel, [...(queues.get(channel) ?? []), digestId]);
  const waiting = [...queues.values()];
  const transport = createHttpTransport(pass.clock, pass.shutdown.late);
  const work = async (): Promise<void> => {
    for (let queue = waiting.shift(); queue !== undefined; queue = waiting.shift())
      await deliverFrom(pass, queue, transport, Infinity);
  };
  await settle(Array.from({ length: Math.min(maxSenders, waiting.length) }, work));
  return true;
}

/** Delivers at most `most` digests of a queue. Returns the fault of the server or channel that stopped it, or null. */
async function deliverFrom(
  pass: DeliveryPass,
  queue: string[],
  transport: Transport,
  most: number,
): Promise<DeliveredMail | null> {
  const { store, clock, report } = pass;
  const { ended } = pass.shutdown;
  try {
    for (let count = 0; count < most && !ended.aborted; ) {
      const claim = await claimNext(store, queue, clock(), transport.repeats);
      if (claim === null) return null;
      await reachFaultPoint('after-claim');
      const delivered = await deliver(pass, transport, claim);
      report(delivered);
      if (delivered.scope !== 'recipient' && !ended.aborted) return delivered;
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
  { store, audiences, presentSeconds, clock, report }: DeliveryPass,
  fault: DeliveredMail | null,
): Promise<boolean> {
  if (fault === null) return true;
  if (fault.state === 'uncertain') return false;
  const reason = `given up after three days in which no mail could be sent: ${fault.reason}`;
  const since = presentSeconds - giveUpAfterSeconds;
  const ids = audiences().map(({ id }) => id);
  for (const lost of await refuseOverdue(store.db, ids, since, reason, clock()))
    report({ ...lost, state: 'refused', smtpCode: null, scope: 'server', reason });
  return false;
}

async function deliver(
  pass: DeliveryPass,
  transport: Transport,
  claim: DeliveryClaim,
): Promise<DeliveredMail> {
  const { store, presentSeconds, clock } = pass;
  const { late } = pass.shutdown;
  let [recipient, since, bounces] = [`digest ${claim.digestId}`, presentSeconds, 0];
  const send = async (): Promise<SendAttempt> => {
    const frozen = await readClaimedDigest(store.db, claim);
    const { digest } = frozen;
    [recipient, since, bounces] = [digest.recipient, frozen.sinceSeconds, frozen.bounces];
    const readers = findReaders(pass, frozen);
    if (readers === undefined) return withdraw(leftSettings, claim);
    if (frozen.suppression !== null) return withdraw(explainSuppression(frozen.suppression), claim);
    const body = await pass.readBody(digest);
    const copies = digest.copies === null ? readers.copies : await selectCopies(store.db, readers.copies);
    let suppression = null as ClaimedDigest['suppression'];
    const message = { ...frozen, ...claim, body, readers: { ...readers, copies } };
    const attempted = await transport.send(message, async () => {
      if (findReaders(pass, frozen) === undefined) throw new Error(leftSettings);
      try {
        await releaseBody(store, claim, clock(), transport.repeats);
      } catch (thrown) {
        suppression = await findSuppression(store.db, recipient);
        throw thrown;
      }
      await reachFaultPoint('gate-marked');
    });
    if (suppression !== null) return withdrawIfReady(attempted, explainSuppression(suppression));
    return findReaders(pass, frozen) === undefined ? withdrawIfReady(attempted, leftSettings) : attempted;
  };
  const attempt = await send().catch((thrown) => createDamagedAttempt(store, claim, thrown));
  if (attempt.state === 'sent') await reachFaultPoint('after-250');
  const isOverdue = presentSeconds - since > giveUpAfterSeconds;
  const lastReason = `given up after ${claim.attempts} attempts over three days: ${attempt.reason}`;
  let outcome = isOverdue ? giveUp(attempt, lastReason) : attempt;
  const now = clock();
  const isRepeated = outcome.state === 'uncertain' && transport.repeats !== null;
  const waits = isRepeated || (outcome.state === 'ready' && outcome.scope !== 'server');
  const delay = Math.max(computeRetryDelayMs(claim.attempts), outcome.retryAfterMs ?? 0);
  const next = waits ? now + Math.min(maxWaitMs, delay) : null;
  const attemptId = `${claim.digestId} ${claim.fence}`;
  const record = async () => {
    if (outcome.state === 'sent' && bounces > 0) await forgetBounces(store.db, recipient);
    if (attempt.isBounce === true && (await recordBounce(store.db, recipient, attemptId, 'mail server', now)))
      outcome = { ...attempt, reason: `${attempt.reason}; ${explainBounces(recipient)}` };
    await recordOutcome(store, claim, outcome, next, now);
  };
  await recordWithRetries(record, { store, outcome, recipient, late });
  if (outcome.state === 'sent') await reachFaultPoint('after-commit');
  if (outcome.scope === 'channel' && next !== null) await postponeChannel(store.db, recipient, next);
  return { ...outcome, digestId: claim.digestId, recipient };
}

const leftSettings = 'the settings do not name this reader any more';

const explainBounces = (address: string): string =>
  `it is the second refusal in a row, so the address gets no more mails; "answershare suppressions remove ${address}" changes that`;

/** The schedule or alert of a digest, if it still names the reader. */
const findReaders = ({ audiences }: DeliveryPass, { scheduleId, digest }: ClaimedDigest) =>
  audiences().find((one) => one.id === scheduleId && isReader(one, digest.recipient_hash));

/** A row that cannot be read is refused after so many attempts; one that is no JSON at once. */
const maxDamagedAttempts = 3;

/** The attempt of a digest that throws before it is sent. */
function createDamagedAttempt(store: Store, claim: DeliveryClaim, thrown: unknown): SendAttempt {
  const reason = `digest ${claim.digestId} of the ledger cannot be read: ${describeRowFault(store, thrown)}`;
  const isFinal = thrown instanceof SyntaxError || claim.attempts >= maxDamagedAttempts;
  const answer = isFinal ? 'rejected' : 'deferred';
  const { isRepeat } = claim;
  return classifyAttempt({ answer, released: false, isRepeat, reason, scope: 'recipient' });
}

/** 1, 2, 4 … 60 minutes. */
export function computeRetryDelayMs(failures: number): number {
  return Math.min(maxWaitMs, 2 ** (failures - 1) * 60_000);
}

interface RecordOptions {
  readonly store: Store;
  readonly outcome: SendAttempt;
  readonly recipient: string;
  readonly late: AbortSignal;
}

/** Records an outcome, and retries for a minute while the database is gone: only this process knows it. */
async function recordWithRetries(
  record: () => Promise<unknown>,
  { store, outcome, recipient, late }: RecordOptions,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      await record();
      return;
    } catch (thrown) {
      // No bytes were sent: the mail is ready again without a record.
      const mayPass = store.isOutage(thrown) || isDiskFull(thrown);
      if (!mayPass || (outcome.state === 'ready' && outcome.scope === 'server')) throw thrown;
      if (late.aborted || performance.now() - began > recordTimeoutMs)
        throw new UserError(
          `The mail to ${recipient} is ${outcome.state}, and the ledger could not record that (${dropPeriod((thrown as Error).message)}). It will be shown as uncertain; settle it with "answershare settle".`,
        );
    }
    await pauseUnless(1_000, late);
  }
}
