import { addressMessages, composeShownDigest } from '../../delivery/compose.ts';
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
import { formatJson } from '../io/format.ts';

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

/** Writes each schedule's digest: for its first recipient as html, txt and eml, for each channel as JSON. */
export async function previewDigests(context: Context, options: PreviewOptions): Promise<ExitCode> {
  const { now, week, settings, schedules, progress } = readDigestOptions(context, options);
  const folder = openOutputFolder(options.out);
  const store = await context.store(settings.store);
  const from = readSender(settings);
  const previewed: PreviewResult[] = [];
  for (const schedule of schedules) {
    const digest = await composeShownDigest(store, schedule, week, now, progress);
    const stem = `${schedule.id}-${digest.week}`;
    const [recipient] = schedule.recipients;
    const mail =
      recipient === undefined
        ? null
        : renderOutsideLedger(digest, schedule, recipient, { store, from, now, isTest: false });
    const messages = [...addressMessages(digest, schedule, null)];
    const subject = mail?.row.subject ?? store.redact(messages[0]?.mail.subject ?? '');
    const mailFiles =
      mail === null
        ? []
        : [
            folder.write(`${stem}.html`, inlineImages(mail.row.html, mail.images)),
            folder.write(`${stem}.txt`, mail.row.text),
            folder.write(`${stem}.eml`, await renderMime(mail.row, mail.images, mail.envelope)),
          ];
    const channelFiles = messages.map(({ channel, mail: { text } }, at) =>
      folder.write(`${stem}-${channel}-${at + 1}.json`, `${formatJson(store.redact(text))}\n`),
    );
    const files = [...mailFiles, ...channelFiles];
    const figures = listFigures(digest).map(({ figure }) => figure);
    previewed.push({ schedule: schedule.id, week: digest.week, subject, figures, files });
    if (options.json !== true) context.report(`${subject}\n  ${files.join('\n  ')}`);
  }
  if (options.json === true) context.writeJson(previewed);
  const trial = settings.smtp === null ? 'run --dry-run' : 'send-test --to me@example.com';
  context.next(`${trial}${week === null ? '' : ` --week ${week}`}`, options);
  return 0;
}

/** Replaces `cid:` images by data URLs, because a browser has no attachments. */
function inlineImages(html: string, images: readonly MailImage[]): string {
  return images.reduce((shown, { cid, contentType, content }) => {
    const address = `data:${contentType};base64,${Buffer.from(content).toString('base64')}`;
    return shown.replaceAll(`cid:${cid}`, address);
  }, html);
}
