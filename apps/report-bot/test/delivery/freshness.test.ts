import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renderTeams } from '../../src/channels/teams.ts';
import { buildDigest } from '../../src/digest/digest.ts';
import { acme, fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { mailLanguages } from '../../src/mail/phrases.ts';
import { renderMail } from '../../src/mail/render.ts';
import { saveSnapshot } from '../../src/store/snapshots.ts';
import { extractText, options } from '../mail/rendered.ts';
import { type Bot, newBot } from '../support/bot.ts';
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
  bot = newBot({ ANSWERSHARE_API_KEY: 'rs_test_fresh0123456789abcdefgh', SMTP_PASSWORD: 'unused-password' });
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
    const teams = renderTeams(digest, { locale, dashboard: null }).body;
    for (const part of [extractText(html), text, teams]) {
      expect(part).toContain('one.example');
      expect(part).not.toContain('six.example');
    }
  },
);
