import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { acme, type FixtureWeek } from '../../src/digest/fixture-weeks.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const now = ['--now', '2026-11-23T08:00:00Z'];
const later = ['--now', '2026-12-02T08:00:00Z'];
const recipients = ['{to: ann@example.com, name: "Ann Ünder, Ltd", locale: de}', 'bob@example.com'];

let smtpServer: TestSmtpServer;
let bot: Bot;
const settings = (text = recipients): string =>
  formatSettings({ url: 'http://127.0.0.1:1', smtpPort: smtpServer.port, recipients: text });

beforeAll(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  bot = newBot({ ANSWERSHARE_API_KEY: 'rs_test_replay0123456789abcdefg', SMTP_PASSWORD: 'unused-password' });
  bot.settings(settings());
  await seedLedger(bot, [acme]);
  const sent = await bot.run(['run', ...now]);
  if (sent.code !== 0) throw new Error(`nothing was sent:\n${sent.out}${sent.err}`);
});
afterAll(async () => {
  await bot.remove();
  await smtpServer.close();
});

const findSent = (to: string): string =>
  smtpServer.received.find((mail) => mail.recipients.includes(to))?.raw ?? '';
const readFile = (...path: string[]): string => readFileSync(join(bot.folder, ...path), 'utf8');

describe('replay', () => {
  test('writes the bytes that the mail server got, and finds the same bytes in the snapshots', async () => {
    const { code, out, err } = await bot.run(['replay', '2026-W47', ...later]);
    expect([code, err]).toEqual([0, `Next: answershare list ${later.join(' ')}\n`]);
    expect(out.match(/the snapshots give the same bytes/g)).toHaveLength(2);
    for (const to of ['ann@example.com', 'bob@example.com'])
      expect(readFile('answershare-replay', `weekly-2026-W47-${to}.eml`)).toBe(findSent(to));
  });

  test('names the part that changed settings render differently, and still writes what was sent', async () => {
    onTestFinished(() => bot.settings(settings()));
    bot.settings(settings(['{to: ann@example.com, name: "Ann Over", locale: de}']));
    const line = ['replay', '2026-W47', '--to', 'Ann@Example.com', '--out', 'other', '--json', ...later];
    const { code, out } = await bot.run(line);
    const [mail, ...others] = JSON.parse(out) as { recipient: string; differs: string[]; bytes: number }[];
    expect([code, others]).toEqual([1, []]);
    expect(mail).toMatchObject({ recipient: 'ann@example.com', state: 'sent', differs: ['html', 'text'] });
    expect(readFile('other', 'weekly-2026-W47-ann@example.com.eml')).toBe(findSent('ann@example.com'));
  });

  test('keeps the names of the run, whatever the settings keep later', async () => {
    onTestFinished(() => bot.settings(settings()));
    bot.settings(`${settings()}names: {brands: [{name: Acme, aliases: [globex.com, initech.com]}]}\n`);
    const { out } = await bot.run([
      'replay',
      '2026-W47',
      '--to',
      'ann@example.com',
      '--out',
      'named',
      ...later,
    ]);
    expect(out).toContain('the snapshots give the same bytes');
    const { code, err } = await bot.run([
      'explain',
      'acme.com/share/globex.com',
      '--week',
      '2026-W47',
      ...later,
    ]);
    expect([code, err]).toEqual([0, expect.any(String)]);
  });

  test('names a week of which the ledger has no mail', async () => {
    const { code, err } = await bot.run(['replay', '2026-W46', ...later]);
    expect([code, err]).toEqual([
      1,
      'The ledger has no such mail. See weeks and recipients with "answershare list".\n',
    ]);
  });
});

