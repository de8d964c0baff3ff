import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findEarlyDigest } from '../../src/delivery/freshness.ts';
import { buildDigest } from '../../src/digest/digest.ts';
import { acme, fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import { teamsRenderer } from '../../src/renderers/chat/teams.ts';
import { renderMail } from '../../src/renderers/mail/render.ts';
import { saveSnapshot } from '../../src/store/snapshots.ts';
import { extractText, options } from '../mail/rendered.ts';
import type { Bot } from '../support/bot.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

let smtpServer: TestSmtpServer;
let bot: Bot;
const writeSettings = (waitHours: number): void => {
  const recipients = ['ann@example.com', 'bob@example.com'];
  const text = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: smtpServer.port, recipients });
  bot.settings(`${text}    waitHours: ${waitHours}\n`);
};
const banner = 'Not up to date, last reading in brackets: acme.com';
const at = (time: string): string[] => ['--now', `2026-11-23T${time}:00Z`];
const received = () => smtpServer.received.map(({ mail }) => mail.text?.replace(/\s+/g, ' ') ?? '');

beforeEach(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: 'rs_test_fresh0123456789abcdefgh',
    SMTP_PASSWORD: 'unused-password',
  });
  writeSettings(4);
  // The last snapshot is of Sunday, 22 November 2026, 06:00 UTC.
  await seedLedger(bot, [acme]);
});
afterEach(async () => {
  await bot.remove();
  await smtpServer.close();
});

async function answer(endpoint: 'authority' | 'analytics', takenAt: string, value: unknown): Promise<void> {
  await bot.inStore(({ db }) =>
    saveSnapshot(db, {
      website_id: acme.id,
      endpoint,
      day: takenAt.slice(0, 10),
      raw: null,
      parsed: JSON.stringify(value),
      taken_at: new Date(takenAt),
      form: '2',
      failure: null,
    }),
  );
}
const authority = { score: 72, scale: 100, components: [] };

describe('a digest without a snapshot after the end of its week', () => {
  test('waits until the deadline with a reason, and then has a banner with website and date', async () => {
    const early = await bot.run(['run', ...at('09:00')]);
    expect([early.code, received()]).toEqual([1, []]);
    expect(early.out).toMatch(
      /^weekly 2026-W47 waits: .*not complete yet for acme\.com\. It waits .* 2026-11-23T13:00Z/m,
    );
    const dry = await bot.run(['run', '--dry-run', ...at('12:59')]);
    expect(dry.out).toContain('weekly 2026-W47 would wait: ');
    expect((await bot.run(['list', ...at('12:59')])).out).toContain(
      '2026-W47 planned (Schedule "weekly": the figures',
    );
    expect((await bot.run(['run', ...at('13:00')])).code).toBe(0);
    expect(received()).toHaveLength(2);
    for (const text of received()) expect(text).toContain(`${banner} (Nov 22, 2026, 7:00 AM).`);
    for (const waitHours of [4, 0]) {
      writeSettings(waitHours);
      const { out } = await bot.run(['replay', '2026-W47', ...at('14:00')]);
      expect(out.match(/the snapshots give the same bytes/g)).toHaveLength(2);
    }
  });

  test('leaves without a banner as soon as one is there', async () => {
    await bot.run(['run', ...at('09:00')]);
    await answer('authority', '2026-11-23T10:00:00Z', authority);
    expect((await bot.run(['run', ...at('10:01')])).code).toBe(0);
    expect(received()).toHaveLength(2);
    for (const text of received()) expect(text).not.toContain('Not up to date');
    expect((await bot.run(['replay', '2026-W47', ...at('14:00')])).out).toContain(
      'the snapshots give the same bytes',
    );
  });

  test('has one text for all recipients, though its process ends and figures arrive between two mails', async () => {
    await bot.run(['run', ...at('09:00')]);
    const killed = await bot.run(['run', ...at('13:00')], {
      environment: { ANSWERSHARE_FAULT: 'after-commit:1' },
    });
    expect(killed.signal).toBe('SIGKILL');
    await answer('authority', '2026-11-23T13:05:00Z', authority);
    expect((await bot.run(['run', '--week', '2026-W47', ...at('13:10')])).code).toBe(0);
    expect(received()).toHaveLength(2);
    for (const text of received()) expect(text).toContain(banner);
  });

  test('does not wait if an operator names the week', async () => {
    expect((await bot.run(['run', '--week', '2026-W47', ...at('09:00')])).code).toBe(0);
    for (const text of received()) expect(text).toContain(banner);
  });
});

test('a digest that did not wait has no banner in a replay either', async () => {
  writeSettings(0);
  expect((await bot.run(['run', ...at('09:00')])).code).toBe(0);
  for (const text of received()) expect(text).not.toContain('Not up to date');
  writeSettings(4);
  const { out } = await bot.run(['replay', '2026-W47', ...at('14:00')]);
  expect(out.match(/the snapshots give the same bytes/g)).toHaveLength(2);
});

