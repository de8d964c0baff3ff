import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteRecord } from '../../src/digest/arrow-record.ts';
import { buildDigest, type Digest } from '../../src/digest/digest.ts';
import { acme, createInput, createSnapshots, type FixtureWeek } from '../../src/digest/fixture-weeks.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

/** The score jumps in 2026-W46 and is back a week later. */
const weeks: readonly FixtureWeek[] = Array.from({ length: 30 }, (_, week) => ({
  authority: (day) => (week === 1 ? 85 : 70 + ((day + week) % 3)),
  window: 7,
}));

let smtpServer: TestSmtpServer;
let bot: Bot;

beforeAll(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  bot = newBot({ ANSWERSHARE_API_KEY: 'rs_test_arrows0123456789abcdefg', SMTP_PASSWORD: 'unused-password' });
  bot.settings(
    `service: {url: "http://127.0.0.1:1", key: "\${ANSWERSHARE_API_KEY}"}
smtp: {host: 127.0.0.1, port: ${smtpServer.port}, user: bot, password: "\${SMTP_PASSWORD}", from: answershare@example.com}
schedules:
  - {id: weekly, cron: "0 9 * * 1", timezone: UTC, recipients: [reader@example.com]}
`,
  );
  await seedLedger(bot, [acme], weeks);
});
afterAll(async () => {
  await bot.remove();
  await smtpServer.close();
});

test('an arrow that came back is withdrawn by name in the next mail, and replay gives the same bytes', async () => {
  const texts: string[] = [];
  for (const [week, now] of [
    ['2026-W46', '2026-11-16T09:00:00Z'],
    ['2026-W47', '2026-11-23T09:00:00Z'],
  ] as const) {
    const { code } = await bot.run(['run', '--schedule', 'weekly', '--week', week, '--now', now]);
    expect(code).toBe(0);
    const { text = '' } = await PostalMime.parse(smtpServer.received.at(-1)?.raw ?? '');
    texts.push(text.replace(/\s+/g, ' '));
  }
  const [first, second] = texts;
  expect(first).not.toContain('Withdrawn');
  expect(second).toContain(
    'Withdrawn, because the figure came back since last week’s report: ▲ acme.com: Authority.',
  );
  const replayed = await bot.run(['replay', '2026-W47', '--now', '2026-12-20T08:00:00Z']);
  expect([replayed.code, replayed.out]).toEqual([
    0,
    expect.stringContaining('the snapshots give the same bytes'),
  ]);
});

/** Weekly digests whose score rises in each of these weeks; it is then as given. */
function createDigests(scores: readonly number[]): Digest[] {
  const [digest] = [buildDigest(createInput([acme], createSnapshots(acme, [{}, {}])))];
  const [site] = digest.sites;
  const fact = site?.authority.level ?? null;
  if (site === undefined || fact === null) throw new Error('The fixture has a score.');
  return scores.map((value, at) => ({
    ...digest,
    week: `2026-W${10 + at}`,
    sites: [
      {
        ...site,
        authority: {
          ...site.authority,
          direction: at % 2 === 1 ? 'up' : null,
          level: { ...fact, value },
          before: { ...fact, value: scores[at - 1] ?? 0 },
        },
      },
    ],
  }));
}

test('of the last arrows it counts those whose change was left by half four weeks later', () => {
  // Each second week rises by 10. The tenth rise, from 90 to 100, is 90 again four weeks later.
  const scores = Array.from({ length: 40 }, (_, at) =>
    at < 20 ? 10 * Math.ceil(at / 2) : at % 2 === 1 ? 90 : 80,
  );
  const digests = createDigests(scores);
  const mailed = new Set(digests.map(({ week }) => week));
  const [note] = noteRecord(digests, mailed, 4);
  expect(note).toMatchObject({ kind: 'record', of: { value: 18 }, stood: { value: 17 } });
  const back = createDigests(scores.map((score, at) => (at >= 30 ? 0 : score)));
  expect(noteRecord(back, mailed, 4)).toMatchObject([{ of: { value: 15 }, stood: { value: 12 } }]);
  expect(noteRecord(digests.slice(0, 20), mailed, 4)).toEqual([]);
  expect(noteRecord(digests, new Set(), 4)).toEqual([]);
});
