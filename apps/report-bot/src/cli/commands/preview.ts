import { join, resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import { composeShownDigest, createMails, createPreviewRow, redactMail } from '../../delivery/compose.ts';
import { createMessage, createMessageId } from '../../delivery/message.ts';
import { type SiteFigures, toSiteFigures } from '../../digest/digest.ts';
import { hashRecipient } from '../../store/digests.ts';
import type { DigestRow } from '../../store/tables.ts';
import { type ExitCode, isDiskFull, toDiskFullError, UsageError } from '../../system/errors.ts';
import { makePrivateFolder, writePrivateFile } from '../../system/files.ts';
import type { Context } from '../io/context.ts';
import { type CommonOptions, parseClock, parseWeek, selectSchedules } from '../io/options.ts';

interface PreviewOptions extends CommonOptions {
  readonly week?: string;
  readonly schedule?: string;
  readonly out?: string;
}

/** One schedule in the output of `--json`. */
interface PreviewResult {
  readonly schedule: string;
  readonly week: string;
  readonly subject: string;
  readonly figures: readonly SiteFigures[];
  readonly files: readonly string[];
}

/** Writes each schedule's digest for its first recipient as html, txt and eml. Sends nothing. */
export async function previewDigests(context: Context, options: PreviewOptions): Promise<ExitCode> {
  const now = parseClock(options.now)();
  const week = parseWeek(options.week);
  const settings = context.settings(options.config);
  const schedules = selectSchedules(settings, options.schedule);
  const from = settings.smtp?.from ?? 'Answershare <digest@example.com>';
  const folder = resolve(options.out ?? './answershare-preview');
  writeOrExplain(folder, () => makePrivateFolder(folder));
  const store = await context.store(settings.store);
  const previewed: PreviewResult[] = [];
  for (const schedule of schedules) {
    const recipient = schedule.recipients[0];
    if (recipient === undefined) continue;
    const digest = await composeShownDigest(store, schedule, week, now, (done, total) =>
      context.progress(done, total, 'websites'),
    );
    const which = digest.week;
    const mail = redactMail(createMails(digest, schedule, from).for(recipient), store.redact);
    const row = createPreviewRow(mail, schedule, which, recipient, now);
    const messageId = createMessageId(schedule.id, which, hashRecipient(recipient.to), from);
    const stem = join(folder, `${schedule.id}-${which}`);
    const files = [`${stem}.html`, `${stem}.txt`, `${stem}.eml`] as const;
    const contents = [
      inlineImages(row),
      row.text,
      await renderMime(row, { from, scheduleId: schedule.id, messageId }),
    ];
    for (const [index, path] of files.entries())
      writeOrExplain(path, () => writePrivateFile(path, contents[index] ?? ''));
    const { subject } = row;
    previewed.push({ schedule: schedule.id, week: which, subject, figures: toSiteFigures(digest), files });
    if (options.json !== true) context.report(`${subject}\n  ${files.join('\n  ')}`);
  }
  if (options.json === true) context.writeJson(previewed);
  context.next(`run --to me@example.com${week === null ? '' : ` --week ${week}`}`, options);
  return 0;
}

/** Turns a file system error into an error about `--out`. */
function writeOrExplain(path: string, write: () => void): void {
  try {
    write();
  } catch (thrown) {
    if (isDiskFull(thrown)) throw toDiskFullError(thrown);
    const { code, message } = thrown as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'a file is in the way' : (code ?? message);
    throw new UsageError(
      `The preview cannot be written to ${path} (${why}). Name another folder with --out.`,
    );
  }
}

/** The MIME message as it would be transmitted. */
async function renderMime(digest: DigestRow, envelope: Parameters<typeof createMessage>[1]): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail(createMessage(digest, envelope));
  return Buffer.isBuffer(message) ? message : Buffer.from('');
}

/** Replaces `cid:` images by data URLs, because a browser has no attachments. */
function inlineImages(digest: DigestRow): string {
  const parts = JSON.parse(digest.attachments) as { cid: string; contentType: string; content: string }[];
  return parts.reduce(
    (html, part) => html.replaceAll(`cid:${part.cid}`, `data:${part.contentType};base64,${part.content}`),
    digest.html,
  );
}
