import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acme, type FixtureWeek } from '../../src/digest/fixture-weeks.ts';
import type { Bot } from '../support/bot.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

let smtpServer: TestSmtpServer;
let bot: Bot;
const setMode = (mode: string, recipients = ['ann@example.com']): void => {
  const text = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: smtpServer.port, recipients });
  bot.settings(`${text}    mode: ${mode}\n`);
};
/** A file and a page with figures, which a mail without figures does not have; the folder of the page is missing. */
const addFiles = (): void =>
  bot.settings(
    `${readFileSync(join(bot.folder, 'answershare.yaml'), 'utf8')}    attach: [csv]\n    webCopy: {folder: ./none, url: "https://r.example/{file}"}\n`,
  );

beforeEach(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: 'rs_test_modes0123456789abcdefgh',
    SMTP_PASSWORD: 'unused-password',
  });
});
afterEach(async () => {
  await bot.remove();
  await smtpServer.close();
});

/** Readings that wobble by a fifth of a point: each week has an arrow-free difference. */
const even = (week: number): FixtureWeek => ({
  share: (day) => 0.342 + 0.001 * ((day + week) % 3),
  authority: (day) => 70 + ((day + week) % 3),
  citations: (day) => 1284 + 5 * ((day * 3 + week) % 7),
  window: 30,
});
const missing: FixtureWeek = { missing: [0, 1, 2, 3, 4, 5, 6] };
const evenWeeks = Array.from({ length: 13 }, (_, week) => even(week));
const risen = { ...even(0), share: (day: number) => 0.392 + 0.001 * (day % 3) };

/** Runs the week after each of these Sundays. Returns the subjects. */
async function sendWeeks(mondays: readonly string[]): Promise<(string | undefined)[]> {
  for (const monday of mondays) {
    const { code, err } = await bot.run(['run', '--now', `${monday}T09:00:00Z`]);
    expect([code, err.replace(/^Next: .*\n/gm, '')]).toEqual([0, '']);
  }
  return smtpServer.received.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());
}
const november = ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'];
const monday = ['--now', '2026-11-23T09:30:00Z'];

describe('on-change', () => {
  test('records weeks without a clear change with the reason, and sends a short digest after four of them', async () => {
    setMode('on-change');
    addFiles();
    await seedLedger(bot, [acme], evenWeeks);
    expect(await sendWeeks(november.slice(0, 4))).toEqual([]);
    const reason = 'not sent in mode on-change: no figure changed clearly';
    const listed = await bot.run(['list', ...monday]);
    expect(listed.out.match(/weekly 2026-W\d\d skipped \(not sent in mode on-change: [^)]+\)/g)).toHaveLength(
      4,
    );
    const { out } = await bot.run(['history', ...monday]);
    expect(out).toContain(`Weeks without a digest:\n  2026-W46, schedule weekly: ${reason}\n`);
    const dry = await bot.run(['run', '--dry-run', ...monday]);
    expect(dry.out).toContain('Would send weekly 2026-W47 to ann@example.com: Still watching Acme');

    expect(await sendWeeks(november.slice(4))).toEqual(['Still watching Acme']);
    const [mail] = smtpServer.received;
    expect(mail?.raw).toContain('Still watching: no mail for 4 weeks');
    expect(mail?.raw).not.toMatch(/34\.\d|▲|▼|image\/png|text\/csv|r\.example/);
    for (const mode of ['on-change', 'always', 'never-empty']) {
      setMode(mode);
      const again = await bot.run(['replay', '2026-W47', ...monday]);
      expect(again.out).toContain('the snapshots give the same bytes');
    }
    // The week before counts for no other one, even if an operator sends it later.
    const late = await bot.run(['run', '--week', '2026-W46', ...monday]);
    expect(late.code).toBe(0);
    const last = await bot.run(['replay', '2026-W47', ...monday]);
    expect(last.out).toContain('the snapshots give the same bytes');
  });

  test('sends a week with a clear change whole', async () => {
    setMode('on-change');
    await seedLedger(bot, [acme], [risen, ...evenWeeks.slice(1)]);
    expect(await sendWeeks(november.slice(3))).toHaveLength(1);
    expect(smtpServer.received[0]?.raw).toContain('Share of voice up');
  });

  test('does not take a mail back: a reopened week goes to a new recipient', async () => {
    setMode('always');
    await seedLedger(bot, [acme], evenWeeks);
    await sendWeeks(november.slice(4));
    setMode('on-change', ['ann@example.com', 'bob@example.com']);
    const { code } = await bot.run(['run', '--week', '2026-W47', ...monday]);
    expect([code, smtpServer.received.map(({ recipients }) => recipients)]).toEqual([
      0,
      [['ann@example.com'], ['bob@example.com']],
    ]);
    expect((await bot.run(['export', ...monday])).code).toBe(0);
    expect((await bot.run(['replay', '2026-W47', ...monday])).out.match(/the same bytes/g)).toHaveLength(2);
    const { out } = await bot.run(['list', ...monday]);
    expect(out).toContain('weekly 2026-W47 composed');
  });
});

test('never-empty skips a week without a figure at once, and sends one with figures without a change', async () => {
  setMode('never-empty');
  await seedLedger(bot, [acme], [even(0), missing, ...evenWeeks.slice(2)]);
  const subjects = await sendWeeks(november.slice(2));
  expect(subjects).toHaveLength(2);
  expect(subjects.join()).not.toContain('Still watching');
  const { out } = await bot.run(['list', ...monday]);
  expect(out).toContain(
    'weekly 2026-W46 skipped (not sent in mode never-empty: no figure of the week is known)',
  );
});

test('an unknown mode is rejected with the ones that exist', async () => {
  setMode('sometimes');
  const { code, err } = await bot.run(['check', ...monday]);
  expect(code).toBe(2);
  expect(err).toMatch(/schedules\[0\]\.mode .*always.*on-change.*never-empty/);
});
