import type { ChannelMessage } from '../channels/chat-view.ts';
import { renderSlack } from '../channels/slack.ts';
import { renderTeams } from '../channels/teams.ts';
import { renderWebhook } from '../channels/webhook-body.ts';
import type { Digest } from '../digest/digest.ts';
import { createChartPrinter } from '../mail/chart.ts';
import { toMailDesign } from '../mail/design.ts';
import { type LocalizedMail, type RenderedMail, renderMail } from '../mail/render.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { Channel } from '../settings/channels.ts';
import type { Copies, DigestAudience, Recipient } from '../settings/settings.ts';
import { type AddressedMessage, freezeDigests, hashRecipient, toDigestRow } from '../store/digests.ts';
import { saveImages } from '../store/images.ts';
import type { Store } from '../store/store.ts';
import type { DigestRow } from '../store/tables.ts';
import { createStableId, sha256 } from '../system/text.ts';
import { createMessageId } from './message.ts';
import { createUnsubscribeUrl } from './unsubscribe.ts';

/** The mails of a digest, rendered once per locale. */
export interface DigestMails {
  readonly from: string;
  for(recipient: Recipient): RenderedMail;
  /** Number of rendered locales. */
  written(): number;
  /** Why the schedule's template was not used, each reason once. */
  faults(): readonly string[];
}

export function createMails(digest: Digest, schedule: DigestAudience, from: string): DigestMails {
  const unsubscribe = createUnsubscribeUrl(schedule.id, from);
  const charts = createChartPrinter();
  const design = toMailDesign(schedule.design, schedule.dashboard);
  const byLocale = new Map<string, LocalizedMail>();
  return {
    from,
    for: ({ to, name, locale }) => {
      const mail = byLocale.get(locale) ?? renderMail(digest, { locale, unsubscribe, design, charts });
      byLocale.set(locale, mail);
      return mail.for({ name, address: to });
    },
    written: () => byLocale.size,
    faults: () => [...new Set([...byLocale.values()].flatMap(({ fault }) => fault ?? []))],
  };
}

/** The result of composing a run. */
export interface ComposeResult {
  /** New digests; existing ones stay unchanged. */
  readonly digests: number;
  /** Rendered locales. */
  readonly letters: number;
  /** Why the schedule's template was not used; the mails have the built-in parts then. */
  readonly faults: readonly string[];
}

export interface FreezeOptions {
  /** Null without a mail server, which channels do not need. */
  readonly from: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly ended: AbortSignal;
}

/** Digests of one transaction, so that a run of 80 KB each holds few megabytes. */
const frozenAtOnce = 32;

/** Freezes one digest per recipient and channel. Stops between two groups of them once `ended` is aborted. */
export async function freezeMessages(
  store: Store,
  audience: DigestAudience,
  digest: Digest,
  runId: string,
  { from, now, ended }: FreezeOptions,
): Promise<ComposeResult> {
  const mails = from === null ? null : createMails(digest, audience, from);
  const saved = new Set<RenderedMail['attachments']>();
  let digests = 0;
  let group: AddressedMessage[] = [];
  const freezeGroup = async (): Promise<void> => {
    digests += await freezeDigests(store.db, runId, group, now);
    group = [];
  };
  for (const message of addressMessages(digest, audience, mails)) {
    if (ended.aborted) break;
    const { attachments } = message.mail;
    if (!saved.has(attachments)) await saveImages(store.db, attachments);
    saved.add(attachments);
    group.push(message);
    if (group.length === frozenAtOnce) await freezeGroup();
  }
  await freezeGroup();
  return { digests, letters: mails?.written() ?? 0, faults: mails?.faults() ?? [] };
}

/** The messages of a digest: the mails if there is a mail server, then those of the channels. */
export function* addressMessages(
  digest: Digest,
  schedule: DigestAudience,
  mails: DigestMails | null,
): Generator<AddressedMessage> {
  if (mails !== null)
    for (const recipient of schedule.recipients) {
      const hash = hashRecipient(recipient.to);
      const messageId = createMessageId(schedule.id, digest.week, hash, mails.from);
      const mail = mails.for(recipient);
      yield { recipient, copies: schedule.copies, hash, channel: null, mail, messageId };
    }
  for (const channel of schedule.channels) {
    const { id, kind } = channel;
    const hash = sha256(id);
    const { subject, body } = renderChannelMessage(digest, channel, schedule.dashboard);
    yield {
      recipient: { to: id, name: null },
      copies: null,
      hash,
      channel: kind,
      mail: { subject, html: '', text: body, attachments: noAttachments },
      messageId: `msg_${createStableId('message', schedule.id, digest.week, hash)}`,
    };
  }
}

/** Renders a digest for a channel. Equal input gives equal bytes. */
function renderChannelMessage(
  digest: Digest,
  { kind, locale }: Channel,
  dashboard: string | null,
): Pick<ChannelMessage, 'subject' | 'body'> {
  const options = { locale, dashboard };
  if (kind === 'slack') return renderSlack(digest, options);
  if (kind === 'teams') return renderTeams(digest, options);
  return { subject: `${digest.schedule.id} ${digest.week}`, body: renderWebhook(digest) };
}

const noAttachments: RenderedMail['attachments'] = [];

/** Redacts a mail as the ledger would. */
export function redactMail(mail: RenderedMail, redact: (text: string) => string): RenderedMail {
  return { ...mail, subject: redact(mail.subject), html: redact(mail.html), text: redact(mail.text) };
}

/** A digest row for previews and test copies, outside the ledger. A test copy has no {@link Copies}. */
export function createPreviewRow(
  mail: RenderedMail,
  schedule: DigestAudience,
  week: IsoWeek,
  recipient: Recipient,
  copies: Copies | null,
  now: number,
): DigestRow {
  const id = createStableId('unfrozen', schedule.id, week, recipient.to);
  return toDigestRow(
    id,
    '',
    { recipient, copies, hash: hashRecipient(recipient.to), channel: null, mail },
    now,
  );
}
