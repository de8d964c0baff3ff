import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acme } from '../../src/digest/fixture-weeks.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const secret = 'unsubscribe-canary-0123456789abcdef';
const reference = ['$', '{UNSUBSCRIBE_SECRET}'].join('');
const monday = ['--now', '2026-11-23T09:00:00Z'];
const mailto = '<mailto:digest@example.com?subject=unsubscribe%20weekly>';

let smtpServer: TestSmtpServer;
let bot: Bot;
let isBusy = false;
beforeEach(async () => {
  smtpServer = await openSmtpServer({
    ...acceptLogins,
    onMailFrom: (_address, _session, done) =>
      done(isBusy ? Object.assign(new Error('try again'), { responseCode: 451 }) : null),
  });
  bot = newBot({
    ANSWERSHARE_API_KEY: 'rs_test_oneclick0123456789abcde',
    SMTP_PASSWORD: 'unused-password',
    UNSUBSCRIBE_SECRET: secret,
  });
});
afterEach(async () => {
  await bot.remove();
  await smtpServer.close();
});

function writeSettings(recipients: readonly string[], more = '', unsubscribe = ''): void {
  const block = unsubscribe || `{url: "https://mail.example/u?t={token}", secret: "${reference}"}`;
  const text = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: smtpServer.port, recipients });
  bot.settings(`${text.replace('  user: bot\n', `  user: bot\n  unsubscribe: ${block}\n`)}${more}`);
}

/** The header fields of the mail to an address, unfolded. */
function readHeaders(to: string): ReadonlyMap<string, string> {
  const raw = smtpServer.received.find(({ recipients }) => recipients.includes(to))?.raw ?? '';
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
}

const token = (address: string): string =>
  createHmac('sha256', secret).update(`weekly\n${address}`).digest('base64url').slice(0, 22);

describe('one-click unsubscribe', () => {
  it('has an address for each recipient that names nobody, besides the mailbox', async () => {
    writeSettings(['Ann@example.com', 'bob@example.com']);
    await seedLedger(bot, [acme]);
    expect((await bot.run(['run', ...monday])).code).toBe(0);
    for (const to of ['Ann@example.com', 'bob@example.com']) {
      const headers = readHeaders(to);
      const url = `https://mail.example/u?t=${token(to.toLowerCase())}`;
      expect(headers.get('List-Unsubscribe')).toBe(`<${url}>, ${mailto}`);
      expect(headers.get('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    }
    expect(token('ann@example.com')).not.toBe(token('bob@example.com'));
    const { code } = await bot.run(['replay', '2026-W47', ...monday]);
    const replayed = join(bot.folder, 'answershare-replay', 'weekly-2026-W47-bob@example.com.eml');
    const sent = smtpServer.received.find(({ recipients }) => recipients.includes('bob@example.com'));
    expect([code, readFileSync(replayed, 'utf8')]).toEqual([0, sent?.raw]);
    expect(bot.transcript.join('') + smtpServer.received.map(({ raw }) => raw).join('')).not.toContain(
      secret,
    );
  });

  it('is not offered to the readers of a copy', async () => {
    writeSettings(['ann@example.com'], '    cc: [bob@example.com]\n');
    await seedLedger(bot, [acme]);
    expect((await bot.run(['run', ...monday])).code).toBe(0);
    const headers = readHeaders('ann@example.com');
    expect(headers.get('List-Unsubscribe')).toBe(mailto);
    expect(headers.has('List-Unsubscribe-Post')).toBe(false);
  });

  it.each([
    [
      `{url: "http://mail.example/{token}", secret: "${reference}"}`,
      'is not an https address with one {token}',
    ],
    [`{url: "https://mail.example/", secret: "${reference}"}`, 'is not an https address with one {token}'],
    [`{url: "https://{token}.example/", secret: "${reference}"}`, 'is not an https address with one {token}'],
    [`{url: "https://a:b@mail.example/{token}", secret: "${reference}"}`, 'is not an https address with one'],
    [
      '{url: "https://mail.example/{token}", secret: plain-canary}',
      'holds a secret in the file; write ${UNSU',
    ],
    ['{url: "https://mail.example/{token}"}', 'smtp.unsubscribe.secret'],
  ])('is rejected with the reason: %s', async (unsubscribe, message) => {
    writeSettings(['ann@example.com'], '', unsubscribe);
    const { code, err } = await bot.run(['list', ...monday]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).not.toContain('canary');
  });
});

describe('a reader who left the settings while a mail waited', () => {
  const late = ['--now', '2026-11-23T10:30:00Z'];
  const run = (...args: readonly string[]) => bot.run(['run', ...args, ...late]);
  const readDeliveries = async (): Promise<{ id: string; recipient: string; state: string }[]> =>
    JSON.parse((await bot.run(['list', '--json', ...late])).out).deliveries;

  it('gets nothing, not even by run --week after a return, until the mail is settled', async () => {
    const both = ['ann@example.com', 'gone@example.com'];
    writeSettings(both);
    await seedLedger(bot, [acme]);
    isBusy = true;
    expect((await bot.run(['run', ...monday])).code).toBe(1);
    isBusy = false;
    writeSettings(['ann@example.com']);
    expect((await run('--dry-run')).out).not.toContain('gone@example.com');
    const { code, out } = await run();
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('gone@example.com withdrawn: the settings do not name this reader any more'),
    ]);
    const deliveries = await readDeliveries();
    expect(deliveries).toMatchObject([
      { recipient: 'ann@example.com', state: 'sent' },
      { recipient: 'gone@example.com', state: 'withdrawn' },
    ]);
    expect((await bot.run(['list', ...late])).code).toBe(0);
    writeSettings(both);
    await run('--week', '2026-W47');
    expect(smtpServer.received.map(({ recipients }) => recipients)).toEqual([['ann@example.com']]);
    await bot.run(['settle', deliveries[1]?.id ?? '', '--refused', '--as', 'ready', ...late]);
    expect((await run()).code).toBe(0);
    expect(smtpServer.received.map(({ recipients }) => recipients[0])).toEqual(both);
  });
});
