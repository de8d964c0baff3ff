import type { SendMailOptions } from 'nodemailer';
import type { SmtpSettings } from '../settings/settings.ts';
import { type Claim, claim, digestById, releaseBody, settle } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import { faultPoint } from './fault-point.ts';
import { bodyGate } from './gate.ts';
import { messageOf } from './message.ts';
import { type Attempt, classify } from './outcome.ts';
import { serverName, smtpTransport } from './transport.ts';

export interface Delivered extends Attempt {
  readonly digestId: string;
  readonly recipient: string;
}

const giveUpMs = 3 * 86_400_000;

/**
 * Sends these digests one after another, each claimed first. A fault of the whole server ends the pass; what is left
 * stays ready. `clock` gives milliseconds since the epoch; `stop` ends the pass between two mails.
 */
export async function deliverAll(
  store: Store,
  smtp: SmtpSettings,
  digestIds: readonly string[],
  clock: () => number,
  told: (delivered: Delivered) => void,
  stop: () => boolean = () => false,
): Promise<void> {
  for (const digestId of digestIds) {
    if (stop()) return;
    const held = await claim(store, digestId, clock());
    if (held === null) continue;
    await faultPoint('after-claim');
    const delivered = await deliver(store, smtp, held, clock);
    told(delivered);
    if (delivered.scope === 'server' && delivered.state !== 'sent') return;
  }
}

async function deliver(
  store: Store,
  smtp: SmtpSettings,
  held: Claim,
  clock: () => number,
): Promise<Delivered> {
  const digest = await digestById(store.db, held.digestId);
  const { message_id, schedule_id } = await store.db
    .selectFrom('delivery')
    .innerJoin('digest', 'digest.id', 'delivery.digest_id')
    .innerJoin('run', 'run.id', 'digest.run_id')
    .select(['delivery.message_id', 'run.schedule_id'])
    .where('delivery.digest_id', '=', held.digestId)
    .executeTakeFirstOrThrow();
  const message = messageOf(digest, { from: smtp.from, scheduleId: schedule_id, messageId: message_id });
  const attempt = await sendMail(smtp, message, async () => {
    await releaseBody(store, held, clock());
    await faultPoint('gate-marked');
  });
  if (attempt.state === 'sent') await faultPoint('after-250');
  const now = clock();
  const outcome = patient(attempt, held.attempts, now - digest.composed_at.getTime());
  const next = outcome.state === 'ready' ? now + Math.min(60, 2 ** (held.attempts - 1)) * 60_000 : null;
  await settle(store, held, outcome, next, now);
  if (outcome.state === 'sent') await faultPoint('after-commit');
  return { ...outcome, digestId: held.digestId, recipient: digest.recipient };
}

/** Sends one message over a connection of its own; `release` runs before the first body byte leaves. Never rejects. */
export async function sendMail(
  smtp: SmtpSettings,
  message: SendMailOptions,
  release: () => Promise<void>,
): Promise<Attempt> {
  const transport = smtpTransport(smtp);
  const gate = bodyGate(release);
  transport.use('stream', (mail, done) => gate.plugin(mail, done));
  try {
    const info = await transport.sendMail(message);
    return { state: 'sent', smtpCode: Number(info.response.slice(0, 3)), reason: null, scope: 'recipient' };
  } catch (thrown) {
    return classify(thrown, gate.released(), serverName(smtp));
  } finally {
    transport.close();
  }
}

function patient(attempt: Attempt, attempts: number, ageMs: number): Attempt {
  if (attempt.state !== 'ready' || ageMs <= giveUpMs) return attempt;
  return {
    ...attempt,
    state: 'refused',
    reason: `given up after ${attempts} attempts over three days: ${attempt.reason}`,
  };
}
