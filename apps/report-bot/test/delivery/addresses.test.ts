import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { acme } from '../../src/digest/fixture-weeks.ts';
import { type BotSettings, parseSettings } from '../../src/settings/settings.ts';
import type { Bot } from '../support/bot.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const monday = ['--now', '2026-11-23T09:30:00Z'];
const key = 'rs_test_addresses0123456789abcdef';
const environment = { ANSWERSHARE_API_KEY: key, SMTP_PASSWORD: 'unused-password' };

const openBot = async (text: string, websites = [acme]): Promise<Bot> => {
  const bot = await newPostgresBot(environment);
  onTestFinished(() => bot.remove());
  bot.settings(text);
  await seedLedger(bot, websites);
  return bot;
};
const list = async (bot: Bot): Promise<{ recipient: string; state: string; reason: string | null }[]> =>
  JSON.parse((await bot.run(['list', '--json', ...monday])).out).deliveries;

describe.each(['YAML', 'CSV'])('an address in %s', (form) => {
  const read = (to: string): BotSettings => {
    const folder = mkdtempSync(join(tmpdir(), 'addresses-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'readers.csv'), `to\tlocale\n${to}\ten\n`);
    const frame = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1, recipients: [] });
    const recipients = form === 'YAML' ? `      - ${JSON.stringify(to)}\n` : '';
    const text = form === 'YAML' ? frame : frame.replace(/recipients:\s*$/, 'recipients: readers.csv\n');
    return parseSettings(join(folder, 'answershare.yaml'), text + recipients, environment);
  };

  test.each([
    ['info@bücher.example', 'info@xn--bcher-kva.example', null],
    ['jörg@example.com', 'jörg@example.com', null],
    ['Ann Müller <ann@example.com>', 'ann@example.com', 'Ann Müller'],
    ['Ann @ Acme <ann@example.com>', 'ann@example.com', 'Ann @ Acme'],
    ["o'neil+x@sub.example.co", "o'neil+x@sub.example.co", null],
    ['ann@localhost', 'ann@localhost', null],
  ])('%s is that of a mailbox', (written, to, name) => {
    expect(read(written).schedules[0]?.recipients).toMatchObject([{ to, name }]);
  });

  test.each([
    ['ann@example.com; bob@example.com', 'has several addresses; write one per line.'],
    ['ann@example.com, bob@example.com', 'has several addresses; write one per line.'],
    ['Ann <ann@example.com>, Bob <bob@example.com>', 'has several addresses'],
    ['ann@example', 'is not a mail address; write it as ann@example.com.'],
    ['ann.@example.com', 'is not a mail address'],
    ['Ann', 'is not a mail address'],
    ['ann@exa mple.com', 'is not a mail address'],
    ['team: ann@example.com;', 'is not a mail address'],
  ])('%s is refused', (written, why) => {
    expect(() => read(written)).toThrow(`${JSON.stringify(written)} ${why}`);
  });
});

test('an address is known in each of its forms', async () => {
  const recipients = ['info@bücher.example', 'Info <INFO@xn--bcher-kva.example>'];
  const text = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1, recipients });
  expect(() => parseSettings('answershare.yaml', text, environment)).toThrow(
    'is a recipient of this schedule already',
  );
});

