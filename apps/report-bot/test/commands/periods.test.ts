import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acme, type FixtureWeek } from '../../src/digest/fixture-weeks.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

/** Sixty weeks; a year before the share was lower. */
const weeks: readonly FixtureWeek[] = Array.from({ length: 60 }, (_, week) => ({
  share: (day) => (week > 50 ? 0.251 : 0.342) + 0.001 * ((day + week) % 3),
  authority: (day) => 70 + ((day + week) % 3),
  citations: (day) => 1284 + 5 * ((day * 3 + week) % 7),
  window: 30,
}));

const periods = {
  monthly: ['month', '0 9 1 * *', '2026-10'],
  quarterly: ['quarter', '0 9 1 1,4,7,10 *', '2026-Q3'],
  sundays: ['week-from-sunday', '0 9 * * 0', '2026-10-25P7D'],
  fourweekly: ['{every: 28 days, from: 2026-11-01}', '0 9 * * 0', '2026-10-04P28D'],
  weekly: ['week', '0 9 * * 1', '2026-W43'],
} as const;

let smtpServer: TestSmtpServer;
let bot: Bot;

beforeAll(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  bot = newBot({ ANSWERSHARE_API_KEY: 'rs_test_periods0123456789abcdef', SMTP_PASSWORD: 'unused-password' });
  const schedules = Object.entries(periods).map(
    ([id, [period, cron]]) =>
      `  - {id: ${id}, period: ${period}, cron: "${cron}", timezone: Europe/Berlin, recipients: [${id}@example.com]}`,
  );
  bot.settings(
    `service: {url: "http://127.0.0.1:1", key: "\${ANSWERSHARE_API_KEY}"}
smtp: {host: 127.0.0.1, port: ${smtpServer.port}, user: bot, password: "\${SMTP_PASSWORD}", from: answershare@example.com}
events: [{on: 2026-03-02, text: Relaunch}, {on: 2026-03-03, text: Elsewhere, websites: [other.example]}]
goals: [{figure: share, target: 40, by: 2027-03-31, from: 30, since: 2026-06-01, websites: [acme.com]}]
schedules:
${schedules.join('\n')}
`,
  );
  await seedLedger(bot, [acme], weeks);
});
afterAll(async () => {
  await bot.remove();
  await smtpServer.close();
});

const findSent = (id: string): string =>
  smtpServer.received.find(({ recipients }) => recipients.includes(`${id}@example.com`))?.raw ?? '';

test.each(Object.entries(periods))(
  '%s reports its period, and replay gives the same bytes',
  async (id, [, , key]) => {
    const sent = await bot.run(['run', '--schedule', id, '--week', key, '--now', '2026-11-01T08:00:00Z']);
    expect([sent.code, sent.err]).toEqual([0, expect.stringContaining('Next: ')]);
    const replayed = await bot.run(['replay', key, '--schedule', id, '--now', '2026-11-20T08:00:00Z']);
    expect([replayed.code, replayed.out]).toEqual([
      0,
      expect.stringContaining('the snapshots give the same bytes'),
    ]);
    expect(
      readFileSync(join(bot.folder, 'answershare-replay', `${id}-${key}-${id}@example.com.eml`), 'utf8'),
    ).toBe(findSent(id));
  },
);

test('a month is compared with the month and the year before, over whole days, without a word of weeks', async () => {
  const { text = '', subject } = await PostalMime.parse(findSent('monthly'));
  expect(text).toContain('up about 9.1 points since Oct 1, 2025');
  expect(text).toContain('the period before');
  expect(text).toMatch(/25\.2% a year before/);
  expect(text).toContain('Mar 2, 2026: Relaunch');
  expect(text).not.toContain('Elsewhere');
  expect(text.replace(/\s+/g, ' ')).toContain('goal of 40.0% by Mar 31, 2027: short by 0.7 points today');
  expect(`${subject} ${text}`).not.toMatch(/\bweeks?\b/i);
});

test('what is due follows the period, and another period than the schedule\u2019s is refused', async () => {
  const due = await bot.run(['run', '--dry-run', '--schedule', 'monthly', '--now', '2026-11-01T08:00:00Z']);
  expect(due.out).not.toContain('2026-10');
  const refused = await bot.run([
    'run',
    '--schedule',
    'monthly',
    '--week',
    '2026-W43',
    '--now',
    '2026-11-01T08:00:00Z',
  ]);
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('none of these schedules reports'),
  ]);
});

test('a note counts for later mails alone, and is written once', async () => {
  const note = ['note', 'new guide', '--on', '2026-06-10', '--now', '2026-11-02T08:00:00Z'];
  expect((await bot.run(note)).out).toBe('2026-06-10 new guide: noted.\n');
  expect((await bot.run(note)).out).toContain('the ledger has it already');
  const explain = (now: string) =>
    bot.run(['explain', 'acme.com/share', '--schedule', 'sundays', '--week', '2026-10-25P7D', '--now', now]);
  expect((await explain('2026-11-03T08:00:00Z')).code).toBe(0);
  const replayed = await bot.run([
    'replay',
    '2026-10',
    '--schedule',
    'monthly',
    '--now',
    '2026-11-20T08:00:00Z',
  ]);
  expect([replayed.code, replayed.out]).toEqual([
    0,
    expect.stringContaining('the snapshots give the same bytes'),
  ]);
  expect((await bot.run([...note, '--forget'])).out).toBe('2026-06-10 new guide: forgotten.\n');
  const unknown = await bot.run([
    'note',
    'x',
    '--on',
    '2026-06-10',
    '--website',
    'nowhere.example',
    '--now',
    '2026-11-02T08:00:00Z',
  ]);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('nowhere.example')]);
  const other = await bot.run(['note', 'x', '--on', '2026-02-30']);
  expect([other.code, other.err]).toEqual([
    2,
    expect.stringMatching(/^--on is not a date; write it as 2026-11-03/),
  ]);
});

test('explain, which assistants read too, names the events and the goal', async () => {
  const { out } = await bot.run([
    'explain',
    'acme.com/share',
    '--schedule',
    'monthly',
    '--week',
    '2026-10',
    '--now',
    '2026-11-01T08:00:00Z',
  ]);
  expect(out).toContain('Event: 2026-03-02, Relaunch.');
  expect(out).toContain('Goal: 40% by 2027-03-31, short: 0.7 from a straight line to it.');
});

test('check names the period that each time reports, and no time that repeats one', async () => {
  await bot.release();
  const { out } = await bot.run(['check', '--now', '2026-11-22T08:00:00Z']);
  expect(out).toContain('reports November 2026');
  const [, four = ''] = out.split('Next times of fourweekly:\n');
  expect(four).toMatch(/^ *Sun 29 Nov 2026 09:00 .* reports 2026-11-01 to 2026-11-28\n *Sun 27 Dec 2026/);
});

test("check prints the period of each time, and the false arrows of the ledger's own weeks in shuffled order", async () => {
  await bot.release();
  const { out } = await bot.run(['check', '--now', '2026-11-01T07:00:00Z']);
  expect(out).toMatch(
    /placebo of monthly: of 40 mails about its weeks in shuffled order, in which nothing changed, \d+ (has|have) a false arrow of an own figure, and \d+ of a competitor/,
  );
  expect(out).toMatch(/Fri 1 Jan 2027 09:00 .* reports 2026-Q4\n/);
  expect(out).toMatch(/Sun 21 Feb 2027 09:00 .* reports 2027-01-24 to 2027-02-20\n/);
});
