import { pathToFileURL } from 'node:url';
import { composePreviewDigests } from '../../delivery/compose.ts';
import { addressMessages } from '../../delivery/digest-messages.ts';
import { openWebCopies, readShownKey } from '../../delivery/web-copies.ts';
import { createAlertExample } from '../../digest/alert-example.ts';
import { buildDigest, type Digest } from '../../digest/digest.ts';
import { type Figure, listFigures } from '../../digest/figures.ts';
import { fixtureWeeks } from '../../digest/fixture-weeks.ts';
import type { SiteSeries } from '../../digest/site-digest.ts';
import { type PreviewDigest, PreviewPage } from '../../renderers/page/preview-page.ts';
import { embedImages } from '../../renderers/page/web-copy.ts';
import { toCurrentWeek } from '../../schedule/iso-week.ts';
import { type Alert, type DigestSchedule, isAlert, type ScheduleOrAlert } from '../../settings/settings.ts';
import { splitAudience } from '../../settings/split-audience.ts';
import { fillParts } from '../../store/bodies.ts';
import type { Store } from '../../store/store.ts';
import type { ExitCode } from '../../system/errors.ts';
import { createMessage } from '../../transports/smtp/message.ts';
import type { SenderSettings } from '../../transports/smtp/unsubscribe.ts';
import type { Context } from '../io/context.ts';
import {
  composeAlertOrNotice,
  type DigestOptions,
  type OutputFolder,
  openOutputFolder,
  type PreviewMail,
  readDigestOptions,
  readSender,
  renderOutsideLedger,
} from '../io/digest-options.ts';
import { formatJson } from '../io/format.ts';

interface PreviewOptions extends DigestOptions {
  readonly out: string;
  readonly fixtures?: boolean;
}

/** One schedule in the output of `--json`. */
interface PreviewResult {
  readonly schedule: string;
  readonly week: string;
  readonly subject: string;
  readonly figures: readonly Figure[];
  readonly files: readonly string[];
  /** The page of all schedules. */
  readonly page: string;
  /** Faults of the mails on the page. */
  readonly faults: readonly string[];
}

/**
 * Writes a page with the latest digests of each schedule and the message of each alert in every language. Writes the last
 * complete one as files: for its first recipient as html, txt and eml, for each channel as JSON. The same for each selection
 * of websites.
 */
export async function previewDigests(context: Context, options: PreviewOptions): Promise<ExitCode> {
  const { now, week, settings, schedules, progress } = readDigestOptions(context, options);
  const folder = openOutputFolder(options.out);
  const store = await context.store(settings.store);
  const sender = readSender(settings);
  const page = new PreviewPage({
    from: sender.from,
    redact: store.redact,
    progress: (done, total) => context.progress(done, total, 'mails'),
  });
  const previewed: Omit<PreviewResult, 'page'>[] = [];
  for (const { part: schedule, at, known } of schedules.flatMap(listParts)) {
    if (options.fixtures === true && at > 0) continue;
    const { offered, shown } = await offerDigests(context, store, schedule, {
      isExample: options.fixtures === true,
      selection: { now, week, progress },
      known,
    });
    const { digest } = shown;
    const faults = await page.add(schedule, at === 0 ? offered : [shown], shown);
    const stem = `${schedule.id}-${shown.label}${at === 0 ? '' : `-${at + 1}`}`;
    const { subject, files } = await writeFiles(folder, stem, digest, schedule, { store, sender, now });
    const figures = listFigures(digest).map(({ figure }) => figure);
    previewed.push({ schedule: schedule.id, week: digest.week, subject, figures, files, faults });
    if (options.json !== true) context.report([subject, ...faults, ...files].join('\n  '));
  }
  const file = folder.write('index.html', page.render());
  if (options.json === true) context.writeJson(previewed.map((one) => ({ ...one, page: file })));
  else context.report(`Open ${pathToFileURL(file)} in a browser.`);
  const trial = settings.mail === null ? 'run --dry-run' : 'send-test --to me@example.com';
  context.next(`${trial}${week === null ? '' : ` --week ${week}`}`, options);
  return 0;
}

