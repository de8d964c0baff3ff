import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, shiftPeriod, toPeriodDates } from '@answershare/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acme, type FixtureWeek } from '../src/digest/fixture-weeks.ts';
import { formatPeriodName } from '../src/schedule/iso-week.ts';
import { type Bot, newBot } from '../test/support/bot.ts';
import { seedLedger } from '../test/support/seeded-bot.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../test/support/smtp-server.ts';

/** Days from January 2024 to November 2026. */
const weeks: readonly FixtureWeek[] = Array.from({ length: 150 }, (_, week) => ({
  share: (day) => 0.342 + 0.001 * ((day + week) % 3),
  authority: (day) => 70 + ((day + week) % 3),
  citations: (day) => 1284 + 5 * ((day * 3 + week) % 7),
  window: 30,
}));

/** Two years with a leap day and four changes of the clock; 02:30 is missing on two of the Sundays. */
const [from, until] = ['2024-02-01', '2026-02-01'];

const schedules = {
  monthly: { period: 'month', cron: '0 9 1 * *', first: '2024-01', count: 25 },
  quarterly: { period: 'quarter', cron: '0 9 1 1,4,7,10 *', first: '2024-Q1', count: 8 },
  sundays: { period: 'week-from-sunday', cron: '30 2 * * 0', first: '2024-01-28P7D', count: 105 },
  fourweekly: {
    period: '{every: 28 days, from: 2024-01-07}',
    cron: '0 9 * * 0',
    first: '2024-01-07P28D',
    count: 27,
  },
} as const;
const ids = Object.keys(schedules) as (keyof typeof schedules)[];

let smtpServer: TestSmtpServer;
let bot: Bot;

beforeAll(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  bot = newBot({ ANSWERSHARE_API_KEY: 'rs_test_years0123456789abcdefg', SMTP_PASSWORD: 'unused-password' });
  bot.settings(
    `service: {url: "http://127.0.0.1:1", key: "\${ANSWERSHARE_API_KEY}"}
smtp: {host: 127.0.0.1, port: ${smtpServer.port}, user: bot, password: "\${SMTP_PASSWORD}", from: answershare@example.com}
schedules:
${ids.map((id) => `  - {id: ${id}, period: ${schedules[id].period}, cron: "${schedules[id].cron}", timezone: Europe/Berlin, recipients: [${id}@example.com]}`).join('\n')}
`,
  );
  await seedLedger(bot, [acme], weeks);
});
afterAll(async () => {
  await bot.remove();
  await smtpServer.close();
});

/** The dates that `check` names, with the period that each one reports. */
async function readForecast(day: string): Promise<string[]> {
  await bot.release();
  const { out } = await bot.run(['check', '--now', `${day}T12:00:00Z`]);
  return [...out.matchAll(/ ([\d: ]+) Europe\/Berlin \((.{10})T.* reports (.*)$/gm)].map(
    ([, , date, period]) => `${date} reports ${period}`,
  );
}

test('two years of daily looks report each period once, as check said, and replay gives the same bytes', async () => {
  const sent = new Map<string, string[]>(ids.map((id) => [id, []]));
  const named: string[] = [];
  const forecasts: string[] = [];
  let seen = 0;
  for (let day: string = from; day <= until; day = addDays(day, 1)) {
    const { code, err } = await bot.run(['run', '--now', `${day}T08:30:00Z`]);
    expect([day, code, code === 0 ? '' : err]).toEqual([day, 0, '']);
    const mails = smtpServer.received.slice(seen);
    seen += mails.length;
    for (const { recipients, raw } of mails) {
      const id = ids.find((one) => recipients.includes(`${one}@example.com`));
      if (id === undefined) throw new Error(`a mail to ${recipients.join()}`);
      const key = shiftPeriod(schedules[id].first, sent.get(id)?.length ?? 0);
      sent.get(id)?.push(key);
      const span = toPeriodDates(key);
      expect(span.to < day && day <= addDays(span.to, 1), `${id} ${key} on ${day}`).toBe(true);
      const replayed = await bot.run([
        'replay',
        key,
        '--schedule',
        id,
        '--now',
        `${addDays(day, 1)}T12:00:00Z`,
      ]);
      expect([id, key, replayed.code, replayed.out]).toEqual([
        id,
        key,
        0,
        expect.stringContaining('the snapshots give the same bytes'),
      ]);
      const file = join(bot.folder, 'answershare-replay', `${id}-${key}-${id}@example.com.eml`);
      expect(readFileSync(file, 'utf8')).toBe(raw);
      named.push(`${day} reports ${formatPeriodName(key)}`);
    }
    if (/-15$/.test(day) && Number(day.slice(5, 7)) % 3 === 2) forecasts.push(...(await readForecast(day)));
  }
  for (const id of ids) expect([id, sent.get(id)?.length]).toEqual([id, schedules[id].count]);
  expect(forecasts.length).toBe(8 * 5 * ids.length);
  const early = forecasts.filter((line) => line.slice(0, 10) <= until);
  expect(early.filter((line) => !named.includes(line))).toEqual([]);
});
