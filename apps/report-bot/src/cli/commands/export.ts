import { composeReportedDigest } from '../../delivery/compose.ts';
import { createMessage } from '../../delivery/message.ts';
import { createPageReport, listFigures } from '../../digest/figures.ts';
import { createFiguresFile } from '../../mail/figures-file.ts';
import { selectReader } from '../../settings/split-audience.ts';
import { createBodyReader } from '../../store/bodies.ts';
import { hashRecipient } from '../../store/digests.ts';
import { type LedgerEntry, listDeliveries, readDigest } from '../../store/ledger.ts';
import type { Store } from '../../store/store.ts';
import type { ExitCode } from '../../system/errors.ts';
import type { Context } from '../io/context.ts';
import {
  type DigestOptions,
  openOutputFolder,
  type PreviewMail,
  readDigestOptions,
  readSender,
  renderOutsideLedger,
} from '../io/digest-options.ts';

interface ExportOptions extends DigestOptions {
  readonly out: string;
}

/**
 * Writes each schedule's digest as eml, CSV and JSON. The eml is the mail of the first recipient: as sent if the ledger
 * has it. Sends nothing.
 */
export async function exportDigests(context: Context, options: ExportOptions): Promise<ExitCode> {
  const { now, week, settings, schedules, progress } = readDigestOptions(context, options);
  const from = readSender(settings);
  const folder = openOutputFolder(options.out);
  const store = await context.store(settings.store);
  const exported: { schedule: string; week: string; files: readonly string[] }[] = [];
  for (const schedule of schedules) {
    const [recipient] = schedule.recipients;
    const part = recipient === undefined ? null : selectReader(schedule, recipient.to);
    if (recipient === undefined || part === null) continue;
    const digest = await composeReportedDigest(store, schedule, week, now, { progress });
    const { from: monday, to: sunday, generatedAt, asOf, notes } = digest;
    const all = await listDeliveries(store.db, { scheduleId: schedule.id, week: digest.week });
    const sent = all.find((one) => hashRecipient(one.recipient) === hashRecipient(recipient.to));
    const composeOwn = () => composeReportedDigest(store, part, digest.week, now, { progress });
    const { row, body, envelope } =
      sent === undefined
        ? await renderOutsideLedger(await composeOwn(), part, recipient, { store, from, now, isTest: false })
        : await readFrozenMail(store, sent, { from, scheduleId: schedule.id });
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
  if (options.json === true) context.writeJson(exported);
  context.next('history', options);
  return 0;
}

async function readFrozenMail(
  { db }: Store,
  { digest_id, message_id: messageId }: LedgerEntry,
  sender: Pick<PreviewMail['envelope'], 'from' | 'scheduleId'>,
): Promise<Pick<PreviewMail, 'row' | 'body' | 'envelope'>> {
  const row = await readDigest(db, digest_id);
  return { row, body: await createBodyReader(db)(row), envelope: { ...sender, messageId } };
}
