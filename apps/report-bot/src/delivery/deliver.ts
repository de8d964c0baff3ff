import { setTimeout as sleep } from 'node:timers/promises';
import type { Copies, DigestAudience, SmtpSettings } from '../settings/settings.ts';
import { createBodyReader } from '../store/bodies.ts';
import {
  type ClaimedDigest,
  claimDelivery,
  type DeliveryClaim,
  readClaimedDigest,
  recordOutcome,
  releaseBody,
} from '../store/claims.ts';
import { hashRecipient } from '../store/digests.ts';
import { maxWaitMs, postponeChannel, type ReadyDigest, refuseOverdue } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import type { DigestRow } from '../store/tables.ts';
import { isReader } from '../store/withheld.ts';
import { describeRowFault, isDiskFull, UserError } from '../system/errors.ts';
import type { Shutdown } from '../system/shutdown.ts';
import { postMessage } from '../transports/http.ts';
import type { SendAttempt } from '../transports/smtp/connection.ts';
import { createMessage } from '../transports/smtp/message.ts';
import { openSender } from '../transports/smtp/sender.ts';
import { selectSender } from '../transports/smtp/unsubscribe.ts';
import { reachFaultPoint } from './fault-point.ts';

export interface DeliveredMail extends SendAttempt {
  readonly digestId: string;
  /** A mail address, or the id of a channel. */
  readonly recipient: string;
}

/** What decides who gets a digest. */
type DigestReaders = Pick<DigestAudience, 'id' | 'recipients' | 'copies' | 'channels' | 'from' | 'replyTo'>;

interface PassOptions {
  readonly store: Store;
  /** Null leaves the mails ready. */
  readonly smtp: SmtpSettings | null;
  /** The schedules and alerts as the settings are now. */
  readonly audiences: () => readonly DigestReaders[];
  /** Uptime of the sender at the beginning of the pass, seconds. */
  readonly presentSeconds: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** `ended`: start no further mail; `late`: cut off the current one. */
  readonly shutdown: Shutdown;
}

/** The context of one pass over the ready mails. */
interface DeliveryPass extends PassOptions {
  readonly report: (delivered: DeliveredMail) => void;
}

/** Sends frozen digests one after another, as a sender of `sender.ts` does. */
interface DigestTransport {
  send(frozen: ClaimedDigest, readers: DigestReaders, release: () => Promise<void>): Promise<SendAttempt>;
  close(): void;
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
  const pass = { ...options, report };
  const mails = ready.filter(({ channel }) => channel === null).map(({ digestId }) => digestId);
  const [delivered = true] = await settle([
    pass.smtp === null ? Promise.resolve(true) : deliverMails(pass, pass.smtp, mails),
    deliverToChannels(pass, ready),
  ]);
  return delivered;
}

/** Sends mails: the first one alone, the rest by {@link maxSenders} at once. A server fault ends a sender. */
async function deliverMails(pass: DeliveryPass, smtp: SmtpSettings, queue: string[]): Promise<boolean> {
  const readBody = createBodyReader(pass.store.db);
  const open = (): DigestTransport => openMailTransport(smtp, readBody, pass.shutdown.late);
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

/** Waits for all of them, and then throws the first error. */
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
  const transport = createChannelTransport(pass);
  const work = async (): Promise<void> => {
    for (let queue = waiting.shift(); queue !== undefined; queue = waiting.shift())
      await deliverFrom(pass, queue, transport, Infinity);
  };
  await settle(Array.from({ length: Math.min(maxSenders, waiting.length) }, work));
  return true;
}

function openMailTransport(
  smtp: SmtpSettings,
  readBody: ReturnType<typeof createBodyReader>,
  late: AbortSignal,
): DigestTransport {
  const sender = openSender(smtp, late);
  return {
    send: async ({ digest, messageId, scheduleId }, readers, release) => {
      const body = await readBody(digest);
      const fields = { ...selectSender(smtp, readers, digest.recipient), scheduleId, messageId };
      const message = createMessage(digest, body, fields);
      const kept = dropGoneCopies(digest, readers);
      const { envelope } = kept === digest ? message : createMessage(kept, body, fields);
      return sender.send({ ...message, envelope }, release);
    },
    close: () => sender.close(),
  };
}

