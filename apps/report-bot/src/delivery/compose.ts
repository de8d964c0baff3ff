import { listAssumedFigures } from '../collect/service-profile.ts';
import { requireWebsites } from '../collect/websites.ts';
import { buildDigest, type Digest } from '../digest/digest.ts';
import { computeSiteSeries, hasReading, type SiteSeries } from '../digest/site-digest.ts';
import { type LocalizedMail, type RenderedMail, renderMail } from '../mail/render.ts';
import { type IsoWeek, listWeekDates, previousWeek, toIsoWeek } from '../schedule/iso-week.ts';
import type { DigestSchedule, Recipient, SmtpSettings } from '../settings/settings.ts';
import { freezeDigest, hashRecipient, toDigestRow } from '../store/digests.ts';
import { listShapeChanges, readLatestWebsites, readSiteSnapshots } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { DigestRow, RunRow } from '../store/tables.ts';
import { UserError } from '../system/errors.ts';
import { createStableId } from '../system/text.ts';
import { createMessage, createMessageId, createUnsubscribeUrl } from './message.ts';
import { sendMail } from './sender.ts';

/** Weeks of history in a digest. */
const weeksBack = 12;

/** Reports how many websites of a digest were read. */
export type WebsiteProgress = (done: number, total: number) => void;

/**
 * Composes the digest of a schedule's week from snapshots up to `until`. Of several weeks, oldest first, it takes the
 * first one with a snapshot. Throws a {@link UserError} if none has one.
 */
export async function composeDigest(
  store: Store,
  schedule: DigestSchedule,
  weeks: readonly [IsoWeek, ...IsoWeek[]],
  until: number,
  progress?: WebsiteProgress,
): Promise<Digest> {
  const listed = await readLatestWebsites(store.db, until);
  if (listed === null)
    throw new UserError('There are no snapshots yet. Take the first with "answershare snapshot".');
  const { websites, gone } = requireWebsites(schedule, listed);
  const [oldest] = weeks;
  const candidates = weeks.map((week) => ({ week, sites: [] as SiteSeries[] }));
  progress?.(0, websites.length);
  for (const [at, website] of websites.entries()) {
    const snapshots = await readSiteSnapshots(store.db, website.id, findEarliestDate(oldest), until);
    for (const { week, sites } of candidates)
      sites.push(computeSiteSeries(website, snapshots, week, schedule.timezone));
    progress?.(at + 1, websites.length);
  }
  const found = candidates.find(({ sites }) => sites.some(hasReading));
  if (found === undefined) throw createEmptyWeekError(schedule, oldest, websites.length);
  const { week, sites } = found;
  const days = listWeekDates(week);
  return buildDigest({
    schedule: { id: schedule.id, title: schedule.title, timezone: schedule.timezone },
    week,
    sites,
    gone: gone.map(({ reference }) => reference),
    changes: await listShapeChanges(store.db, days[0] ?? '', days[6] ?? ''),
    assumed: (await listAssumedFigures(store.db)).filter(({ endpoint }) => endpoint !== 'websites'),
    generatedAt: until,
  });
}

/**
 * Composes a digest to look at: of `week`, else of the last complete week, or of the current one while that has no
 * snapshot.
 */
export function composeShownDigest(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek | null,
  now: number,
  progress: WebsiteProgress,
): Promise<Digest> {
  const current = toIsoWeek(now, schedule.timezone);
  return composeDigest(
    store,
    schedule,
    week === null ? [previousWeek(current), current] : [week],
    now,
    progress,
  );
}

/** The mails of a digest, rendered once per locale. */
interface DigestMails {
  for(recipient: Recipient): RenderedMail;
  /** Number of rendered locales. */
  written(): number;
}

