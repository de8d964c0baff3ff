import type { InboxMessage } from '../inbox/mailbox.ts';
import { startPlaygroundPage } from '../page/playground-page.ts';
import { startScreenshots } from '../web/screenshots.ts';
import type { CleanupStack } from '../world/cleanup.ts';
import {
  type DigestDemo,
  digestFigures,
  MORNINGS,
  RECIPIENTS,
  sendDigest,
  startDigest,
  takeSnapshots,
  type WebsiteFigures,
} from '../world/digest.ts';
import { World } from '../world/world.ts';
import { type FormDemo, showForm1, showForm2 } from './forms.ts';
import { emptyOutput, saveMails, toShownPath } from './output-folder.ts';
import type { ProgressLog } from './progress-log.ts';

/** The page takes the first free one, so its address stays the same from run to run. */
const PAGE_PORTS = Array.from({ length: 20 }, (_, index) => 4400 + index);

export interface DemoResult {
  readonly forms: readonly [FormDemo, FormDemo];
  readonly mails: readonly InboxMessage[];
  readonly figures: readonly WebsiteFigures[];
  readonly digestRequests: number;
  /** Relative to the repository, or absolute outside it. */
  readonly files: readonly string[];
  readonly urls: Readonly<Record<string, string>>;
}

/** Runs every step. Empties the output folder first. Registers what it starts with `cleanup`. */
export async function runDemo(
  outputFolder: string,
  progress: ProgressLog,
  cleanup: CleanupStack,
  onForm: (form: FormDemo) => void,
): Promise<DemoResult> {
  const { step } = progress;
  await step(`Emptying ${toShownPath(outputFolder)}`, () => emptyOutput(outputFolder));
  // The snapshots take long, so they run in parallel with the sheets.
  const snapshots = startSnapshots(cleanup);
  const finished = Promise.allSettled([snapshots.done]);
  const camera = await step('Browser for the pictures', async () => cleanup.add(await startScreenshots()));
  const world = await step(
    'Workbook, add-on and service',
    () => World.start(cleanup),
    () => 'the add-on asks this sandbox; service.json is for pushing alone',
  );
  const page = await step(
    'Page',
    async () => cleanup.add(await startPlaygroundPage(world, { ports: PAGE_PORTS })),
    ({ url }) => url,
  );

  const describeForm = ({ outcomes, requests }: FormDemo): string =>
    `${outcomes.length} formulas, ${requests} requests`;
  const first = await step('Form 1: the formulas of the workbook', () => showForm1(world), describeForm);
  onForm(first);
  const second = await step(
    'Form 2: the same formulas again',
    () => showForm2(world, first),
    (form) => `${describeForm(form)}, the same values`,
  );
  onForm(second);
  const digest = await step(
    `Snapshots of ${MORNINGS} mornings`,
    async (detail) => {
      snapshots.listen((days) => detail(`${days} of ${MORNINGS}`));
      const [taken] = await finished;
      if (taken.status === 'rejected') throw taken.reason;
      return taken.value;
    },
    () => 'taken by the bot, the clock set day by day',
  );
  const [mails, figures] = await step(
    'Monday 09:00: the digest',
    async () => {
      const sent = await sendDigest(digest);
      const figures = await digestFigures(digest);
      await world.connectBot(digest, cleanup);
      return [sent, figures] as const;
    },
    ([sent]) => `${sent.length} mails arrived`,
  );
  const files = await step(
    'Files and pictures of the mails',
    async () => {
      const saved = await saveMails(outputFolder, digest.inbox, camera);
      await camera.close();
      return saved;
    },
    (saved) => `${saved.length} files`,
  );
  return {
    forms: [first, second],
    mails,
    figures,
    digestRequests: (await digest.sandbox.admin.requests()).total,
    files: files.map(toShownPath),
    urls: {
      playground: page.url,
      inbox: `${page.url}inbox/`,
      service: `${world.sandbox.baseUrl}/`,
      serviceDigest: `${digest.sandbox.baseUrl}/`,
    },
  };
}

function startSnapshots(cleanup: CleanupStack): {
  readonly done: Promise<DigestDemo>;
  listen(listener: (days: number) => void): void;
} {
  let days = 0;
  let onDay = (_days: number): void => undefined;
  const work = async (): Promise<DigestDemo> => {
    const digest = await startDigest(cleanup);
    await takeSnapshots(digest, (taken) => {
      days = taken;
      onDay(days);
    });
    return digest;
  };
  return {
    done: cleanup.track(work()),
    listen(listener) {
      onDay = listener;
      onDay(days);
    },
  };
}

/** The mail in English. */
export function findFirstRecipientsMail(mails: readonly InboxMessage[]): InboxMessage {
  const [first] = RECIPIENTS;
  const mail = mails.find(({ recipients }) => recipients.includes(first));
  if (mail === undefined) throw new Error(`No mail to ${first} is among those that arrived.`);
  return mail;
}
