import { join, resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import { Complaint, type ExitCode } from '../complaint.ts';
import { figuresOf, type SiteFigures } from '../digest/figures.ts';
import { diskFull, isDiskFull } from '../disk-full.ts';
import { messageIdOf, messageOf } from '../post/message.ts';
import { makeFolder, replaceFile } from '../private-file.ts';
import { digestOf, lettersOf } from '../run/compose.ts';
import { redactLetter, unfrozen } from '../run/unfrozen.ts';
import { reportedWeek } from '../schedule/due.ts';
import { recipientHash } from '../store/digests.ts';
import type { DigestRow } from '../store/tables.ts';
import { chooseSchedules } from './choose.ts';
import type { Context } from './context.ts';
import { clockFrom, weekFrom } from './time.ts';

export interface PreviewOptions {
  readonly week?: string;
  readonly now?: string;
  readonly schedule?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** What `--json` prints of each schedule. */
interface Previewed {
  readonly schedule: string;
  readonly week: string;
  readonly subject: string;
  readonly figures: readonly SiteFigures[];
  readonly files: readonly string[];
}

/** Writes each schedule's digest for its first recipient as html, txt and eml. Sends nothing. */
export async function preview(
  context: Context,
  file: string,
  options: PreviewOptions,
): Promise<0 | ExitCode> {
  const now = clockFrom(options.now)();
  const week = weekFrom(options.week);
  const settings = context.settings(file);
  const from = settings.smtp?.from ?? 'Answershare <digest@example.com>';
  const folder = resolve(options.out ?? './answershare-preview');
  onDisk(folder, () => makeFolder(folder));
  const store = await context.store(settings.store);
  const previewed: Previewed[] = [];
  for (const schedule of chooseSchedules(settings, options.schedule)) {
    const which = week ?? reportedWeek(now, schedule.timezone);
    const recipient = schedule.recipients[0];
    if (recipient === undefined) continue;
    const digest = await digestOf(store, schedule, which, now);
    const letter = redactLetter(lettersOf(digest, schedule, from).for(recipient), store.redact);
    const row = unfrozen(letter, schedule, which, recipient, now);
    const messageId = messageIdOf(schedule.id, which, recipientHash(recipient.to), from);
    const stem = join(folder, `${schedule.id}-${which}`);
    const files = [`${stem}.html`, `${stem}.txt`, `${stem}.eml`] as const;
    const contents = [
      withImages(row),
      row.text,
      await mime(row, { from, scheduleId: schedule.id, messageId }),
    ];
    for (const [index, path] of files.entries()) onDisk(path, () => replaceFile(path, contents[index] ?? ''));
    const { subject } = row;
    previewed.push({ schedule: schedule.id, week: which, subject, figures: figuresOf(digest), files });
    if (options.json !== true) context.write(`${subject}\n  ${files.join('\n  ')}`);
  }
  if (options.json === true) context.write(JSON.stringify(previewed, null, 2));
  return 0;
}

/** What the disk refuses is a complaint about `--out`. */
function onDisk(path: string, write: () => void): void {
  try {
    write();
  } catch (thrown) {
    if (isDiskFull(thrown)) throw diskFull(thrown);
    const { code, message } = thrown as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'a file is in the way' : (code ?? message);
    throw new Complaint(
      `The preview cannot be written to ${path} (${why}). Name another folder with --out.`,
      2,
    );
  }
}

/** The message as it would cross the wire. */
async function mime(digest: DigestRow, envelope: Parameters<typeof messageOf>[1]): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail(messageOf(digest, envelope));
  return Buffer.isBuffer(message) ? message : Buffer.from('');
}

/** A browser has no attachments to take `cid:` images from. */
function withImages(digest: DigestRow): string {
  const parts = JSON.parse(digest.attachments) as { cid: string; contentType: string; content: string }[];
  return parts.reduce(
    (html, part) => html.replaceAll(`cid:${part.cid}`, `data:${part.contentType};base64,${part.content}`),
    digest.html,
  );
}
