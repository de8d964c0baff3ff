import { isDeepStrictEqual } from 'node:util';
import { composeMailedParts } from '../../delivery/mailed-digests.ts';
import { openWebCopies, readShownKey } from '../../delivery/web-copies.ts';
import type { Digest } from '../../digest/digest.ts';
import type { MailBody } from '../../message/body.ts';
import { createMails, type DigestMails, redactMail } from '../../renderers/mail/mails.ts';
import type { IsoWeek } from '../../schedule/iso-week.ts';
import type { DigestAudience } from '../../settings/settings.ts';
import { createBodyReader, fillParts } from '../../store/bodies.ts';
import { hashRecipient, isSameMailbox } from '../../store/digests.ts';
import { listDeliveries, readDigest } from '../../store/ledger.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryState, DigestRow } from '../../store/tables.ts';
import { type ExitCode, NoDigestError, UserError } from '../../system/errors.ts';
import { pluralize, sha256 } from '../../system/text.ts';
import { createMessage, extractDomain } from '../../transports/smtp/message.ts';
import { selectSender } from '../../transports/smtp/unsubscribe.ts';
import type { Context } from '../io/context.ts';
import { type DigestOptions, openOutputFolder, readDigestOptions } from '../io/digest-options.ts';
import { formatTemplateFault, formatUtc } from '../io/format.ts';
import { requireMailSettings } from '../io/options.ts';

interface ReplayOptions extends DigestOptions {
  readonly to?: string;
  readonly out: string;
}

/** One mail in the output of `--json`. */
interface ReplayedMail {
  readonly schedule: string;
  readonly week: string;
  readonly recipient: string;
  readonly state: DeliveryState;
  readonly changed: string;
  readonly messageId: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Parts that the snapshots and settings of now render differently; null if they cannot be rendered. */
  readonly differs: readonly string[] | null;
  readonly file: string;
}

/**
 * Writes the mails of a past week as they were sent, byte for byte, and renders them anew from the snapshots to compare.
 * Exits 1 if a part differs. Sends nothing.
 */
export async function replayWeek(context: Context, word: string, options: ReplayOptions): Promise<ExitCode> {
  const { now, week, settings, schedules, progress } = readDigestOptions(context, { ...options, week: word });
  const mailSettings = requireMailSettings(settings);
  const folder = openOutputFolder(options.out);
  const store = await context.store(settings.store);
  const readBody = createBodyReader(store.db);
  const replayed: ReplayedMail[] = [];
  for (const schedule of schedules) {
    if (week === null) continue;
    const all = await listDeliveries(store.db, { scheduleId: schedule.id, week });
    const wanted = all.filter(
      ({ recipient }) => options.to === undefined || isSameMailbox(recipient, options.to),
    );
    if (wanted.length === 0) continue;
    const rendered = new Map<string, DigestMails>();
    const isWanted = ({ recipients }: DigestAudience): boolean =>
      recipients.some(({ to }) => wanted.some(({ recipient }) => isSameMailbox(to, recipient)));
    const parts = await orNull(composeMailedParts(store, schedule, week, now, { progress, isWanted }));
    for (const { schedule: part, digest } of parts ?? []) {
      const mails = await createMailsAnew(store, digest, part, mailSettings.from);
      for (const { to } of part.recipients) rendered.set(hashRecipient(to), mails);
    }
    for (const { digest_id, recipient, state, changed_at, message_id: messageId } of wanted) {
      const row = await readDigest(store.db, digest_id);
      const body = await readBody(row);
      const sender = selectSender(mailSettings, schedule, row.recipient);
      const envelope = { ...sender, scheduleId: schedule.id, messageId };
      const { raw } = createMessage(row, body, envelope);
      const file = folder.write(toMailFileName(schedule, week, row), raw);
      const about = {
        schedule: schedule.id,
        week,
        recipient,
        state,
        changed: formatUtc(changed_at.getTime()),
      };
      const bytes = { bytes: raw.length, sha256: sha256(raw) };
      const mails = rendered.get(row.recipient_hash) ?? null;
      const frozen = { row, body, messageId, from: sender.from };
      const differs = await listDifferences(store, schedule, mails, frozen);
      const mail = { ...about, messageId, ...bytes, differs, file };
      replayed.push(mail);
      if (options.json !== true) context.report(formatReplay(mail));
    }
    for (const fault of new Set([...rendered.values()].flatMap((mails) => mails.faults())))
      context.notice(formatTemplateFault(`${schedule.id} ${week}`, fault));
  }
  if (replayed.length === 0)
    throw new UserError('The ledger has no such mail. See weeks and recipients with "answershare list".');
  if (options.json === true) context.writeJson(replayed);
  if (replayed.some(({ differs }) => differs !== null && differs.length > 0)) return 1;
  context.next('list', options);
  return 0;
}

async function createMailsAnew(
  store: Store,
  digest: Digest,
  schedule: DigestAudience,
  from: string,
): Promise<DigestMails> {
  const copies = await openWebCopies(store, digest, schedule, readShownKey);
  return createMails(digest, schedule, from, {
    webCopy: copies.url,
    redact: store.redact,
  });
}

/** Null for a {@link NoDigestError}: the snapshots of an old week are deleted, or its websites are gone. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (thrown) {
    if (!(thrown instanceof NoDigestError)) throw thrown;
    return null;
  }
}

interface FrozenMail {
  readonly row: DigestRow;
  readonly body: MailBody;
  readonly messageId: string;
  readonly from: string;
}

async function listDifferences(
  store: Store,
  schedule: DigestAudience,
  mails: DigestMails | null,
  { row, body, messageId, from }: FrozenMail,
): Promise<readonly string[] | null> {
  const recipient = schedule.recipients.find(({ to }) => isSameMailbox(to, row.recipient));
  if (mails === null || recipient === undefined) return null;
  const mail = redactMail(await mails.for(recipient), store.redact);
  const frozen = { subject: row.subject, ...fillParts(row, body) };
  return [
    ...(['subject', 'html', 'text'] as const).filter((part) => mail[part] !== frozen[part]),
    ...(isDeepStrictEqual(listIds(mail), listIds(body)) ? [] : ['attachments']),
    ...(messageId.endsWith(`@${extractDomain(from)}>`) ? [] : ['from']),
  ];
}

const listIds = ({ attachments }: Pick<MailBody, 'attachments'>): string[] =>
  attachments.map(({ cid }) => cid);

function formatReplay({
  schedule,
  week,
  recipient,
  state,
  changed,
  bytes,
  differs,
  file,
}: ReplayedMail): string {
  const rendered =
    differs === null
      ? 'its snapshots or its recipient are gone, so it is not rendered anew'
      : differs.length === 0
        ? 'the snapshots give the same bytes'
        : `the snapshots and settings of now give another ${differs.join(', ')}`;
  return `${schedule} ${week} to ${recipient} ${state}, ${changed}: ${pluralize(bytes, 'byte')}; ${rendered}\n  ${file}`;
}

/** The file name of one recipient's mail; another character of an address than these may mean a folder. */
function toMailFileName({ id }: DigestAudience, week: IsoWeek, row: DigestRow): string {
  const safe = row.recipient.replace(/[^\w.@+-]/g, '_');
  return `${id}-${week}-${safe === row.recipient ? safe : `${safe}-${row.id.slice(0, 8)}`}.eml`;
}
