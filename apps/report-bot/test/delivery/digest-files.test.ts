import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acme } from '../../src/digest/fixture-weeks.ts';
import type { Bot } from '../support/bot.ts';
import { openChannelServer } from '../support/channel-server.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const now = ['--now', '2026-11-23T08:00:00Z'];
const later = ['--now', '2026-12-02T08:00:00Z'];
const globex = { id: 'w_globex', name: '=Globex, "Ltd"', domain: 'globex.example' };
const recipients = ['{to: ann@example.com, name: Ann, locale: de}', 'bob@example.com'];
const url = 'https://reports.example.com/{file}';

let smtpServer: TestSmtpServer;
let bot: Bot;

beforeEach(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: 'rs_test_files0123456789abcdefgh',
    SMTP_PASSWORD: 'unused-password',
  });
  await seedLedger(bot, [acme, globex]);
});
afterEach(async () => {
  await bot.remove();
  await smtpServer.close();
});

/** The settings of one schedule, with these lines in it. */
const set = (...lines: readonly string[]): void =>
  bot.settings(
    `${formatSettings({ url: 'http://127.0.0.1:1', smtpPort: smtpServer.port, recipients })}${lines.map((line) => `    ${line}\n`).join('')}`,
  );

const findSent = (to: string): string =>
  smtpServer.received.find((mail) => mail.recipients.includes(to))?.raw ?? '';
const listPages = (): string[] => readdirSync(join(bot.folder, 'reports')).sort();

/** What Python's parser finds: a check by other hands than nodemailer's. */
const pythonCheck = `
import email, email.policy, hashlib, json, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
def shape(part):
    return {part.get_content_type(): [shape(one) for one in part.iter_parts()]} if part.is_multipart() else part.get_content_type()
print(json.dumps({
  "defects": [str(defect) for part in mail.walk() for defect in part.defects],
  "shape": shape(mail),
  "files": [[part.get_filename(), part.get_content_disposition(), part.get_content_charset(), part.get_payload(decode=True).decode("utf-8-sig")] for part in mail.iter_attachments()],
}))`;

interface ParsedMail {
  readonly defects: readonly string[];
  readonly shape: { readonly 'multipart/mixed': readonly unknown[] };
  readonly files: readonly (readonly [string, string, string, string])[];
}
const parse = (raw: string): ParsedMail =>
  JSON.parse(execFileSync('python3', ['-c', pythonCheck], { input: raw, encoding: 'utf8' }));

describe('attach: [csv]', () => {
  test('adds the figures to each mail as one file, which replay and settle repeat byte for byte', async () => {
    set('attach: [csv]');
    expect((await bot.run(['run', ...now])).code).toBe(0);
    const [german, english] = [parse(findSent('ann@example.com')), parse(findSent('bob@example.com'))];
    for (const { defects, shape, files } of [german, english]) {
      expect(defects).toEqual([]);
      expect(shape['multipart/mixed']).toEqual([
        {
          'multipart/alternative': [
            'text/plain',
            { 'multipart/related': expect.arrayContaining(['text/html', 'image/png']) },
          ],
        },
        'text/csv',
      ]);
      const [[name, disposition, charset, content] = []] = files;
      expect([name, disposition, charset]).toEqual([
        'answershare-weekly-2026-W47.csv',
        'attachment',
        'utf-8',
      ]);
      expect(content).toContain('\r\n"weekly","2026-W47","acme.com/share",');
    }
    expect(german.files).toEqual(english.files);
    expect(findSent('ann@example.com').replaceAll('=\r\n', '')).toContain('answershare-weekly-2026-W47.csv.');
    const replayed = await bot.run(['replay', '2026-W47', ...later]);
    expect(replayed.out.match(/the snapshots give the same bytes/g)).toHaveLength(2);
    for (const to of ['ann@example.com', 'bob@example.com'])
      expect(readFileSync(join(bot.folder, 'answershare-replay', `weekly-2026-W47-${to}.eml`), 'utf8')).toBe(
        findSent(to),
      );
    await bot.run(['export', '--out', 'w47', ...later]);
    expect(readFileSync(join(bot.folder, 'w47', 'weekly-2026-W47.csv'), 'utf8')).toBe(
      `\ufeff${german.files[0]?.[3]}`,
    );
  });
});