describe('export', () => {
  test('writes the mail as sent, and the same figures as CSV and JSON', async () => {
    expect((await bot.run(['export', '--out', 'w47', ...later])).code).toBe(0);
    expect(readdirSync(join(bot.folder, 'w47')).sort()).toEqual(
      ['csv', 'eml', 'json'].map((kind) => `weekly-2026-W47.${kind}`),
    );
    expect(readFile('w47', 'weekly-2026-W47.eml')).toBe(findSent('ann@example.com'));
    const { figures, pages, from, to } = JSON.parse(readFile('w47', 'weekly-2026-W47.json')) as {
      from: string;
      to: string;
      figures: Record<string, string | number | null>[];
      pages: {
        website: string;
        pages: { added: { page: string }[]; lost: { page: string; query: string }[] };
      }[];
    };
    expect([from, to]).toEqual(['2026-11-16', '2026-11-22']);
    const [names = [], ...rows] = parse(readFile('w47', 'weekly-2026-W47.csv'), { bom: true });
    const share = figures.find(({ figure }) => figure === 'acme.com/share');
    const row = rows.find(([, , figure]) => figure === 'acme.com/share') ?? [];
    expect(row.map((cell, at) => [names[at], cell])).toEqual(
      Object.entries(share ?? {}).map(([name, value]) => [name, value === null ? '' : String(value)]),
    );
    expect(rows).toHaveLength(figures.length);
    const own = pages.find(({ website }) => website === 'acme.com')?.pages;
    expect(own?.added).toHaveLength(7);
    expect(own?.lost).toMatchObject([
      { page: '/compare/47-tents', query: 'the best 3 tents for walks in the rain' },
    ]);
  });

  test('renders a week that was never sent', async () => {
    expect((await bot.run(['export', '--week', '2026-W46', '--out', 'w46', ...later])).code).toBe(0);
    const mail = await PostalMime.parse(readFile('w46', 'weekly-2026-W46.eml'));
    expect(mail.to).toEqual([{ address: 'ann@example.com', name: 'Ann Ünder, Ltd' }]);
    expect(mail.text).toContain('34,3');
  });

  test('names --out if a file is in the way', async () => {
    writeFileSync(join(bot.folder, 'taken'), '');
    const { code, err } = await bot.run(['export', '--out', 'taken', ...later]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/\(a file is in the way\)\. Name another folder with --out\./),
    ]);
  });
});

describe('send-test', () => {
  test('sends one marked mail to that address alone, and the ledger stays as it was', async () => {
    const before = (await bot.run(['list', '--json', ...later])).out;
    smtpServer.received.length = 0;
    const { code, out } = await bot.run([
      'send-test',
      '--to',
      'me@example.com',
      '--week',
      '2026-W47',
      ...later,
    ]);
    expect([code, out]).toEqual([
      0,
      'Sent a test copy of weekly 2026-W47 to me@example.com; the ledger is unchanged.\n',
    ]);
    expect(smtpServer.received.map((mail) => mail.recipients)).toEqual([['me@example.com']]);
    expect(smtpServer.received[0]?.mail.subject).toMatch(/^\[Test\] ▲ Acme /);
    expect((await bot.run(['list', '--json', ...later])).out).toBe(before);
  });

  test('needs an address', async () => {
    const { code, err } = await bot.run(['send-test', ...later]);
    expect([code, err]).toEqual([2, expect.stringContaining('--to <address>')]);
  });
});

describe('a week after a fall', () => {
  /** Citations fall in the week before the reported one. */
  const weeks = Array.from(
    { length: 13 },
    (_, week): FixtureWeek => ({
      citations: (day) => (week === 1 ? 600 : week === 0 ? 900 : 1284) + 5 * ((day * 3 + week) % 7),
    }),
  );

  test('begins with what became of it, and is replayed byte for byte', async () => {
    const fallen = newBot({
      ANSWERSHARE_API_KEY: 'rs_test_replay0123456789abcdefg',
      SMTP_PASSWORD: 'unused',
    });
    onTestFinished(() => fallen.remove());
    fallen.settings(settings(['carl@example.com', '{to: dora@example.com, locale: de}']));
    await seedLedger(fallen, [acme], weeks);
    const read = (text = ''): string => text.replace(/\s+/g, ' ');
    for (const day of ['2026-11-16', '2026-11-23'])
      expect((await fallen.run(['run', '--now', `${day}T08:00:00Z`])).code).toBe(0);
    const [first, second] = smtpServer.received.filter(({ recipients: to }) =>
      to.includes('carl@example.com'),
    );
    expect(read(first?.mail.text)).toContain('Citations down 684 to 615');
    expect(read(first?.mail.text)).not.toContain('Last week');
    const followed = 'Last week: Citations fell to 615; now 915 (+300).';
    for (const part of [second?.mail.text, second?.mail.html]) expect(read(part)).toContain(followed);
    const text = read(second?.mail.text);
    expect(text.indexOf(followed)).toBeLessThan(text.indexOf('Share of voice'));
    const german = smtpServer.received.findLast(({ recipients: to }) => to.includes('dora@example.com'));
    expect(read(german?.mail.text)).toContain(
      'Letzte Woche: Zitierungen auf 615 gefallen; jetzt 915 (+300).',
    );
    for (const week of ['2026-W46', '2026-W47']) {
      const { code, out } = await fallen.run(['replay', week, '--out', week, ...later]);
      expect([code, out.match(/the snapshots give the same bytes/g)]).toEqual([0, expect.any(Array)]);
    }
  });
});
