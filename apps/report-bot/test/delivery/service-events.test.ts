import { afterAll, beforeAll, expect, it } from 'vitest';
import { acme } from '../../src/digest/fixture-weeks.ts';
import { saveServiceEvent } from '../../src/store/service-events.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

let smtpServer: TestSmtpServer;
let bot: Bot;
beforeAll(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  bot = newBot({ ANSWERSHARE_API_KEY: 'rs_test_events0123456789abcdef', SMTP_PASSWORD: 'unused-password' });
  const text = formatSettings({
    url: 'http://127.0.0.1:1',
    smtpPort: smtpServer.port,
    recipients: ['ann@example.com'],
  });
  bot.settings(`${text}alerts:
  - {id: watch, figure: share, on: event, events: [competitor-alert], days: 1, timezone: UTC, recipients: [{to: eva@example.com, locale: de}]}
`);
  await seedLedger(bot, [acme]);
});
afterAll(async () => {
  await bot.remove();
  await smtpServer.close();
});

const event = (key: string, kind: 'competitor-alert' | 'crawl-complete', day: string, received: string) =>
  bot.inStore(({ db }) =>
    saveServiceEvent(db, { key, kind, wire_name: null, website: acme.id, day }, Date.parse(received)),
  );
const read = (to: string): string =>
  smtpServer.received
    .filter(({ recipients }) => recipients.includes(to))
    .map(({ mail }) => mail.text)
    .join('\n');

it('an event is a note of the digest, next to the change that follows it, and the cause of one alert', async () => {
  await event('e1', 'competitor-alert', '2026-11-17', '2026-11-17T10:00:00Z');
  await event('e2', 'crawl-complete', '2026-11-19', '2026-11-19T10:00:00Z');
  await event('e3', 'competitor-alert', '2026-11-22', '2026-11-22T20:00:00Z');
  expect((await bot.run(['run', '--now', '2026-11-23T09:00:00Z'])).code).toBe(0);
  const digest = read('ann@example.com');
  expect(digest).toContain('Nov 17 and Nov 22: competitor alert');
  expect(digest).toContain('Nov 19: crawl complete');
  const alert = read('eva@example.com');
  expect(alert).toContain('Alarm: Hinweis zu Wettbewerbern');
  expect(alert).toContain('22. Nov.: Hinweis zu Wettbewerbern');
  await bot.run(['run', '--now', '2026-11-23T09:30:00Z']);
  expect(smtpServer.received).toHaveLength(2);
  expect((await bot.run(['list', '--now', '2026-11-23T09:30:00Z'])).out).toContain(
    'watch: share at competitor alert of the service',
  );
  const replayed = await bot.run(['replay', '2026-W47', '--now', '2026-11-23T10:00:00Z']);
  expect(replayed.code).toBe(0);
});
