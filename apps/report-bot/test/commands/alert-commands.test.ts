import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FigureExplanation } from '../../src/digest/explain-figure.ts';
import { acme } from '../../src/digest/fixture-weeks.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const beta = { id: 'w_beta', name: 'Beta Goods', domain: 'beta.example' };
const day = '2026-11-22';
const now = ['--now', `${day}T08:00:00Z`];
const later = ['--now', '2026-12-02T08:00:00Z'];

let smtpServer: TestSmtpServer;
let bot: Bot;
const writeSettings = (alarm: object = { above: 37 }): void => {
  const share = { figure: 'share', timezone: 'UTC', recipients: ['ann@example.com', 'bob@example.com'] };
  bot.settings(
    JSON.stringify({
      service: { url: 'http://127.0.0.1:1', key: ['$', '{ANSWERSHARE_API_KEY}'].join('') },
      smtp: { host: '127.0.0.1', port: smtpServer.port, from: 'bot@example.com', requireTls: false },
      schedules: [{ id: 'weekly', cron: '0 9 * * 1', timezone: 'UTC', recipients: ['cyd@example.com'] }],
      alerts: [
        { ...share, id: 'alarm', websites: ['acme.com'], ...alarm },
        { ...share, id: 'score', figure: 'authority', below: 20, recipients: ['ann@example.com'] },
      ],
    }),
  );
};
const read = (...path: string[]): string => readFileSync(join(bot.folder, ...path), 'utf8');
const findSent = (to: string): string =>
  smtpServer.received.find(({ recipients }) => recipients.includes(to))?.raw ?? '';

beforeAll(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  bot = newBot({ ANSWERSHARE_API_KEY: 'rs_test_alerts0123456789abcdefg' });
  await seedLedger(bot, [acme, beta]);
});
afterAll(async () => {
  await bot.remove();
  await smtpServer.close();
});
beforeEach(() => writeSettings());

describe('before an alert was sent', () => {
  test('run --dry-run names its messages, and writes nothing', async () => {
    for (const words of [[], ['--schedule', 'alarm']]) {
      const { code, out } = await bot.run(['run', '--dry-run', ...words, ...now]);
      expect(code).toBe(0);
      expect(out).toContain(`alarm ${day} would be composed: 2 new digests.\n`);
      expect(out).toMatch(/^Would send alarm 2026-11-22 to bob@example\.com: ▲ Acme 39\.3%/m);
      expect(out).not.toContain('score');
    }
    expect((await bot.run(['list', ...now])).out).toContain('No runs yet.');
  });

  test('preview shows the message, or an example where the condition does not hold', async () => {
    const { code, out, err } = await bot.run(['preview', ...now]);
    expect(code).toBe(0);
    expect(out).toMatch(/^▲ Acme 39\.3%/m);
    expect(err).toContain(
      'The condition of score does not hold in the last snapshots, so an example is shown.',
    );
    const files = readdirSync(join(bot.folder, 'answershare-preview'));
    expect(files).toEqual(expect.arrayContaining([`alarm-${day}.eml`, 'score-example.eml']));
    expect(read('answershare-preview', 'score-example.txt')).toContain('alert: Authority below 20');
    const page = read('answershare-preview', 'index.html');
    for (const title of [`alarm, ${day}`, 'alarm, example', 'score, example']) expect(page).toContain(title);
  });

  test('send-test sends the message to one address', async () => {
    smtpServer.received.length = 0;
    const { code } = await bot.run(['send-test', '--to', 'me@example.com', '--schedule', 'alarm', ...now]);
    expect([code, smtpServer.received.map(({ recipients }) => recipients)]).toEqual([
      0,
      [['me@example.com']],
    ]);
    expect(smtpServer.received[0]?.mail.subject).toMatch(/^\[Test\] ▲ Acme/);
  });

  test('explain judges the figure as the alert does, seven times a week', async () => {
    const line = ['explain', 'beta.example/authority', '--schedule', 'score', ...now];
    const { out } = await bot.run(line);
    expect(out).toContain(`beta.example/authority in ${day}, schedule score\n`);
    expect(out).toContain(', 7 times that of one look; clear below 0.05');
  });

  test('export and replay say that there is none', async () => {
    const exported = await bot.run(['export', '--schedule', 'alarm', ...now]);
    expect([exported.code, exported.err]).toEqual([
      1,
      'No alert sent a mail yet. Look at one with "answershare preview".\n',
    ]);
    const replayed = await bot.run(['replay', day, ...now]);
    expect([replayed.code, replayed.err]).toEqual([1, expect.stringContaining('has no such mail')]);
  });
});

