import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { type Inbox, startInbox } from '../inbox/inbox.ts';
import type { InboxMessage } from '../inbox/mailbox.ts';
import { type BotProcess, startBot } from './bot.ts';
import type { CleanupStack } from './cleanup.ts';

/** One measure of a week, as `answershare preview --json` prints it. */
export interface PreviewFigure {
  /** A fraction for a share of voice, a score for authority; null without a value. Unrounded. */
  readonly level: number | null;
  readonly before: number | null;
  /** In points for a share of voice; null = the weeks were not compared. */
  readonly change: number | null;
  /** `clear` = a change; other values state why none is shown. */
  readonly verdict: string;
  /** Days of the week that have a value. */
  readonly days: number;
}

interface NamedFigure extends PreviewFigure {
  /** `northwind-outdoor.example/share`. */
  readonly figure: string;
  readonly website: string;
}

/** One website in the digest. */
export interface WebsiteFigures {
  readonly website: string;
  readonly shareOfVoice: PreviewFigure;
  readonly authority: PreviewFigure;
}

/** Parses the output of `answershare preview --json`. */
function readFigures(printed: string): WebsiteFigures[] {
  const [schedule] = JSON.parse(printed) as { readonly figures: NamedFigure[] }[];
  if (schedule === undefined) throw new Error('The bot previewed no schedule.');
  const { figures } = schedule;
  const find = (name: string): NamedFigure[] => figures.filter(({ figure }) => figure === name);
  return [...new Set(figures.map(({ website }) => website))].flatMap((website) =>
    find(`${website}/share`).flatMap((shareOfVoice) =>
      find(`${website}/authority`).map((authority) => ({ website, shareOfVoice, authority })),
    ),
  );
}

/** The Monday of the mail. */
export const MONDAY = '2026-11-16T09:00:00Z';
const DAYS = 56;
/** The Monday's own morning opens the next week. */
export const MORNINGS = DAYS + 1;
export const RECIPIENTS = ['ann@example.com', 'bob@example.com'] as const;

const DAY = 86_400_000;

/** Eight weeks of one team up to the Monday: six past changes and the one to judge. */
export interface DigestDemo {
  readonly sandbox: RunningSandbox;
  readonly inbox: Inbox;
  readonly bot: BotProcess;
  /** The bot's settings and its ledger. */
  readonly folder: string;
}

/** Ends the bot and starts it again on its ledger with another service of the same seed. */
export async function moveBot(
  { bot, folder, inbox }: DigestDemo,
  service: RunningSandbox,
  cleanup: CleanupStack,
): Promise<BotProcess> {
  await bot.close();
  await writeFile(join(folder, 'answershare.yaml'), botSettings(service.baseUrl, inbox.smtpPort));
  return cleanup.add(startBot(folder, service.keys.growth));
}

/** The service with its clock at the first morning, an inbox and a bot that writes to it. */
export async function startDigest(cleanup: CleanupStack): Promise<DigestDemo> {
  const sandbox = await cleanup.add(await startSandbox({ form: 2, seed: 1, now: toMorning(0) }));
  const inbox = await cleanup.add(await startInbox());
  const folder = await mkdtemp(join(tmpdir(), 'answershare-demo-'));
  await cleanup.add({ close: () => rm(folder, { recursive: true, force: true }) });
  await writeFile(join(folder, 'answershare.yaml'), botSettings(sandbox.baseUrl, inbox.smtpPort));
  const bot = await cleanup.add(startBot(folder, sandbox.keys.live));
  return { sandbox, inbox, bot, folder };
}

/** Takes the snapshots of the last `days` mornings with the Monday's; `onProgress` gets the number of mornings done. */
export async function takeSnapshots(
  { sandbox, bot }: DigestDemo,
  onProgress: (days: number) => void,
  days = MORNINGS,
): Promise<void> {
  for (let day = MORNINGS - days; day < MORNINGS; day++) {
    const now = toMorning(day);
    await sandbox.admin.setClock(now);
    await bot.run(`snapshot --now ${now}`);
    onProgress(day + 1 - (MORNINGS - days));
  }
}

/** Monday has come: sends what is due. Resolves with the mails as they arrived. */
export async function sendDigest({ sandbox, inbox, bot }: DigestDemo): Promise<readonly InboxMessage[]> {
  await sandbox.admin.setClock(MONDAY);
  await bot.run(`run --now ${MONDAY}`);
  return inbox.waitFor(RECIPIENTS.length);
}

/** What the mails say, in numbers. */
export async function digestFigures({ bot }: DigestDemo): Promise<readonly WebsiteFigures[]> {
  return readFigures(await bot.run(`preview --json --now ${MONDAY} --out preview`));
}

/** 05:30 UTC; day 0 is eight weeks before the Monday. */
function toMorning(day: number): string {
  const midnight = Date.parse(MONDAY.slice(0, 10));
  return `${new Date(midnight - (DAYS - day) * DAY).toISOString().slice(0, 10)}T05:30:00Z`;
}

function botSettings(service: string, smtpPort: number): string {
  return `service:
  url: ${service}
  key: \${ANSWERSHARE_API_KEY}
store: { folder: ./data }
smtp: { host: 127.0.0.1, port: ${smtpPort}, from: "Answershare <digest@example.com>" }
schedules:
  - id: weekly
    cron: "0 9 * * 1"
    timezone: UTC
    recipients:
      - { to: ${RECIPIENTS[0]}, name: Ann }
      - { to: ${RECIPIENTS[1]}, name: Bob, locale: de }
`;
}