describe('a mail server', () => {
  let plain: TestSmtpServer;
  let international: TestSmtpServer;
  const senders: string[] = [];
  beforeAll(async () => {
    plain = await openSmtpServer({ ...acceptLogins, hideSMTPUTF8: true });
    international = await openSmtpServer({
      ...acceptLogins,
      onMailFrom: ({ address }, { envelope }, done) => {
        senders.push(`${address} ${(envelope as { smtpUtf8?: boolean }).smtpUtf8 === true}`);
        const refused = address === 'wrong@harbor.example';
        done(refused ? Object.assign(new Error('not yours'), { responseCode: 553 }) : null);
      },
    });
  });
  afterAll(() => Promise.all([plain.close(), international.close()]));

  const recipients = ['jörg@bücher.example', 'info@bücher.example', 'Ann <ann@example.com>'];

  test('that offers SMTPUTF8 gets international addresses, and the name of a reader', async () => {
    const bot = await openBot(
      formatSettings({ url: 'http://127.0.0.1:1', smtpPort: international.port, recipients }),
    );
    expect((await bot.run(['run', ...monday])).code).toBe(0);
    const headers = international.received.map(({ raw }) => /^To: (.*)\r$/m.exec(raw)?.[1]).sort();
    expect(headers).toEqual(['Ann <ann@example.com>', 'info@xn--bcher-kva.example', 'jörg@bücher.example']);
    // smtp-server shows domains in Unicode; a command without SMTPUTF8 had the ASCII form.
    expect([...senders].sort()).toEqual([
      'digest@example.com false',
      'digest@example.com false',
      'digest@example.com true',
    ]);
    const ann = international.received.find((one) => one.recipients[0] === 'ann@example.com');
    expect(ann?.mail.to).toMatchObject([{ address: 'ann@example.com', name: 'Ann' }]);
    const { out } = await bot.run(['replay', '2026-W47', '--to', 'info@bücher.example', '--json', ...monday]);
    expect(JSON.parse(out)).toMatchObject([{ recipient: 'info@xn--bcher-kva.example', differs: [] }]);
  });

  test('that does not offer it gets the others, and the refusal says so', async () => {
    const bot = await openBot(
      formatSettings({ url: 'http://127.0.0.1:1', smtpPort: plain.port, recipients }),
    );
    expect((await bot.run(['run', ...monday])).code).toBe(1);
    expect(plain.received.map((one) => one.recipients[0]).sort()).toEqual([
      'ann@example.com',
      'info@bücher.example',
    ]);
    const refused = (await list(bot)).filter(({ state }) => state === 'refused');
    expect(refused).toMatchObject([
      {
        reason: expect.stringMatching(
          /does not offer SMTPUTF8, which the address jörg@\S+ needs; write another/,
        ),
      },
    ]);
  });

  test('that refuses smtp.from, in any case of letters, has the fault of all mails', async () => {
    const text = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: international.port, recipients });
    const bot = await openBot(text.replace('digest@example.com', 'wrong@HARBOR.example'));
    expect((await bot.run(['run', ...monday])).code).toBe(1);
    expect((await list(bot)).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
  });

  test('gets the sender of schedule and client, and a wrong one stops no other mail', async () => {
    international.received.length = 0;
    const text = formatSettings({
      url: 'http://127.0.0.1:1',
      smtpPort: international.port,
      recipients: [
        '{to: cli@example.com, client: Harbor}',
        '{to: bad@example.com, client: Wrong}',
        'ann@example.com',
      ],
    });
    const more = `    from: "Reports <reports@bücher.example>"
    replyTo: team@example.com
clients:
  - {name: Harbor, websites: [acme.com], from: Harbor <hello@harbor.example>, replyTo: Eve <eve@harbor.example>}
  - {name: Wrong, websites: [other.example], from: wrong@harbor.example}
`;
    const other = { id: 'w_other', name: 'Other', domain: 'other.example' };
    const bot = await openBot(text + more, [acme, other]);
    expect((await bot.run(['run', ...monday])).code).toBe(1);
    const mails = international.received.map(({ mail, raw }) => ({
      to: mail.to?.[0]?.address,
      from: mail.from?.address,
      replyTo: mail.replyTo?.[0]?.address,
      unsubscribe: /^List-Unsubscribe: <mailto:([^?]*)/m.exec(raw)?.[1],
      text: /mailto:([^?]*)\?subject=unsubscribe/.exec(mail.text ?? '')?.[1],
    }));
    expect(mails).toHaveLength(2);
    const schedule = 'reports@xn--bcher-kva.example';
    expect(mails).toContainEqual({
      to: 'cli@example.com',
      from: 'hello@harbor.example',
      replyTo: 'eve@harbor.example',
      unsubscribe: 'hello@harbor.example',
      text: 'hello@harbor.example',
    });
    expect(mails).toContainEqual({
      to: 'ann@example.com',
      from: schedule,
      replyTo: 'team@example.com',
      unsubscribe: schedule,
      text: schedule,
    });
    expect((await list(bot)).find(({ recipient }) => recipient === 'bad@example.com')).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('the server did not take the sender of the client or schedule'),
    });
    const check = await bot.run(['check', ...monday]);
    expect(check.out).toContain(
      'acme.com for cli@example.com, from Harbor <hello@harbor.example>, replies to Eve <eve@harbor.example>\n',
    );
    expect(check.out).toContain(
      `all websites for ann@example.com, from Reports <${schedule}>, replies to team@example.com\n`,
    );
    const { out } = await bot.run(['replay', '2026-W47', '--json', ...monday]);
    expect(JSON.parse(out)).toMatchObject([{ differs: [] }, { differs: [] }, { differs: [] }]);
  });
});
