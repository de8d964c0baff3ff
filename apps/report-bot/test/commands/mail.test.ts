import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runBatchLines } from '../support/batch-lines.ts';
import { newBot } from '../support/bot.ts';
import { engines, monday, openLedgers, runAndList, smtpPassword } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

let ledgers: Awaited<ReturnType<typeof openLedgers>>;
let smtpServer: TestSmtpServer;
beforeAll(async () => {
  ledgers = await openLedgers('postgres');
  smtpServer = await openSmtpServer(acceptLogins);
});
afterAll(async () => {
  await smtpServer.close();
  await ledgers.close();
});

/** The fields of run events that these tests compare. */
interface Event {
  readonly type: string;
  readonly week?: string;
  readonly reason?: string | null;
  readonly recipient?: string;
}

const header = (raw: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? '';

describe('a sent digest', () => {
  test('carries the list headers, one recipient, a text and an html part', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer, [
      '{to: ann@example.com, name: "Ann Ünder, Ltd", locale: de}',
      'bob@example.com',
    ]);
    expect((await bot.run(['run', '--now', monday])).code).toBe(0);
    const ann = smtpServer.received.find((mail) => mail.recipients.includes('ann@example.com'));
    const raw = ann?.raw ?? '';
    expect(ann?.recipients).toEqual(['ann@example.com']);
    expect(ann?.mail.to).toEqual([{ address: 'ann@example.com', name: 'Ann Ünder, Ltd' }]);
    expect(raw).not.toContain('bob@example.com');
    expect(header(raw, 'List-Unsubscribe')).toBe('<mailto:digest@example.com?subject=unsubscribe%20weekly>');
    expect(header(raw, 'List-ID')).toBe('<weekly.answershare.example.com>');
    expect(header(raw, 'Auto-Submitted')).toBe('auto-generated');
    expect(raw).not.toMatch(/^List-Unsubscribe-Post:|^Precedence:/im);
    expect(header(raw, 'Message-ID')).toMatch(/^<[0-9a-f]{32}@example\.com>$/);
    expect(ann?.mail.subject).toMatch(/^Northwind \d+,\d %: erster Bericht$/);
    expect(ann?.mail.html).toContain('<html lang="de"');
    expect(ann?.mail.html).toContain(ledgers.sandbox.websites[0]?.domain);
    expect(ann?.mail.text?.length).toBeGreaterThan(100);
    for (const line of raw.split('\r\n')) expect(line).not.toMatch(/[\r\n]/);
  });

  test('is the same bytes when it is sent again', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    await bot.run(['run', '--now', monday], { environment: { ANSWERSHARE_FAULT: 'after-250:1' } });
    const { ledger } = await runAndList(bot, [['run', '--now', '2026-11-23T08:30:00Z']]);
    await runBatchLines(bot, [
      ['settle', ledger.deliveries[0]?.id ?? '', '--as', 'ready'],
      ['run', '--now', '2026-11-23T09:30:00Z'],
    ]);
    expect(smtpServer.received).toHaveLength(2);
    expect(smtpServer.received[1]?.raw).toBe(smtpServer.received[0]?.raw);
  });

  test('a test copy is marked and leaves the ledger alone', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer);
    const [copy, list] = await runBatchLines(bot, [
      ['send-test', '--week', '2026-W47', '--to', 'me@example.com', '--now', monday],
      ['list'],
    ]);
    expect(copy).toMatchObject({ exitCode: 0 });
    expect(smtpServer.received.map((mail) => mail.recipients)).toEqual([['me@example.com']]);
    expect(smtpServer.received[0]?.mail.subject).toMatch(/^\[Test\] /);
    expect(smtpServer.received[0]?.mail.text).toMatch(
      /This is a test of the schedule “[^”]+” for\s+me@example\.com\./,
    );
    expect(list?.output).toContain('No deliveries yet.');
  });

  test.each(['2026-W48', '2027-W01'])('%s is not over on its Monday and is refused unused', async (week) => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer);
    const run = ['run', '--week', week, '--now', monday];
    const [early, rehearsed, list] = await runBatchLines(bot, [run, [...run, '--dry-run'], ['list']]);
    for (const refused of [early, rehearsed]) {
      expect(refused?.exitCode).toBe(2);
      expect(refused?.output).toContain(`Week ${week} is not over for schedule "weekly"`);
      expect(refused?.output).toMatch(/it ends on Sunday 20\d\d-\d\d-\d\d at midnight, Europe\/Berlin\./);
      expect(refused?.output).toContain(`answershare preview --week ${week}`);
      expect(refused?.output).toContain('answershare send-test');
    }
    expect(smtpServer.received).toHaveLength(0);
    expect(list?.output).toContain('No runs yet.');
  });

  test('a current week can be previewed and copied, and the mail names its missing days', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer);
    const during = ['--week', '2026-W47', '--now', '2026-11-19T08:00:00Z'];
    const results = await runBatchLines(bot, [
      ['preview', ...during, '--out', 'early'],
      ['send-test', ...during, '--to', 'me@example.com'],
    ]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const text = readFileSync(join(bot.folder, 'early', 'weekly-2026-W47.txt'), 'utf8');
    expect(text).toContain('1 of 7 days');
    expect(smtpServer.received[0]?.mail.subject).toMatch(/^\[Test\] /);
    expect(smtpServer.received[0]?.mail.text).toContain('1 of 7 days');
  });

  test('a dry run sends nothing, writes nothing and names everybody', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer);
    const [dry, list] = await runBatchLines(bot, [['run', '--dry-run', '--now', monday], ['list']]);
    expect(dry?.output.match(/^Would send weekly 2026-W47 to /gm)).toHaveLength(3);
    expect(smtpServer.received).toHaveLength(0);
    expect(list?.output).toContain('No runs yet.');
  });

  test.each([
    ['a week that is due', [], ['run', '--now', monday], 0],
    ['a week without a snapshot', [], ['run', '--now', '2026-12-07T08:00:00Z'], 1],
    [
      'a week that waits',
      [['run', '--now', '2026-12-07T08:00:00Z']],
      ['run', '--now', '2026-12-07T09:00:00Z'],
      1,
    ],
    [
      'a week that is given up and a newer one',
      ['12-07', '12-08', '12-09', '12-10'].map((day) => ['run', '--now', `2026-${day}T08:00:00Z`]),
      ['run', '--now', '2026-12-14T08:00:00Z'],
      1,
    ],
    ['missed weeks', [['run', '--now', monday]], ['run', '--now', '2026-12-11T09:00:00Z'], 0],
    ['a week that was sent', [['run', '--now', monday]], ['run', '--now', '2026-11-23T09:00:00Z'], 0],
    [
      'a named week that was sent',
      [['run', '--now', monday]],
      ['run', '--week', '2026-W47', '--now', '2026-11-23T09:00:00Z'],
      0,
    ],
  ] as const)('a dry run reports of %s what a run does', async (_name, before, run, exitCode) => {
    const bot = await ledgers.bot(smtpServer);
    const results = await runBatchLines(bot, [
      ...before,
      [...run, '--dry-run', '--json'],
      [...run, '--json'],
    ]);
    const [dry, real] = results.slice(-2);
    expect([dry?.exitCode, real?.exitCode]).toEqual([exitCode, exitCode]);
    const parse = (output = ''): Event[] =>
      output
        .split('\n')
        .filter((line) => /^\{"type"/.test(line))
        .map((line) => JSON.parse(line) as Event);
    const [planned, done] = [parse(dry?.output), parse(real?.output)];
    expect(planned).not.toEqual([]);
    const select = (events: readonly Event[], type: string) =>
      events.filter((event) => event.type === type).map(({ week, reason }) => ({ week, reason }));
    expect(select(planned, 'would-wait')).toEqual(select(done, 'held'));
    expect(select(planned, 'would-skip').map(({ week }) => week)).toEqual(
      select(done, 'skipped').map(({ week }) => week),
    );
    expect(select(planned, 'idle')).toEqual(select(done, 'idle'));
    const recipients = (events: readonly Event[], type: string) =>
      events.flatMap((event) => (event.type === type ? (event.recipient ?? []) : [])).sort();
    expect(recipients(planned, 'would-send')).toEqual(recipients(done, 'delivery'));
  });

  test('a dry run names the mails that an earlier process left, and those that are uncertain', async () => {
    const bot = await ledgers.bot(smtpServer);
    await bot.run(['run', '--now', monday], { environment: { ANSWERSHARE_FAULT: 'after-claim:1' } });
    const ready = await bot.run(['run', '--dry-run', '--now', monday]);
    expect([ready.code, ready.out.match(/^Would send weekly 2026-W47 to /gm)]).toEqual([
      0,
      expect.objectContaining({ length: 3 }),
    ]);
    await bot.run(['run', '--now', monday], { environment: { ANSWERSHARE_FAULT: 'gate-marked:1' } });
    const uncertain = await bot.run(['run', '--dry-run', '--now', monday]);
    expect([uncertain.code, uncertain.out.match(/^Would send /gm)?.length]).toEqual([1, 2]);
    expect(uncertain.err).toContain('1 mail is uncertain');
    expect(uncertain.err).not.toContain('Next:');
  });

  test('a ledger whose first snapshot is after the due week owes nothing and names the next digest', async () => {
    const bot = newBot({ ANSWERSHARE_API_KEY: ledgers.sandbox.keys.live, SMTP_PASSWORD: smtpPassword });
    onTestFinished(() => bot.remove());
    bot.settings(ledgers.text(smtpServer));
    const wednesday = ['--now', '2026-11-25T08:00:00Z'];
    const next = 'Next digest of weekly: Mon 30 Nov 2026 09:00 Europe/Berlin (2026-11-30T08:00:00Z)';
    const fresh = await bot.run(['run', ...wednesday]);
    expect([fresh.code, fresh.out.split('\n').slice(0, 3)]).toEqual([
      0,
      [
        'Nothing is due and nothing waits.',
        next,
        'There are no snapshots yet. Take the first with "answershare snapshot".',
      ],
    ]);
    expect(fresh.err).toBe(`Next: answershare snapshot ${wednesday.join(' ')}\n`);
    const [, run, dry, list, due] = await runBatchLines(bot, [
      ['snapshot', ...wednesday],
      ['run', ...wednesday],
      ['run', '--dry-run', ...wednesday],
      ['list'],
      ['run', '--dry-run', '--now', '2026-11-30T08:00:00Z'],
    ]);
    for (const one of [run, dry])
      expect(one).toMatchObject({ exitCode: 0, output: `Nothing is due and nothing waits.\n${next}` });
    expect(list?.output).toContain('No runs yet.');
    expect(due?.output).toMatch(/^Would send weekly 2026-W48 to /m);
  });

  test('a preview writes a page, html, txt and eml without sending', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer);
    expect((await bot.run(['preview', '--now', monday, '--out', 'shown'])).code).toBe(0);
    expect(readdirSync(join(bot.folder, 'shown')).sort()).toEqual([
      'index.html',
      'weekly-2026-W47.eml',
      'weekly-2026-W47.html',
      'weekly-2026-W47.txt',
    ]);
    expect(readFileSync(join(bot.folder, 'shown', 'weekly-2026-W47.eml'), 'utf8')).toContain(
      'List-ID: <weekly.answershare.example.com>',
    );
    expect(smtpServer.received).toHaveLength(0);
  });

  test('a preview as JSON has the figures of each website and names its files', async () => {
    const bot = await ledgers.bot(smtpServer);
    const printed = await bot.run(['preview', '--json', '--now', monday, '--out', 'shown']);
    const [weekly] = JSON.parse(printed.out) as {
      week: string;
      subject: string;
      files: string[];
      figures: { figure: string; unit: string }[];
    }[];
    expect(weekly).toMatchObject({ schedule: 'weekly', week: '2026-W47' });
    const domain = ledgers.sandbox.websites[0]?.domain;
    expect(weekly?.figures.find(({ unit }) => unit === 'score')).toMatchObject({
      figure: `${domain}/authority`,
      website: domain,
      level: expect.any(Number),
      before: null,
      weeksApart: 1,
      change: null,
      verdict: 'first',
      days: 1,
    });
    expect(weekly?.files.map((file) => existsSync(file))).toEqual([true, true, true]);
  });

  test('a week without snapshots waits with a reason and sends nothing', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer);
    const waiting = await bot.run(['run', '--now', '2026-12-07T08:00:00Z']);
    expect(waiting.code).toBe(1);
    expect(waiting.err).not.toContain('Next:');
    expect(waiting.out).toContain(
      'weekly 2026-W49 waits: Schedule "weekly": no snapshot of its website was taken in 2026-W49',
    );
    expect(smtpServer.received).toHaveLength(0);
  });

  test('weeks before the first run are not reported as missed if an operator sends an old one', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    const [old, , , , late] = await runBatchLines(bot, [
      ['run', '--week', '2026-W40', '--now', '2026-11-27T12:00:00Z'],
      ['run', '--now', '2026-11-28T12:00:00Z'],
      ['run', '--now', '2026-11-29T12:00:00Z'],
      ['run', '--now', '2026-11-30T12:00:00Z'],
      ['run', '--now', '2026-12-01T12:00:00Z'],
    ]);
    expect(old?.output).toMatch(/^weekly 2026-W40 waits: .*"answershare start"\.$/m);
    expect(late?.output).not.toContain('downtime');
    expect(late?.output).toMatch(/^weekly 2026-W40 skipped: .*"answershare start"\.$/m);
    expect(late?.output).toContain('weekly 2026-W48 waits');
  });

  test('a week that waits is not given up for the days in which the bot was away', async () => {
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    const [, late] = await runBatchLines(bot, [
      ['run', '--now', '2026-12-07T08:00:00Z'],
      ['run', '--now', '2026-12-11T08:00:00Z'],
    ]);
    expect(late?.output).toMatch(/^weekly 2026-W49 waits: /m);
    expect(late?.output).not.toContain('skipped');
  });

  test('missed weeks are skipped, and the ledger has the reason', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    const [first, late] = await runBatchLines(bot, [
      ['run', '--now', monday],
      ['run', '--now', '2026-12-11T09:00:00Z'],
    ]);
    expect(first?.exitCode).toBe(0);
    expect(late?.output).toMatch(/weekly 2026-W48 skipped: downtime[\s\S]*weekly 2026-W49 skipped: downtime/);
    expect(smtpServer.received).toHaveLength(1);
  });
});

