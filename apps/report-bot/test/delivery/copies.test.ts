import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acme } from '../../src/digest/fixture-weeks.ts';
import type { Bot } from '../support/bot.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const monday = ['--now', '2026-11-23T09:30:00Z'];
let refused: readonly string[];
let smtpServer: TestSmtpServer;
let bot: Bot;
const setCopies = (lines: string, recipients = ['ann@example.com']): void => {
  const text = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: smtpServer.port, recipients });
  bot.settings(`${text}${lines}`);
};
const copies = '    cc: [cyd@example.com]\n    bcc: [boss@example.com]\n';

beforeEach(async () => {
  refused = [];
  smtpServer = await openSmtpServer({
    ...acceptLogins,
    onRcptTo: ({ address }, _session, done) =>
      done(
        refused.includes(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null,
      ),
  });
  bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: 'rs_test_copies0123456789abcdefg',
    SMTP_PASSWORD: 'unused-password',
  });
  await seedLedger(bot, [acme]);
});
afterEach(async () => {
  await bot.remove();
  await smtpServer.close();
});

const addresses = (): (readonly string[])[] => smtpServer.received.map(({ recipients }) => recipients);
const list = async (): Promise<{ recipient: string; state: string; reason: string | null }[]> =>
  JSON.parse((await bot.run(['list', '--json', ...monday])).out).deliveries;

describe('cc and bcc', () => {
  test('leave in one message with one delivery, and the blind one is in no header and no file', async () => {
    setCopies(copies);
    expect((await bot.run(['run', ...monday])).code).toBe(0);
    expect(addresses()).toEqual([['ann@example.com', 'cyd@example.com', 'boss@example.com']]);
    const [mail] = smtpServer.received;
    expect(mail?.mail.to).toMatchObject([{ address: 'ann@example.com' }]);
    expect(mail?.mail.cc).toMatchObject([{ address: 'cyd@example.com' }]);
    expect(mail?.raw).not.toContain('boss@example.com');
    expect(mail?.raw).toMatch(
      /^List-Unsubscribe: <mailto:digest@example\.com\?subject=unsubscribe%20weekly>\r$/m,
    );
    expect(await list()).toMatchObject([{ recipient: 'ann@example.com', state: 'sent', reason: null }]);
    expect((await bot.run(['run', '--week', '2026-W47', ...monday])).code).toBe(0);
    expect(addresses()).toHaveLength(1);
    const { out } = await bot.run(['replay', '2026-W47', '--json', ...monday]);
    expect(JSON.parse(out)).toMatchObject([{ differs: [], bytes: Buffer.byteLength(mail?.raw ?? '') }]);
  });

  test('are frozen with the mail: a retry reaches those of the first attempt that the settings still name', async () => {
    setCopies(copies);
    const killed = await bot.run(['run', ...monday], { environment: { ANSWERSHARE_FAULT: 'after-claim:1' } });
    expect(killed.signal).toBe('SIGKILL');
    setCopies('    cc: [new@example.com]\n    bcc: [boss@example.com]\n');
    expect((await bot.run(['run', ...monday])).code).toBe(0);
    expect(addresses()).toEqual([['ann@example.com', 'boss@example.com']]);
    expect(smtpServer.received[0]?.mail.cc).toMatchObject([{ address: 'cyd@example.com' }]);
  });

  test('that the server refuses are named, and the mail is sent', async () => {
    setCopies(copies);
    refused = ['boss@example.com'];
    expect((await bot.run(['run', ...monday])).code).toBe(0);
    const [delivery] = await list();
    expect(delivery?.state).toBe('sent');
    expect(delivery?.reason).toMatch(/^the server did not take some copies: .*550/);
  });

  test('that the server takes without the recipient make the mail refused, and no run repeats it', async () => {
    setCopies(copies);
    refused = ['ann@example.com'];
    expect((await bot.run(['run', ...monday])).code).toBe(1);
    refused = [];
    await bot.run(['run', ...monday]);
    expect(addresses()).toEqual([['cyd@example.com', 'boss@example.com']]);
    expect((await list())[0]).toMatchObject({
      state: 'refused',
      reason: expect.stringMatching(/^the server took the message for the other addresses only: /),
    });
    const settle = ['settle', '--all', '--refused', '--week', '2026-W47', '--as', 'ready'];
    expect((await bot.run(settle)).err).toContain('There is no refused delivery that can be sent again');
  });

  test('get no test copy', async () => {
    setCopies(copies);
    expect((await bot.run(['send-test', '--to', 'me@example.com', ...monday])).code).toBe(0);
    expect(addresses()).toEqual([['me@example.com']]);
    expect(smtpServer.received[0]?.raw).not.toMatch(/cyd@example\.com|boss@example\.com/);
  });

  test('with several recipients, or of a mailbox that gets the mail already, are rejected together', async () => {
    setCopies('    cc: [Ann@Example.com]\n    bcc: [boss@example.com, boss@example.com, nobody]\n', [
      'ann@example.com',
      'bob@example.com',
    ]);
    const { code, err } = await bot.run(['check', ...monday]);
    expect(code).toBe(2);
    expect(err).toContain('schedules[0].cc goes with exactly one recipient, and there are 2');
    expect(err).toContain('schedules[0].bcc goes with exactly one recipient');
    expect(err).toContain('schedules[0].bcc[2] "nobody" is not a mail address');
    expect(err).toContain('schedules[0].cc[0] "Ann@Example.com" gets this mail already');
    expect(err).toContain('schedules[0].bcc[1] "boss@example.com" gets this mail already');
  });
});