describe('after it was sent', () => {
  beforeAll(async () => {
    writeSettings();
    smtpServer.received.length = 0;
    const { code, out, err } = await bot.run(['run', '--schedule', 'alarm', ...now]);
    if (code !== 0 || smtpServer.received.length !== 2) throw new Error(`not sent:\n${out}${err}`);
  });

  test('replay gives the bytes that were sent, and finds them in the snapshots whatever the condition is now', async () => {
    for (const alarm of [{ above: 37 }, { above: 50, days: 1 }, { changes: 'down' }]) {
      writeSettings(alarm);
      const { code, out } = await bot.run(['replay', day, ...later]);
      expect([code, out.match(/the snapshots give the same bytes/g)]).toMatchObject([0, { length: 2 }]);
    }
    expect(read('answershare-replay', `alarm-${day}-ann@example.com.eml`)).toBe(findSent('ann@example.com'));
  });

  test('replay names the part that a changed design renders differently', async () => {
    writeSettings({ above: 37, mail: { colour: '#7a1f5c' } });
    const { code, out } = await bot.run(['replay', day, '--to', 'ann@example.com', ...later]);
    expect([code, out]).toEqual([1, expect.stringContaining('give another html')]);
  });

  test('export writes it as sent, with the figures of its websites', async () => {
    expect((await bot.run(['export', '--schedule', 'alarm', '--out', 'out', ...later])).code).toBe(0);
    expect(read('out', `alarm-${day}.eml`)).toBe(findSent('ann@example.com'));
    const { week, figures } = JSON.parse(read('out', `alarm-${day}.json`)) as {
      week: string;
      figures: { website: string }[];
    };
    expect([week, [...new Set(figures.map(({ website }) => website))]]).toEqual([day, ['acme.com']]);
  });

  test('explain takes its day or its id, and explains the figure of the mail', async () => {
    for (const words of [
      ['--week', day],
      ['--schedule', 'alarm'],
    ]) {
      const { out } = await bot.run(['explain', 'acme.com/share', ...words, ...later, '--json']);
      const share = JSON.parse(out) as FigureExplanation;
      expect(share).toMatchObject({ schedule: 'alarm', week: day, verdict: 'clear', baseline: '2026-10-18' });
      expect(share.inputs.looks).toBe(7);
      expect(share.snapshots.map(({ days }) => days.length)).toEqual([7, 7]);
    }
  });

  test('history has its figure in seven-day steps, and the days of its mails', async () => {
    const { out } = await bot.run(['history', '--schedule', 'alarm', '--weeks', '2', ...now]);
    expect(out.split('\n').slice(0, 3)).toEqual([
      'acme.com/share, schedule alarm',
      '  2026-11-15  34.3%  0.0 points in 5 weeks   no clear change  7 of 7 days',
      '  2026-11-22  39.3%  +5.0 points in 5 weeks  up               7 of 7 days',
    ]);
    expect(out).toContain(`Mails of alarm: ${day}\n`);
    expect((await bot.run(['history', ...now])).out).not.toContain('alarm');
  });

  test('a message that a process left half frozen is completed as it was begun', async () => {
    const half = sql`recipient = 'bob@example.com'`;
    await bot.inStore(async ({ db }) => {
      await db.deleteFrom('audit').execute();
      await sql`delete from delivery where digest_id in (select id from digest where ${half})`.execute(db);
      await sql`delete from digest where ${half}`.execute(db);
      await sql`update run set state = 'planned'`.execute(db);
      await sql`delete from alert`.execute(db);
    });
    const before = findSent('bob@example.com');
    smtpServer.received.length = 0;
    writeSettings({ above: 39 });
    expect((await bot.run(['run', '--schedule', 'alarm', ...now])).code).toBe(0);
    expect(smtpServer.received.map(({ recipients }) => recipients)).toEqual([['bob@example.com']]);
    const body = (raw: string): string => raw.slice(raw.indexOf('\r\n\r\n'));
    expect(body(findSent('bob@example.com'))).toBe(body(before));
    smtpServer.received.length = 0;
    const again = await bot.run(['run', '--schedule', 'alarm', '--now', `${day}T09:00:00Z`]);
    expect([again.code, smtpServer.received]).toEqual([0, []]);
  });
});

test.each([
  [['run', '--schedule', 'alarm', '--week', '2026-W47'], '--week takes the ISO week of a schedule'],
  [['run', '--week', day], '--week takes the ISO week of a schedule'],
  [
    ['explain', 'acme.com/share', '--schedule', 'alarm', '--week', '2026-W47'],
    'write the last day of its mail',
  ],
  [['export', '--schedule', 'weekly', '--week', day], '--week is a day, which only alerts have'],
  [['replay', '2026-11-31'], '--week is not an ISO week; write it as 2026-W47, or as 2026-11-25'],
  [['preview', '--schedule', 'alram'], 'There is no such schedule; did you mean "alarm"?'],
])('%s says what to write', async (line, message) => {
  const { code, err } = await bot.run([...line, ...now]);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
