import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { type Inbox, startInbox } from '../inbox/inbox.ts';
import type { Message } from '../inbox/message.ts';
import { type Bot, startBot } from './bot.ts';
import type { Closing } from './closing.ts';
import { type Figures, readFigures } from './figures.ts';

/** The Monday of the mail; the sandbox's data are the same on every machine. */
export const MONDAY = '2026-11-16T09:00:00Z';
export const DAYS = 56;
export const RECIPIENTS = ['ann@example.com', 'bob@example.com'] as const;

const DAY = 86_400_000;

/** Eight weeks of one team, up to the Monday of the mail: six past changes and the one to judge. */
export interface DigestDemo {
  readonly sandbox: RunningSandbox;
  readonly inbox: Inbox;
  readonly bot: Bot;
}

/** The service with its clock at the first morning, an inbox and a bot that writes to it. */
export async function startDigest(closing: Closing): Promise<DigestDemo> {
  const sandbox = await closing.add(await startSandbox({ form: 2, seed: 1, now: morning(0) }));
  const inbox = await closing.add(await startInbox());
  const folder = await mkdtemp(join(tmpdir(), 'answershare-demo-'));
  await closing.add({ close: () => rm(folder, { recursive: true, force: true }) });
  await writeFile(join(folder, 'answershare.yaml'), settings(sandbox.baseUrl, inbox.smtpPort));
  const bot = await closing.add(startBot(folder, sandbox.keys.live));
  return { sandbox, inbox, bot };
}

/** Takes the snapshot of each day; `told` hears how many are taken. */
export async function takeSnapshots(
  { sandbox, bot }: DigestDemo,
  told: (days: number) => void,
): Promise<void> {
  for (let day = 0; day < DAYS; day++) {
    const now = morning(day);
    await sandbox.admin.setClock(now);
    await bot.run(`snapshot --now ${now}`);
    told(day + 1);
  }
}

/** Monday has come: sends what is due. Resolves with the mails as they arrived. */
export async function sendDigest({ sandbox, inbox, bot }: DigestDemo): Promise<readonly Message[]> {
  await sandbox.admin.setClock(MONDAY);
  await bot.run(`run --now ${MONDAY}`);
  return inbox.waitFor(RECIPIENTS.length);
}

/** What the mails say, in numbers. */
export async function digestFigures({ bot }: DigestDemo): Promise<readonly Figures[]> {
  return readFigures(await bot.run(`preview --json --now ${MONDAY} --out preview`));
}

/** 05:30 UTC of a day, counted from eight weeks before the Monday. */
function morning(day: number): string {
  const midnight = Date.parse(MONDAY.slice(0, 10));
  return `${new Date(midnight - (DAYS - day) * DAY).toISOString().slice(0, 10)}T05:30:00Z`;
}

function settings(service: string, smtpPort: number): string {
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