/** Writes the mail to the first recipient and the message of each channel. */
async function writeFiles(
  folder: OutputFolder,
  stem: string,
  digest: Digest,
  schedule: ScheduleOrAlert,
  { store, sender, now }: { readonly store: Store; readonly sender: SenderSettings; readonly now: number },
): Promise<Pick<PreviewResult, 'subject' | 'files'>> {
  const [recipient] = schedule.recipients;
  const mail =
    recipient === undefined
      ? null
      : await renderOutsideLedger(digest, schedule, recipient, { store, sender, now, isTest: false });
  const { url: webCopy } = await openWebCopies(store, digest, schedule, readShownKey);
  const files = mail === null ? [] : [...writeMail(folder, stem, mail)];
  let subject = mail?.row.subject;
  let at = 0;
  for await (const { channel, mail: message } of addressMessages(digest, schedule, null, webCopy)) {
    subject ??= store.redact(message.subject);
    const text = `${formatJson(store.redact(message.body.text))}\n`;
    files.push(folder.write(`${stem}-${channel}-${++at}.json`, text));
  }
  return { subject: subject ?? '', files };
}

interface OfferOptions {
  /** Examples in place of the ledger's weeks. */
  readonly isExample: boolean;
  readonly selection: Parameters<typeof composeAlertOrNotice>[3];
  readonly known: Map<string, readonly SiteSeries[]>;
}

async function offerDigests(
  context: Context,
  store: Store,
  schedule: ScheduleOrAlert,
  { isExample, selection, known }: OfferOptions,
): Promise<Offer> {
  if (isAlert(schedule))
    return offerAlert(
      schedule,
      isExample ? null : await composeAlertOrNotice(context, store, schedule, selection),
    );
  if (isExample) return listFixtures(schedule);
  const { now, week, progress } = selection;
  const digests = await composePreviewDigests(store, schedule, week, now, { progress, known });
  return selectShown(digests, schedule, now);
}

/** The digests of a schedule: one for each selection of websites. */
function listParts(schedule: ScheduleOrAlert) {
  const known = new Map<string, readonly SiteSeries[]>();
  return splitAudience(schedule).map((part, at) => ({ part, at, known }));
}

/** Digests for the page, and the one that it opens with. */
interface Offer {
  readonly offered: readonly PreviewDigest[];
  readonly shown: PreviewDigest;
}

/** The last complete week, or the running one without that. */
function selectShown(
  [first, ...others]: readonly [Digest, ...Digest[]],
  schedule: DigestSchedule,
  now: number,
): Offer {
  const { id, readers } = schedule;
  const running = toCurrentWeek(schedule, now);
  const toPreview = (digest: Digest): PreviewDigest => ({
    digest,
    label: digest.week,
    title: `${id}${readers === undefined ? '' : ` for ${readers}`}, ${digest.week}${digest.week === running ? ', running' : ''}`,
  });
  const [earliest, later] = [toPreview(first), others.map(toPreview)];
  return {
    offered: [earliest, ...later],
    shown: later.findLast(({ label }) => label !== running) ?? earliest,
  };
}

/** An alert's message and an example; the example alone for null. */
function offerAlert(alert: Alert, digest: Digest | null): Offer {
  const { id } = alert;
  const example = { digest: createAlertExample(alert), label: 'example', title: `${id}, example` };
  if (digest === null) return { offered: [example], shown: example };
  const shown = { digest, label: digest.week, title: `${id}, ${digest.week}` };
  return { offered: [shown, example], shown };
}

/** Example weeks in the look of the schedule. */
function listFixtures({ id, title }: DigestSchedule): Offer {
  const toPreview = (label: string, input: (typeof fixtureWeeks)['quiet']): PreviewDigest => {
    const { schedule, ...week } = input();
    return {
      digest: buildDigest({ ...week, schedule: { ...schedule, id, title: title ?? schedule.title } }),
      label,
      title: `${id}, example "${label}"`,
    };
  };
  const { quiet, ...others } = fixtureWeeks;
  const shown = toPreview('quiet', quiet);
  return {
    offered: [shown, ...Object.entries(others).map(([label, input]) => toPreview(label, input))],
    shown,
  };
}

function writeMail(
  folder: OutputFolder,
  stem: string,
  { row, body, envelope, webCopy }: PreviewMail,
): string[] {
  const { html, text } = fillParts(row, body);
  return [
    folder.write(`${stem}.html`, embedImages(html, body.attachments)),
    folder.write(`${stem}.txt`, text),
    folder.write(`${stem}.eml`, createMessage(row, body, envelope).raw),
    ...body.attachments
      .filter(({ disposition }) => disposition === 'attachment')
      .map(({ content }) => folder.write(`${stem}.csv`, content)),
    ...(webCopy === null ? [] : [folder.write(`${stem}-web.html`, webCopy.html)]),
  ];
}
