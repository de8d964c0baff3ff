import type { Message } from '../inbox/message.ts';
import { openCamera } from '../shots/shots.ts';
import { startSidebarPage } from '../sidebar/sidebar-page.ts';
import type { Closing } from './closing.ts';
import {
  DAYS,
  type DigestDemo,
  digestFigures,
  RECIPIENTS,
  sendDigest,
  startDigest,
  takeSnapshots,
} from './digest-demo.ts';
import type { Figures } from './figures.ts';
import { type FormDemo, runForm } from './form-demo.ts';
import { emptyOutput, saveMails, shownPath } from './output-folder.ts';
import type { Progress } from './progress.ts';

/** Everything the demo has done and what it leaves open. */
export interface Demo {
  readonly forms: readonly FormDemo[];
  readonly mails: readonly Message[];
  readonly figures: readonly Figures[];
  readonly digestRequests: number;
  /** Paths from the root of the repository, or whole where they lie outside it. */
  readonly files: readonly string[];
  readonly urls: Readonly<Record<string, string>>;
}

/** Runs every step and writes into the folder, which is emptied; `shown` hears of each Form as it is done. What is started goes to `closing`. */
export async function runDemo(
  outputFolder: string,
  progress: Progress,
  closing: Closing,
  shown: (form: FormDemo) => void,
): Promise<Demo> {
  const { step } = progress;
  await step(`Emptying ${shownPath(outputFolder)}`, () => emptyOutput(outputFolder));
  // Five weeks of snapshots take their time: they run beside the sheets.
  const weeks = fiveWeeks(closing);
  const settled = Promise.allSettled([weeks.done]);
  const camera = await step('Browser for the pictures', async () => closing.add(await openCamera()));

  const forms: FormDemo[] = [];
  for (const form of [1, 2] as const) {
    const result = await step(
      `Form ${form}: service, add-on and sheet`,
      () => runForm(form, closing),
      ({ shown: lines, requests }) =>
        `${lines.length} formulas, ${requests.connect + requests.formulas} requests`,
    );
    shown(result);
    forms.push(result);
  }
  const digest = await step(
    `Snapshots of ${DAYS} mornings`,
    async (detail) => {
      weeks.listen((days) => detail(`${days} of ${DAYS}`));
      const [taken] = await settled;
      if (taken.status === 'rejected') throw taken.reason;
      return taken.value;
    },
    () => 'taken by the bot, the clock set day by day',
  );
  const [mails, figures] = await step(
    'Monday 09:00: the digest',
    async () => {
      const sent = await sendDigest(digest);
      const told = await digestFigures(digest);
      await digest.bot.close();
      return [sent, told] as const;
    },
    ([sent]) => `${sent.length} mails arrived`,
  );
  const files = await step(
    'Files and pictures of the mails',
    () => saveMails(outputFolder, digest.inbox, camera),
    (saved) => `${saved.length} files`,
  );
  const urls = await step('Pages', () => openPages(forms, digest, closing));
  return {
    forms,
    mails,
    figures,
    digestRequests: (await digest.sandbox.admin.requests()).total,
    files: files.map(shownPath),
    urls,
  };
}

function fiveWeeks(closing: Closing): {
  readonly done: Promise<DigestDemo>;
  listen(told: (days: number) => void): void;
} {
  let days = 0;
  let told = (_days: number): void => undefined;
  const work = async (): Promise<DigestDemo> => {
    const digest = await startDigest(closing);
    await takeSnapshots(digest, (taken) => {
      days = taken;
      told(days);
    });
    return digest;
  };
  return {
    done: closing.during(work()),
    listen(listener) {
      told = listener;
      told(days);
    },
  };
}

/** The mail in English. */
export function toFirst(mails: readonly Message[]): Message {
  const [first] = RECIPIENTS;
  const mail = mails.find(({ recipients }) => recipients.includes(first));
  if (mail === undefined) throw new Error(`No mail to ${first} is among those that arrived.`);
  return mail;
}

async function openPages(
  forms: readonly FormDemo[],
  { inbox, sandbox }: DigestDemo,
  closing: Closing,
): Promise<Record<string, string>> {
  const urls: Record<string, string> = { inbox: inbox.url };
  for (const { form, host } of forms)
    urls[`sidebarForm${form}`] = (await closing.add(await startSidebarPage(host))).url;
  for (const { form, sandbox: service } of forms) urls[`serviceForm${form}`] = `${service.baseUrl}/`;
  urls.serviceDigest = `${sandbox.baseUrl}/`;
  return urls;
}
