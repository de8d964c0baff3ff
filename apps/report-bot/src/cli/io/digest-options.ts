import { join, resolve } from 'node:path';
import type { WebsiteProgress } from '../../delivery/compose.ts';
import { createPreviewRow } from '../../delivery/digest-messages.ts';
import { composeShownAlert } from '../../delivery/mailed-digests.ts';
import { openWebCopies, readShownKey, type WebCopy } from '../../delivery/web-copies.ts';
import type { Digest } from '../../digest/digest.ts';
import type { MailBody } from '../../message/body.ts';
import { createMails, redactMail } from '../../renderers/mail/mails.ts';
import type { IsoWeek } from '../../schedule/iso-week.ts';
import type {
  Alert,
  BotSettings,
  DigestAudience,
  Recipient,
  ScheduleOrAlert,
} from '../../settings/settings.ts';
import { selectReader } from '../../settings/split-audience.ts';
import { hashRecipient } from '../../store/digests.ts';
import { readLedgerKey } from '../../store/mail-files.ts';
import type { Store } from '../../store/store.ts';
import type { DigestRow } from '../../store/tables.ts';
import { isDiskFull, toDiskFullError, UsageError } from '../../system/errors.ts';
import { makePrivateFolder, writePrivateFile } from '../../system/files.ts';
import { formatChoices } from '../../system/text.ts';
import { createMessageId, type MessageEnvelope } from '../../transports/smtp/message.ts';
import { type SenderSettings, selectSender } from '../../transports/smtp/unsubscribe.ts';
import type { Context } from './context.ts';
import { type CommonOptions, parseClock, parseWeek, selectByWeek, selectSchedules } from './options.ts';

/** Options of a command about the digests of a week. */
export interface DigestOptions extends CommonOptions {
  readonly week?: string;
  readonly schedule?: string;
  /** An address of the settings. */
  readonly recipient?: string;
}

/** The parsed options of a command about digests. */
interface DigestSelection {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The week of `--week`; null without it. */
  readonly week: IsoWeek | null;
  readonly settings: BotSettings;
  readonly schedules: readonly ScheduleOrAlert[];
  readonly progress: WebsiteProgress;
}

export function readDigestOptions(context: Context, options: DigestOptions): DigestSelection {
  const now = parseClock(options.now)();
  const week = parseWeek(options.week);
  const settings = context.settings(options.config);
  const all = selectByWeek(selectSchedules(settings, options.schedule), week);
  const { recipient } = options;
  const schedules = recipient === undefined ? all : selectReaders(all, recipient);
  const progress: WebsiteProgress = (done, total) => context.progress(done, total, 'websites');
  return { now, week, settings, schedules, progress };
}

/** The schedules that a recipient gets, with its websites. */
function selectReaders(all: readonly ScheduleOrAlert[], address: string): readonly ScheduleOrAlert[] {
  const found = all.flatMap((schedule) => selectReader(schedule, address) ?? []);
  if (found.length > 0) return found;
  const known = all.flatMap(({ recipients }) => recipients.map(({ to }) => to));
  throw new UsageError(`There is no such recipient${formatChoices(address, [...new Set(known)])}`);
}

/** An alert's message to look at. If its condition does not hold, null, and a notice of an example in its place. */
export async function composeAlertOrNotice(
  context: Context,
  store: Store,
  alert: Alert,
  { now, week, progress }: Pick<DigestSelection, 'now' | 'week' | 'progress'>,
): Promise<Digest | null> {
  const digest = await composeShownAlert(store, alert, week, now, progress);
  const when = week === null ? 'in the last snapshots' : `on ${week}`;
  if (digest === null)
    context.notice(`The condition of ${alert.id} does not hold ${when}, so an example is shown.`);
  return digest;
}

/** A mail that is only shown needs a sender too. */
const exampleSender = 'Answershare <digest@example.com>';

/** The configured sender; an example without a mail server. */
export const readSender = ({ mail }: BotSettings): SenderSettings =>
  mail === null
    ? { from: exampleSender, unsubscribe: null }
    : { from: mail.from, unsubscribe: mail.unsubscribe };

/** A mail outside the ledger, with the fields that are not frozen. */
export interface PreviewMail {
  readonly row: DigestRow;
  readonly body: MailBody;
  /** The page of the digest in the reader's language; null without one, and for a test copy. */
  readonly webCopy: WebCopy | null;
  readonly envelope: MessageEnvelope;
  /** Why the schedule's template was not used. */
  readonly faults: readonly string[];
}

/**
 * Renders a digest for one recipient. A test copy has a marked subject and its own Message-ID, and its web copy is
 * written, so that the link works.
 */
export async function renderOutsideLedger(
  digest: Digest,
  schedule: DigestAudience,
  recipient: Recipient,
  {
    store,
    sender,
    now,
    isTest,
  }: {
    readonly store: Store;
    readonly sender: SenderSettings;
    readonly now: number;
    readonly isTest: boolean;
  },
): Promise<PreviewMail> {
  const copies = await openWebCopies(store, digest, schedule, isTest ? undefined : readShownKey);
  if (isTest) copies.write([recipient.locale]);
  const own = selectSender(sender, schedule, recipient.to);
  const mails = createMails(digest, schedule, own.from, {
    webCopy: copies.url,
    redact: store.redact,
  });
  const mail = redactMail(await mails.for({ ...recipient, isTest }), store.redact);
  const marked = isTest ? { ...mail, subject: `[Test] ${mail.subject}` } : mail;
  const scheduleId = schedule.id;
  const about = isTest ? `${scheduleId} test ${now}` : scheduleId;
  const ledgerKey = (await readLedgerKey(store.db)) ?? '';
  const messageId = createMessageId(ledgerKey, about, digest.week, hashRecipient(recipient.to), mails.from);
  return {
    row: createPreviewRow(marked, {
      schedule,
      week: digest.week,
      recipient,
      copies: isTest ? null : schedule.copies,
      now,
    }),
    body: mail.body,
    webCopy: isTest ? null : copies.render(recipient.locale),
    envelope: { ...own, scheduleId, messageId },
    faults: mails.faults(),
  };
}

/** The folder of `--out`, which only the owner may enter. */
export interface OutputFolder {
  /** Writes a file and returns its path. */
  write(name: string, contents: string | Uint8Array): string;
}

/** Creates the folder. A fault of the file system becomes an error about `--out`. */
export function openOutputFolder(path: string): OutputFolder {
  const folder = resolve(path);
  explainFault(folder, () => makePrivateFolder(folder));
  return {
    write: (name, contents) => {
      const file = join(folder, name);
      explainFault(file, () => writePrivateFile(file, contents));
      return file;
    },
  };
}

function explainFault(path: string, write: () => void): void {
  try {
    write();
  } catch (thrown) {
    if (isDiskFull(thrown)) throw toDiskFullError(thrown);
    const { code, message } = thrown as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'a file is in the way' : (code ?? message);
    throw new UsageError(`Nothing can be written to ${path} (${why}). Name another folder with --out.`);
  }
}