/** A digest without copies to addresses that left the settings. The message's header keeps them: repeats have equal bytes. */
function dropGoneCopies(digest: DigestRow, { copies: { cc, bcc } }: DigestReaders): DigestRow {
  if (digest.copies === null) return digest;
  const kept = new Set([...cc, ...bcc].map(hashRecipient));
  const frozen = JSON.parse(digest.copies) as Copies;
  const drop = (addresses: readonly string[]) =>
    addresses.filter((address) => kept.has(hashRecipient(address)));
  return { ...digest, copies: JSON.stringify({ cc: drop(frozen.cc), bcc: drop(frozen.bcc) }) };
}

function createChannelTransport({ store, clock, shutdown }: DeliveryPass): DigestTransport {
  const readBody = createBodyReader(store.db);
  return {
    send: async ({ digest, messageId }, readers, release) => {
      const channel = readers.channels.find(({ id }) => id === digest.recipient);
      if (channel === undefined) throw new Error(`there is no channel "${digest.recipient}"`);
      const { text: body } = await readBody(digest);
      return postMessage(channel, { id: messageId, body }, release, clock, shutdown.late);
    },
    close: () => undefined,
  };
}

/** Delivers at most `most` digests of a queue. Returns the fault of the server or channel that stopped it, or null. */
async function deliverFrom(
  pass: DeliveryPass,
  queue: string[],
  transport: DigestTransport,
  most: number,
): Promise<DeliveredMail | null> {
  const { store, clock, report } = pass;
  const { ended } = pass.shutdown;
  try {
    for (let count = 0; count < most && !ended.aborted; ) {
      const digestId = queue.shift();
      if (digestId === undefined) return null;
      const claim = await claimDelivery(store, digestId, clock());
      if (claim === null) continue;
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
  transport: DigestTransport,
  claim: DeliveryClaim,
): Promise<DeliveredMail> {
  const { store, presentSeconds, clock } = pass;
  const { late } = pass.shutdown;
  let [recipient, since] = [`digest ${claim.digestId}`, presentSeconds];
  const send = async (): Promise<SendAttempt> => {
    const frozen = await readClaimedDigest(store.db, claim);
    recipient = frozen.digest.recipient;
    since = frozen.sinceSeconds;
    const readers = findReaders(pass, frozen);
    if (readers === undefined) return withdrawn;
    const attempted = await transport.send(frozen, readers, async () => {
      if (findReaders(pass, frozen) === undefined) throw new Error(withdrawn.reason);
      await releaseBody(store, claim, clock());
      await reachFaultPoint('gate-marked');
    });
    const isGone = attempted.state === 'ready' && findReaders(pass, frozen) === undefined;
    return isGone ? withdrawn : attempted;
  };
  const attempt = await send().catch((thrown) => createDamagedAttempt(store, claim, thrown));
  if (attempt.state === 'sent') await reachFaultPoint('after-250');
  const outcome = refuseWhenOverdue(attempt, claim.attempts, presentSeconds - since);
  const now = clock();
  const waits = outcome.state === 'ready' && outcome.scope !== 'server';
  const delay = Math.max(computeRetryDelayMs(claim.attempts), outcome.retryAfterMs ?? 0);
  const next = waits ? now + Math.min(maxWaitMs, delay) : null;
  await recordWithRetries(store, claim, outcome, next, now, recipient, late);
  if (outcome.state === 'sent') await reachFaultPoint('after-commit');
  if (outcome.scope === 'channel' && next !== null) await postponeChannel(store.db, recipient, next);
  return { ...outcome, digestId: claim.digestId, recipient };
}

const withdrawn = {
  state: 'withdrawn',
  smtpCode: null,
  reason: 'the settings do not name this reader any more',
  scope: 'recipient',
} as const satisfies SendAttempt;

/** The schedule or alert of a digest, if it still names the reader. */
const findReaders = ({ audiences }: DeliveryPass, { scheduleId, digest }: ClaimedDigest) =>
  audiences().find((one) => one.id === scheduleId && isReader(one, digest.recipient_hash));

/** A row that cannot be read is refused after so many attempts; one that is no JSON at once. */
const maxDamagedAttempts = 3;

/** The attempt of a digest that throws before it is sent. */
function createDamagedAttempt(store: Store, claim: DeliveryClaim, thrown: unknown): SendAttempt {
  const reason = `digest ${claim.digestId} of the ledger cannot be read: ${describeRowFault(store, thrown)}`;
  const isFinal = thrown instanceof SyntaxError || claim.attempts >= maxDamagedAttempts;
  return { state: isFinal ? 'refused' : 'ready', smtpCode: null, reason, scope: 'recipient' };
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
