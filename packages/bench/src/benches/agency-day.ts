import { type FileOpening, type Morning, openManyFiles } from '@answershare/sheets-addon/many-files';
import { openBotFolder } from '../instruments/bot-folder.ts';
import { findFreePort } from '../instruments/nginx.ts';
import type { Bench, BenchRow } from './bench.ts';

const agency = { files: 3, analysts: 5, websites: 40, eighth: 20 };
const perDay = 500;
const morningAt = '2026-11-16T05:00:00Z';

/** The bot takes its daily snapshot of the reports; with a gateway, the files connect to it. */
const startBot =
  (isGateway: boolean, ends: (() => Promise<void>)[]): Morning =>
  async (sandbox, key, websites) => {
    // A key without a minute to wait for; its requests count for the day of the files' key.
    const fast = await sandbox.admin.createKey({ plan: 'enterprise', team: 'many' });
    const bot = openBotFolder([
      `service: { url: ${sandbox.baseUrl}, key: "\${ANSWERSHARE_API_KEY}", form: 1 }`,
      'smtp: { host: 127.0.0.1, port: 1, from: digest@example.com }',
      `http: { listen: "127.0.0.1:${await findFreePort()}" }`,
      'gateway: {}',
      'schedules:',
      `  - { id: daily, cron: "0 7 * * *", timezone: UTC, websites: ${JSON.stringify(websites)}, recipients: [ann@example.com] }`,
    ]);
    await bot.run(['snapshot', '--now', morningAt], fast);
    const { total } = await sandbox.admin.requests();
    await sandbox.admin.setUsage(key, { day: total, minute: 0 });
    ends.push(async () => bot.remove());
    if (!isGateway) return { url: sandbox.baseUrl, key };
    const line = ['--name', 'Dashboard', '--websites', websites.join(), '--json', '--now', morningAt];
    const { key: own } = JSON.parse(await bot.run(['keys', 'create', ...line], key)) as { key: string };
    let serving = await bot.serve(['--now', morningAt], key);
    ends.unshift(() => serving.stop());
    return {
      url: serving.url,
      key: own,
      reach: async (at) => {
        await serving.stop();
        serving = await bot.serve(['--now', new Date(at).toISOString()], key);
      },
    };
  };

interface Day {
  readonly openings: readonly FileOpening[];
  readonly bot: number;
}

async function measureDay(isGateway: boolean): Promise<Day> {
  const ends: (() => Promise<void>)[] = [];
  let bot = 0;
  const start = startBot(isGateway, ends);
  try {
    const openings = await openManyFiles({
      ...agency,
      shared: false,
      others: async (sandbox, key, websites) => {
        const place = await start(sandbox, key, websites);
        bot = (await sandbox.admin.requests()).total;
        return place;
      },
    });
    return { openings, bot };
  } finally {
    for (const end of ends) await end();
  }
}

const ways = [
  ['the key in each file', false],
  ['through the gateway', true],
] as const;

/** The day in both ways. */
export async function listAgencyDays(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [who, isGateway] of ways) {
    const { openings, bot } = await measureDay(isGateway);
    const all = openings.at(-1)?.spent ?? 0;
    const sum = (of: (opening: FileOpening) => number): number =>
      openings.reduce((total, one) => total + of(one), 0);
    rows.push({
      who,
      setting: 'Starter',
      figures: {
        'by the bot': bot,
        'by or for the files': all - bot,
        [`of ${perDay}`]: all,
        'cells red at first': sum(({ redAtFirst }) => redAtFirst),
        'after five minutes': sum(({ red }) => red),
        'oldest figure, hours': Math.round(Math.max(...openings.map(({ oldest }) => oldest)) * 10) / 10,
      },
    });
  }
  return rows;
}

export const agencyDay: Bench = {
  id: 'B19',
  name: 'agency-day',
  title:
    "An agency's day on Starter: a report of 40 websites, and a dashboard of 300 cells in 3 files that 5 analysts open at 9, 13 and 17",
  page: 'apps/report-bot/docs/gateway.md',
  target: 'through the gateway at most 250 of 500 requests, and no red cell',
  async run() {
    const rows = await listAgencyDays();
    const { figures = {} } = rows.at(-1) ?? {};
    const [all, red] = [Number(figures[`of ${perDay}`]), Number(figures['after five minutes'])];
    return {
      rows,
      ours: `${all} requests, ${red} red cells; with the key in each file ${rows[0]?.figures[`of ${perDay}`]} and ${rows[0]?.figures['after five minutes']}`,
      met: all <= 250 && red === 0,
      remarks: [
        'Counted by the sandbox on Monday, the dearest day of the bot. The local Apps Script has the clock of the day. Red cells are summed over 15 openings of 300 cells; "after five minutes" is with the sidebar open. The age is counted from the answer of the service.',
      ],
    };
  },
};