export function createMails(digest: Digest, schedule: DigestSchedule, from: string): DigestMails {
  const unsubscribe = createUnsubscribeUrl(schedule.id, from);
  const byLocale = new Map<string, LocalizedMail>();
  return {
    for: ({ to, name, locale }) => {
      const mail = byLocale.get(locale) ?? renderMail(digest, { locale, unsubscribe });
      byLocale.set(locale, mail);
      const reason = `You get this because ${to} is a recipient of the schedule "${schedule.title ?? schedule.id}".`;
      return mail.for({ name, reason });
    },
    written: () => byLocale.size,
  };
}

/** The result of composing a run. */
export interface ComposeResult {
  /** New digests; existing ones stay unchanged. */
  readonly digests: number;
  /** Rendered locales. */
  readonly letters: number;
}

interface ComposeOptions {
  readonly from: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly ended: AbortSignal;
  readonly progress: WebsiteProgress;
}

/** Freezes one digest per recipient. Stops between two of them once `ended` is aborted. */
export async function composeRun(
  store: Store,
  schedule: DigestSchedule,
  run: RunRow,
  { from, now, ended, progress }: ComposeOptions,
): Promise<ComposeResult> {
  const digest = await composeDigest(store, schedule, [run.period_key], run.planned_at.getTime(), progress);
  const mails = createMails(digest, schedule, from);
  let digests = 0;
  for (const recipient of schedule.recipients) {
    if (ended.aborted) break;
    const mail = mails.for(recipient);
    const messageId = createMessageId(schedule.id, run.period_key, hashRecipient(recipient.to), from);
    if (await freezeDigest(store.db, { runId: run.id, recipient, mail, messageId }, now)) digests += 1;
  }
  return { digests, letters: mails.written() };
}

function findEarliestDate(week: IsoWeek): string {
  let first = week;
  for (let count = 0; count < weeksBack; count += 1) first = previousWeek(first);
  return listWeekDates(first)[0] ?? '';
}

function createEmptyWeekError({ id }: DigestSchedule, week: IsoWeek, websites: number): UserError {
  const count = websites === 1 ? 'its website' : `any of its ${websites} websites`;
  return new UserError(
    `Schedule "${id}": no snapshot of ${count} was taken in ${week}, so there is nothing to report. Take one every day with "answershare snapshot" or "answershare start".`,
  );
}

/** Redacts a mail as the ledger would. */
export function redactMail(mail: RenderedMail, redact: (text: string) => string): RenderedMail {
  return { ...mail, subject: redact(mail.subject), html: redact(mail.html), text: redact(mail.text) };
}

/** A digest row for previews and test copies, outside the ledger. */
export function createPreviewRow(
  mail: RenderedMail,
  schedule: DigestSchedule,
  week: IsoWeek,
  recipient: Recipient,
  now: number,
): DigestRow {
  const id = createStableId('unfrozen', schedule.id, week, recipient.to);
  return toDigestRow(id, '', recipient, mail, now);
}

/** Sends a marked copy of a digest to one address. Leaves ledger and recipients alone. */
export async function sendTestCopy(
  digest: Digest,
  store: Store,
  schedule: DigestSchedule,
  smtp: SmtpSettings,
  to: string,
  now: number,
): Promise<void> {
  const recipient: Recipient = { to, name: null, locale: schedule.recipients[0]?.locale ?? 'en' };
  const { week } = digest;
  const mail = redactMail(createMails(digest, schedule, smtp.from).for(recipient), store.redact);
  const marked = { ...mail, subject: `[Test] ${mail.subject}` };
  const row = createPreviewRow(marked, schedule, week, recipient, now);
  const messageId = createMessageId(`${schedule.id} test ${now}`, week, hashRecipient(to), smtp.from);
  const message = createMessage(row, { from: smtp.from, scheduleId: schedule.id, messageId });
  const attempt = await sendMail(smtp, message, async () => undefined);
  if (attempt.state !== 'sent')
    throw new UserError(`The test copy for ${to} was not sent: ${attempt.reason}.`);
}