describe.each(engines)('secrets on %s', (engine) => {
  test('appear in no output, no mail and no database file', async () => {
    const other = await openLedgers(engine);
    const box = await openSmtpServer(acceptLogins);
    try {
      const bot = await other.bot(box, ['ann@example.com']);
      await bot.run(['run', '--now', monday], { environment: { ANSWERSHARE_FAULT: 'gate-marked:1' } });
      await bot.run(['run', '--now', monday]);
      await bot.run(['check', '--now', monday]);
      await bot.run(['doctor', '--json']);
      await bot.run(['snapshot', '--now', '2026-11-19T06:00:00Z'], {
        environment: { ANSWERSHARE_API_KEY: other.sandbox.keys.revoked },
      });
      await bot.run(['list', '--json']);
      const secrets = [
        other.sandbox.keys.live,
        other.sandbox.keys.revoked,
        smtpPassword,
        'pg-canary-password',
      ];
      const files = readdirSync(bot.folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
      const seen = [...bot.transcript, ...box.received.map((mail) => mail.raw), ...files];
      expect(bot.transcript.join('').length).toBeGreaterThan(1_000);
      for (const secret of secrets) expect(seen.filter((text) => text.includes(secret))).toEqual([]);
    } finally {
      await box.close();
      await other.close();
    }
  });
});
