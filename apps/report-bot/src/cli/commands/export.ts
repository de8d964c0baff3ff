import type { WebsiteProgress } from '../../delivery/compose.ts';
import { composeMailedDigest } from '../../delivery/compose-run.ts';
import { composeMailedAlert, composeMailedParts } from '../../delivery/mailed-digests.ts';
import { createPageReport, listFigures } from '../../digest/figures.ts';
import { createFiguresFile } from '../../renderers/data/figures-file.ts';
import type { IsoWeek } from '../../schedule/iso-week.ts';
import {
  type DigestAudience,
  isAlert,
  type Recipient,
  type ScheduleOrAlert,
} from '../../settings/settings.ts';
import { createBodyReader } from '../../store/bodies.ts';
import { isSameMailbox } from '../../store/digests.ts';
import { type LedgerEntry, listDeliveries, readDigest } from '../../store/ledger.ts';
import type { Store } from '../../store/store.ts';
import { type ExitCode, UserError } from '../../system/errors.ts';
import { createMessage } from '../../transports/smtp/message.ts';
import { type SenderSettings, selectSender } from '../../transports/smtp/unsubscribe.ts';
import type { Context } from '../io/context.ts';
import {
  type DigestOptions,
  openOutputFolder,
  type PreviewMail,
  readDigestOptions,
  readSender,
  renderOutsideLedger,
} from '../io/digest-options.ts';
import { formatTemplateFault } from '../io/format.ts';

interface ExportOptions extends DigestOptions {
  readonly out: string;
}

/**
 * Writes each schedule's digest and each alert's last message as eml, CSV and JSON. The eml is the mail of the first
 * recipient: as sent if the ledger has it. Sends nothing.
 */
export async function exportDigests(context: Context, options: ExportOptions): Promise<ExitCode> {
  const { now, week, settings, schedules, progress } = readDigestOptions(context, options);
  const sender = readSender(settings);
  const folder = openOutputFolder(options.out);
  const store = await context.store(settings.store);
  const exported: { schedule: string; week: string; files: readonly string[] }[] = [];
  for (const schedule of schedules) {
    const [recipient] = schedule.recipients;
    if (recipient === undefined) continue;
    const digest = isAlert(schedule)
      ? await composeMailedAlert(store, schedule, week, { progress })
      : await composeMailedDigest(store, schedule, week, now, { progress });
    if (digest === null) continue;
    const { from: monday, to: sunday, generatedAt, asOf, notes } = digest;
    const all = await listDeliveries(store.db, { scheduleId: schedule.id, week: digest.week });
    const sent = all.find((one) => isSameMailbox(one.recipient, recipient.to));
    const mail =
      sent === undefined
        ? await renderAnew(store, schedule, recipient, { week: digest.week, now, sender, progress })
        : await readFrozenMail(store, sent, {
            ...selectSender(sender, schedule, sent.recipient),
            scheduleId: schedule.id,
          });
    if (mail === null) continue;
    const { row, body, envelope, faults } = mail;
    for (const fault of faults) context.notice(formatTemplateFault(`${schedule.id} ${digest.week}`, fault));
    const figures = listFigures(digest).map(({ figure }) => figure);
    const pages = digest.sites.map((site) => ({ website: site.name, pages: createPageReport(site) }));
    const about = { schedule: schedule.id, week: digest.week, from: monday, to: sunday, generatedAt, asOf };
    const stem = `${schedule.id}-${digest.week}`;
    const files = [
      folder.write(`${stem}.eml`, createMessage(row, body, envelope).raw),
      folder.write(`${stem}.csv`, createFiguresFile(digest, store.redact, Infinity)?.file.content ?? ''),
      folder.write(
        `${stem}.json`,
        `${JSON.stringify({ ...about, subject: row.subject, figures, pages, notes }, null, 2)}\n`,
      ),
    ];
    exported.push({ schedule: schedule.id, week: digest.week, files });
    if (options.json !== true) context.report(`${row.subject}\n  ${files.join('\n  ')}`);
  }
  if (exported.length === 0 && schedules.every(isAlert))
    throw new UserError(
      `No alert sent a mail${week === null ? ' yet' : ` on ${week}`}. Look at one with "answershare preview".`,
    );
  if (options.json === true) context.writeJson(exported);
  context.next('history', options);
  return 0;
}

interface RenderingOptions {
  readonly week: IsoWeek;
  readonly now: number;
  readonly sender: SenderSettings;
  readonly progress: WebsiteProgress;
}

/** The mail to a recipient, with the websites that it gets; null if no digest has one of them. */
async function renderAnew(
  store: Store,
  of: ScheduleOrAlert,
  recipient: Recipient,
  { week, now, sender, progress }: RenderingOptions,
): Promise<PreviewMail | null> {
  const isWanted = ({ recipients }: DigestAudience): boolean =>
    recipients.some(({ to }) => isSameMailbox(to, recipient.to));
  const [part] = await composeMailedParts(store, of, week, now, { progress, isWanted });
  if (part === undefined) return null;
  return renderOutsideLedger(part.digest, part.schedule, recipient, { store, sender, now, isTest: false });
}

async function readFrozenMail(
  { db }: Store,
  { digest_id, message_id: messageId }: LedgerEntry,
  sender: Omit<PreviewMail['envelope'], 'messageId'>,
): Promise<Omit<PreviewMail, 'webCopy'>> {
  const row = await readDigest(db, digest_id);
  return { row, body: await createBodyReader(db)(row), envelope: { ...sender, messageId }, faults: [] };
}
