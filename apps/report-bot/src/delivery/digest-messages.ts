import type { Digest } from '../digest/digest.ts';
import { createBody, type MailBody } from '../message/body.ts';
import type { WebCopyAddress } from '../message/extras.ts';
import type { Renderer } from '../message/renderer.ts';
import { slackRenderer } from '../renderers/chat/slack.ts';
import { teamsRenderer } from '../renderers/chat/teams.ts';
import { webhookRenderer } from '../renderers/data/webhook-body.ts';
import { createMails, type DigestMails, noFiles } from '../renderers/mail/mails.ts';
import type { RenderedMail } from '../renderers/mail/render.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { ChannelKind } from '../settings/channels.ts';
import type { Copies, DigestAudience } from '../settings/settings.ts';
import { saveBody } from '../store/bodies.ts';
import { type AddressedMessage, freezeDigests, hashRecipient, toDigestRow } from '../store/digests.ts';
import { createLedgerKey } from '../store/mail-files.ts';
import type { Store } from '../store/store.ts';
import { selectReached } from '../store/suppression-list.ts';
import type { DigestRow } from '../store/tables.ts';
import { recordWithheld } from '../store/withheld.ts';
import { createStableId, sha256 } from '../system/text.ts';
import { createMessageId } from '../transports/smtp/message.ts';
import { openWebCopies } from './web-copies.ts';

const renderers: Readonly<Record<ChannelKind, Renderer>> = {
  slack: slackRenderer,
  teams: teamsRenderer,
  webhook: webhookRenderer,
};

export interface ComposeResult {
  /** New digests; existing ones stay unchanged. */
  readonly digests: number;
  readonly letters: number;
  /** Why the schedule's template was not used; the mails have the built-in parts then. */
  readonly faults: readonly string[];
  /** Which readers get nothing and why, in words for the operator. */
  readonly nothingFor?: string;
  /** A sentence for each website that the settings name as the service did before. */
  readonly renamed?: readonly string[];
}

/** The reason of a composed run in the ledger: who gets nothing, which website was renamed, and why a template was not used. */
export const explainComposed = ({ nothingFor, renamed = [], faults }: ComposeResult): string | null =>
  [
    ...(nothingFor === undefined ? [] : [nothingFor]),
    ...renamed,
    ...faults.map((fault) => `built-in template: ${fault}`),
  ].join('; ') || null;

export interface FreezeOptions {
  /** Null without a mail server, which channels do not need. */
  readonly from: string | null;
  readonly now: number;
  readonly ended: AbortSignal;
}

const frozenAtOnce = 100;

/** Freezes one digest per recipient and channel that gets mails. Stops between two groups of them once `ended` is aborted. */
export async function freezeMessages(
  store: Store,
  all: DigestAudience,
  digest: Digest,
  runId: string,
  { from, now, ended }: FreezeOptions,
): Promise<ComposeResult> {
  const { redact } = store;
  const { reached: audience, suppressed } = await selectReached(store.db, all);
  for (const { to, reason } of suppressed)
    await recordWithheld(store.db, runId, [{ name: to, hash: hashRecipient(to) }], reason);
  const { url: webCopy, write } = await openWebCopies(store, digest, audience);
  write(listLocales(audience));
  const mails = from === null ? null : createMails(digest, audience, from, { webCopy, redact });
  const ledgerKey = await createLedgerKey(store.db);
  const saved = new Set<MailBody>();
  let digests = 0;
  let group: AddressedMessage[] = [];
  const freezeGroup = async (): Promise<void> => {
    digests += await freezeDigests(store.db, runId, group, now);
    group = [];
  };
  for await (const message of addressMessages(digest, audience, mails, webCopy)) {
    if (ended.aborted) break;
    const { body } = message.mail;
    if (!saved.has(body)) await saveBody(store.db, body);
    saved.add(body);
    const sender = message.channel === null ? (mails?.from ?? null) : null;
    const messageId = createMessageId(ledgerKey, audience.id, digest.week, message.hash, sender);
    group.push({ ...message, messageId });
    if (group.length === frozenAtOnce) await freezeGroup();
  }
  await freezeGroup();
  return { digests, letters: mails?.written() ?? 0, faults: mails?.faults() ?? [] };
}

/** The locales of the readers whose messages link to the page; of a webhook alone its own. */
function listLocales({ recipients, channels }: DigestAudience): string[] {
  const linked = [...recipients, ...channels.filter(({ kind }) => renderers[kind].hasPageLink)];
  return (linked.length > 0 ? linked : channels).map(({ locale }) => locale);
}

/** The messages of a digest: the mails if there is a mail server, then those of the channels. */
export async function* addressMessages(
  digest: Digest,
  schedule: DigestAudience,
  mails: DigestMails | null,
  webCopy: WebCopyAddress = noFiles.webCopy,
): AsyncGenerator<Omit<AddressedMessage, 'messageId'>> {
  if (mails !== null)
    for (const recipient of schedule.recipients) {
      const hash = hashRecipient(recipient.to);
      const mail = await mails.for(recipient);
      yield { recipient, copies: schedule.copies, hash, channel: null, mail };
    }
  for (const channel of schedule.channels) {
    const { id, kind, locale } = channel;
    const hash = sha256(id);
    const { subject, body: text } = renderers[kind].render(digest, {
      locale,
      dashboard: schedule.dashboard,
      sheet: schedule.design.sheet,
      webCopy: webCopy(locale),
    });
    yield {
      recipient: { to: id, name: null },
      copies: null,
      hash,
      channel: kind,
      mail: { subject, body: createBody({ html: '', text, attachments: [] }), inserts: [] },
    };
  }
}

/** A digest row for previews and test copies, outside the ledger. A test copy has no {@link Copies}. */
export function createPreviewRow(
  mail: RenderedMail,
  { schedule, week, now, ...to }: PreviewOptions,
): DigestRow {
  const { recipient } = to;
  const id = createStableId('unfrozen', schedule.id, week, recipient.to);
  return toDigestRow(id, '', { ...to, hash: hashRecipient(recipient.to), channel: null, mail }, now);
}

interface PreviewOptions extends Pick<AddressedMessage, 'recipient' | 'copies'> {
  readonly schedule: Pick<DigestAudience, 'id'>;
  readonly week: IsoWeek;
  readonly now: number;
}
