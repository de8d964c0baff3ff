import { composeDigest, listShownWeeks } from '../../delivery/compose.ts';
import { createAlertExample } from '../../digest/alert-example.ts';
import { assertTemplate } from '../../renderers/mail/render.ts';
import { parseMailbox } from '../../settings/addresses.ts';
import { isAlert } from '../../settings/settings.ts';
import { selectReader } from '../../settings/split-audience.ts';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import { sendMail } from '../../transports/mail/mail-transport.ts';
import { createMessage } from '../../transports/smtp/message.ts';
import type { Context } from '../io/context.ts';
import {
  composeAlertOrNotice,
  type DigestOptions,
  readDigestOptions,
  renderOutsideLedger,
} from '../io/digest-options.ts';
import { formatTemplateFault } from '../io/format.ts';
import { requireMailSettings } from '../io/options.ts';

interface SendTestOptions extends DigestOptions {
  readonly to: string;
}

/**
 * Sends each schedule's digest and each alert's message to one address only, marked in the subject: that of all websites,
 * of `--recipient`, or of the address itself if it is a recipient. Leaves ledger and recipients alone.
 */
export async function sendTest(context: Context, options: SendTestOptions): Promise<ExitCode> {
  const mailbox = parseMailbox(options.to);
  if ('why' in mailbox) throw new UsageError(`--to ${mailbox.why}.`);
  const { address: to } = mailbox;
  const { now, week, settings, schedules, progress } = readDigestOptions(context, options);
  const mail = requireMailSettings(settings);
  assertTemplate();
  const store = await context.store(settings.store);
  for (const all of schedules) {
    // A reader of a few websites must not get the others by a test copy.
    const schedule = selectReader(all, to) ?? all;
    const digest = isAlert(schedule)
      ? ((await composeAlertOrNotice(context, store, schedule, { now, week, progress })) ??
        createAlertExample(schedule))
      : await composeDigest(store, schedule, listShownWeeks(schedule, week, now), { until: now, progress });
    const recipient = { to, name: null, locale: schedule.recipients[0]?.locale ?? 'en' };
    const rendering = { store, sender: mail, now, isTest: true };
    const { row, body, envelope, faults } = await renderOutsideLedger(digest, schedule, recipient, rendering);
    for (const fault of faults) context.notice(formatTemplateFault(`${schedule.id} ${digest.week}`, fault));
    const message = createMessage(row, body, envelope);
    const attempt = await sendMail(mail, message, async () => undefined, context.late);
    if (attempt.state !== 'sent')
      throw new UserError(`The test copy for ${to} was not sent: ${attempt.reason}.`);
    const sent = { schedule: schedule.id, week: digest.week, recipient: to, subject: row.subject };
    if (options.json === true) context.writeJson({ type: 'copy', ...sent });
    else context.report(`Sent a test copy of ${schedule.id} ${sent.week} to ${to}; the ledger is unchanged.`);
  }
  context.next('start', options);
  return 0;
}