describe('webCopy', () => {
  test('writes a page for each language, which the mails link to, and replay finds the same links', async () => {
    mkdirSync(join(bot.folder, 'reports'));
    set('webCopy:', '  folder: ./reports', `  url: "${url}"`, 'mail: {intro: see unused-password}');
    expect((await bot.run(['run', ...now])).code).toBe(0);
    const pages = listPages();
    expect(pages).toHaveLength(2);
    for (const page of pages) {
      expect(page).toMatch(/^answershare-weekly-2026-W47-[0-9a-f]{32}\.html$/);
      expect(statSync(join(bot.folder, 'reports', page)).mode & 0o777).toBe(0o644 & ~process.umask());
      const html = readFileSync(join(bot.folder, 'reports', page), 'utf8');
      expect(html).toContain('globex<wbr>.example');
      expect(html).not.toMatch(/ann@example\.com|bob@example\.com|\bAnn\b|mailto:|unused-password/);
    }
    const linked = smtpServer.received.map(({ mail }) =>
      pages.filter((page) => mail.html?.includes(`href="${url.replace('{file}', page)}"`)),
    );
    expect(linked.flat().sort()).toEqual(pages);
    for (const { mail } of smtpServer.received)
      expect(mail.text).toMatch(/^https:\/\/reports\.example\.com\/answershare-weekly-/m);
    const replayed = await bot.run(['replay', '2026-W47', ...later]);
    expect([replayed.code, replayed.out.match(/the snapshots give the same bytes/g)?.length]).toEqual([0, 2]);
    expect(listPages()).toEqual(pages);
  });

  test('is written in the language of a channel too, whose message links to it', async () => {
    const server = await openChannelServer();
    try {
      mkdirSync(join(bot.folder, 'reports'));
      set(
        'webCopy:',
        '  folder: ./reports',
        `  url: "${url}"`,
        'mail: {sheet: "https://docs.google.com/spreadsheets/d/abc"}',
        'channels:',
        '  - slack: $' + '{SLACK_URL}',
        '    locale: fr',
      );
      const environment = { SLACK_URL: `${server.url}/services/T0k3nOfTheChannel` };
      expect((await bot.run(['run', ...now], { environment })).code).toBe(0);
      const links = [...(server.received[0]?.body ?? '').matchAll(/<(https:[^|]*)\|([^>]*)>/g)];
      expect(links.map(([, , words]) => words)).toEqual(['Tous les chiffres', 'Ouvrir la feuille de calcul']);
      const page = listPages().find((file) => links[0]?.[1] === url.replace('{file}', file)) ?? '';
      expect(readFileSync(join(bot.folder, 'reports', page), 'utf8')).toContain('<html lang="fr"');
      expect(listPages()).toHaveLength(3);
    } finally {
      await server.close();
    }
  });

  test('has other names in another ledger, so that nobody can guess them', async () => {
    const other = await newPostgresBot({
      ANSWERSHARE_API_KEY: 'rs_test_files0123456789abcdefgh',
      SMTP_PASSWORD: 'unused',
    });
    try {
      await seedLedger(other, [acme, globex]);
      mkdirSync(join(bot.folder, 'reports'));
      set('webCopy:', '  folder: ./reports');
      other.settings(
        readFileSync(join(bot.folder, 'answershare.yaml'), 'utf8').replace(
          './reports',
          `${bot.folder}/reports`,
        ),
      );
      await bot.run(['run', ...now]);
      await other.run(['run', ...now]);
      const contents = listPages().map((page) => readFileSync(join(bot.folder, 'reports', page), 'utf8'));
      expect([contents.length, new Set(contents).size]).toEqual([4, 2]);
      expect(smtpServer.received.some(({ mail }) => mail.html?.includes('reports'))).toBe(false);
    } finally {
      await other.remove();
    }
  });

  test('holds the run while the folder is missing, and loses nothing', async () => {
    set('webCopy:', '  folder: ./reports', `  url: "${url}"`);
    const held = await bot.run(['run', ...now]);
    expect([held.code, smtpServer.received.length]).toEqual([1, 0]);
    expect(held.out).toContain(
      `cannot be written to ${join(bot.folder, 'reports')}: there is no such folder; create it`,
    );
    const forecast = await bot.run(['run', '--dry-run', ...now]);
    expect([forecast.code, forecast.out]).toEqual([1, expect.stringContaining('there is no such folder')]);
    const checked = await bot.run(['check', ...now]);
    expect(checked.out).toContain('FAIL  web copy of weekly: there is no such folder; create it');
    mkdirSync(join(bot.folder, 'reports'));
    expect((await bot.run(['run', ...now])).code).toBe(0);
    expect([listPages().length, smtpServer.received.length]).toEqual([2, 2]);
    expect((await bot.run(['check', ...now])).out).toContain('ok    web copy of weekly:');
    expect(listPages()).toHaveLength(2);
  });

  test('holds the run on a full disk, leaves no part of a page, and writes it once there is room', async () => {
    mkdirSync(join(bot.folder, 'reports'));
    set('webCopy:', '  folder: ./reports');
    const full = {
      FULL_DISK: '/reports/',
      NODE_OPTIONS: `--import ${fileURLToPath(new URL('../support/full-disk.mjs', import.meta.url))}`,
    };
    const held = await bot.run(['run', ...now], { environment: full });
    expect([held.code, held.out, smtpServer.received.length]).toEqual([
      1,
      expect.stringContaining('the disk is full; free some space'),
      0,
    ]);
    expect(listPages()).toEqual([]);
    expect((await bot.run(['run', ...now])).code).toBe(0);
    expect([listPages().length, smtpServer.received.length]).toEqual([2, 2]);
  });

  test('a file in place of the folder is named', async () => {
    writeFileSync(join(bot.folder, 'reports'), '');
    set('webCopy:', '  folder: ./reports');
    expect((await bot.run(['run', ...now])).out).toContain('it is not a folder; correct webCopy.folder');
  });

  test('a test copy has its page too, and a preview writes one into its own folder', async () => {
    mkdirSync(join(bot.folder, 'reports'));
    set('attach: [csv]', 'webCopy:', '  folder: ./reports', `  url: "${url}"`);
    const previewed = await bot.run(['preview', '--json', '--week', '2026-W47', ...now]);
    const [{ files, faults }] = JSON.parse(previewed.out) as [{ files: string[]; faults: string[] }];
    expect(faults).toEqual([]);
    expect(files.map((file) => file.replace(/^.*\/weekly-2026-W47/, ''))).toEqual([
      '.html',
      '.txt',
      '.eml',
      '.csv',
      '-web.html',
    ]);
    expect(listPages()).toEqual([]);
    await bot.run(['send-test', '--to', 'me@example.com', '--week', '2026-W47', ...now]);
    const [page = ''] = listPages();
    expect(smtpServer.received[0]?.mail.html).toContain(`href="${url.replace('{file}', page)}"`);
  });
});
