import { composeShownDigest } from '../../delivery/compose.ts';
import { renderMime } from '../../delivery/message.ts';
import { type Figure, listFigures } from '../../digest/figures.ts';
import type { MailImage } from '../../mail/chart.ts';
import type { ExitCode } from '../../system/errors.ts';
import type { Context } from '../io/context.ts';
import {
  type DigestOptions,
  openOutputFolder,
  readDigestOptions,
  readSender,
  renderOutsideLedger,
} from '../io/digest-options.ts';

interface PreviewOptions extends DigestOptions {
  readonly out: string;
}

/** One schedule in the output of `--json`. */
interface PreviewResult {
  readonly schedule: string;
  readonly week: string;
  readonly subject: string;
  readonly figures: readonly Figure[];
  readonly files: readonly string[];
}

/** Writes each schedule's digest for its first recipient as html, txt and eml. Sends nothing. */
export async function previewDigests(context: Context, options: PreviewOptions): Promise<ExitCode> {
  const { now, week, settings, schedules, progress } = readDigestOptions(context, options);
  const folder = openOutputFolder(options.out);
  const store = await context.store(settings.store);
  const from = readSender(settings);
  const previewed: PreviewResult[] = [];
  for (const schedule of schedules) {
    const [recipient] = schedule.recipients;
    if (recipient === undefined) continue;
    const digest = await composeShownDigest(store, schedule, week, now, progress);
    const { row, images, envelope } = renderOutsideLedger(digest, schedule, recipient, {
      store,
      from,
      now,
      isTest: false,
    });
    const stem = `${schedule.id}-${digest.week}`;
    const files = [
      folder.write(`${stem}.html`, inlineImages(row.html, images)),
      folder.write(`${stem}.txt`, row.text),
      folder.write(`${stem}.eml`, await renderMime(row, images, envelope)),
    ];
    const figures = listFigures(digest).map(({ figure }) => figure);
    previewed.push({ schedule: schedule.id, week: digest.week, subject: row.subject, figures, files });
    if (options.json !== true) context.report(`${row.subject}\n  ${files.join('\n  ')}`);
  }
  if (options.json === true) context.writeJson(previewed);
  context.next(`send-test --to me@example.com${week === null ? '' : ` --week ${week}`}`, options);
  return 0;
}

/** Replaces `cid:` images by data URLs, because a browser has no attachments. */
function inlineImages(html: string, images: readonly MailImage[]): string {
  return images.reduce((shown, { cid, contentType, content }) => {
    const address = `data:${contentType};base64,${Buffer.from(content).toString('base64')}`;
    return shown.replaceAll(`cid:${cid}`, address);
  }, html);
}