test('analytics without the last day of the week are not complete, and with it they are', async () => {
  await answer('authority', '2026-11-23T05:30:00Z', authority);
  await answer('analytics', '2026-11-22T05:30:00Z', [{ day: '2026-11-22', value: 3 }]);
  expect((await bot.run(['run', ...at('09:00')])).code).toBe(1);
  await answer('analytics', '2026-11-23T09:30:00Z', [{ day: '2026-11-22', value: 9 }]);
  expect((await bot.run(['run', ...at('09:31')])).code).toBe(0);
  for (const text of received()) expect(text).not.toContain('Not up to date');
});

test.each(mailLanguages)(
  'a banner in %s names the oldest websites in all parts, and counts the others',
  (locale) => {
    const takenAt = Date.parse('2026-11-20T06:00:00Z');
    const stale = [
      'one.example',
      'two.example',
      'three.example',
      'four.example',
      'five.example',
      'six.example',
    ];
    const digest = { ...buildDigest(fixtureWeeks.quiet()), stale: stale.map((name) => ({ name, takenAt })) };
    const { html, text } = renderMail(digest, { ...options, locale }).for(options);
    const teams = teamsRenderer.render(digest, { locale, dashboard: null }).body;
    for (const part of [extractText(html), text, teams]) {
      expect(part).toContain('one.example');
      expect(part).not.toContain('six.example');
    }
  },
);

describe('the times of a schedule and of the daily snapshot', () => {
  const now = Date.parse('2026-11-18T06:00:00Z');
  const find = (cron: string, timezone: string, waitHours = 0, time = '05:30') =>
    findEarlyDigest({ cron, timezone, waitHours }, { time, timezone: 'UTC' }, now);

  test.each([
    ['before the snapshot of Monday', '1 9 * * 1', 'Asia/Tokyo', '2026-11-23T00:01:00Z', 6],
    ['each day, of which Monday counts', '0 6 * * *', 'Europe/Berlin', '2026-11-23T05:00:00Z', 1],
    ['in summer only', '0 7 * * 1', 'Europe/Berlin', '2027-03-29T05:00:00Z', 1],
    ['at the same minute', '30 5 * * 1', 'UTC', '2026-11-23T05:30:00Z', 1],
  ])('%s: the digest is early', (_, cron, timezone, dueAt, waitHours) => {
    const early = find(cron, timezone);
    expect(new Date(early?.dueAt ?? 0)).toEqual(new Date(dueAt));
    expect(new Date(early?.completeAt ?? 0)).toEqual(new Date(`${dueAt.slice(0, 10)}T05:30:00Z`));
    expect(early?.waitHours).toBe(waitHours);
    expect(find(cron, timezone, waitHours)).toBeNull();
    if (waitHours > 1) expect(find(cron, timezone, waitHours - 1)).toEqual(early);
  });

  test.each([
    ['after the snapshot of Monday', '0 9 * * 1', 'Europe/Berlin'],
    ["on Monday's snapshot, while the zone has Sunday", '0 9 * * 1', 'America/Los_Angeles'],
    ['on Tuesday', '0 1 * * 2', 'Asia/Tokyo'],
    ['on the last day of the next week', '0 0 * * 7', 'UTC'],
  ])('%s: the digest is not early', (_, cron, timezone) => {
    expect(find(cron, timezone)).toBeNull();
  });

  test('have their weeks in check, and an error where they leave weeks out', async () => {
    bot.settings(formatSettings({ url: 'http://127.0.0.1:1', smtpPort: smtpServer.port, cron: '0 9 1 * *' }));
    const { out, code } = await bot.run(['check', '--now', '2026-11-18T06:00:00Z']);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^FAIL {2}times of weekly: no time reports 2026-W49, 2026-W50, 2026-W51 and \d+ more weeks of a year; no recipient gets them\. For each week once write cron: "0 9 \* \* 1"\.$/m,
    );
    expect(out).toContain(
      'Next times of weekly:\n  Tue 1 Dec 2026 09:00 Europe/Berlin (2026-12-01T08:00:00Z) reports 2026-W48\n',
    );
    const { schedules } = JSON.parse(
      (await bot.run(['check', '--json', '--now', '2026-11-18T06:00:00Z'])).out,
    );
    expect(schedules[0].weeks).toEqual(['2026-W48', '2026-W52', '2027-W04', '2027-W08', '2027-W12']);
  });

  test('are a warning of check with the next step', async () => {
    const text = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: smtpServer.port, cron: '1 0 * * 1' });
    bot.settings(text.replace('Europe/Berlin', 'UTC'));
    const { out } = await bot.run(['check', '--now', '2026-11-18T06:00:00Z']);
    expect(out.match(/^WARN .*/gm)).toEqual([
      'WARN  times of weekly: it is due at Mon 23 Nov 2026 00:01 UTC (2026-11-23T00:01:00Z); the snapshot with the last day of its week is taken at Mon 23 Nov 2026 05:30 UTC (2026-11-23T05:30:00Z). Set "waitHours: 6" for this schedule, or a later time in its "cron".',
    ]);
  });
});
