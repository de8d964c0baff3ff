import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Bot } from '../support/bot.ts';
import { monday, openLedgers, readList } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

let ledgers: Awaited<ReturnType<typeof openLedgers>>;
let smtpServer: TestSmtpServer;
let bot: Bot;
beforeAll(async () => {
  ledgers = await openLedgers('postgres');
  smtpServer = await openSmtpServer(acceptLogins);
});
afterAll(async () => {
  await smtpServer.close();
  await ledgers.close();
});
beforeEach(async () => {
  smtpServer.received.length = 0;
  bot = await ledgers.bot(smtpServer, ['ann@example.com']);
  bot.settings(`${ledgers.text(smtpServer, ['ann@example.com'])}    mail: {template: ./mails}\n`);
  mkdirSync(join(bot.folder, 'mails'), { recursive: true });
});

const writeTemplate = (part: string, source: string): void =>
  writeFileSync(join(bot.folder, 'mails', `${part}.hbs`), source);

test("a mail has the schedule's template, and the check and the preview know it", async () => {
  // The example of the page about templates.
  const page = readFileSync(new URL('../../docs/own-template.md', import.meta.url), 'utf8');
  const [, example = ''] = /```handlebars\n([\s\S]*?)```/.exec(page) ?? [];
  writeTemplate('html', example);
  writeTemplate('subject', '{{subject}}');
  const better = await bot.run(['check', '--now', monday]);
  expect(better.out).toContain('ok    template of weekly: ./mails renders every example week\n');
  const preview = await bot.run(['preview', '--json', '--now', monday]);
  expect(JSON.parse(preview.out)).toMatchObject([{ faults: [] }]);
  expect((await (await bot.begin(['run', '--now', monday])).finished).code).toBe(0);
  expect(smtpServer.received[0]?.mail.html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
});

test('a template with a fault is named with its line, and the built-in mail is sent', async () => {
  writeTemplate('html', '<h1>\n{{headlines}}</h1><a href="{{unsubscribe}}">x</a>');
  writeTemplate('subject', '{{subject}}');
  const fault = './mails: html.hbs line 2: the mail has no "headlines" here; did you mean "headline"?';
  const check = await bot.run(['check', '--now', monday]);
  expect(check.code).toBe(1);
  expect(check.out).toContain(`FAIL  template of weekly: ${fault}\n`);
  const notice = `weekly 2026-W47 has the built-in template, because ${fault}`;
  const dry = await bot.run(['run', '--dry-run', '--now', monday]);
  expect(dry.out).toContain(`weekly 2026-W47 would be composed: 1 new digest.\n${notice}`);
  const unsent = await bot.run(['export', '--out', 'unsent', '--now', monday]);
  expect([unsent.code, unsent.err]).toEqual([0, expect.stringContaining(notice)]);
  const run = await bot.run(['run', '--now', monday]);
  expect(run.code).toBe(0);
  const sent = await bot.run(['export', '--out', 'sent', '--now', monday]);
  expect([sent.code, sent.err]).toEqual([0, expect.not.stringContaining(notice)]);
  expect(run.out).toContain(`weekly 2026-W47 has the built-in template, because ${fault}`);
  expect(smtpServer.received[0]?.mail.html).toContain('Unsubscribe');
  const { ledger } = await readList(bot);
  expect(ledger.runs).toMatchObject([{ state: 'composed', reason: `built-in template: ${fault}` }]);
  const copy = await bot.run(['send-test', '--to', 'me@example.com', '--now', monday]);
  expect(copy.err).toContain(`weekly 2026-W47 has the built-in template, because ${fault}`);
  const preview = await bot.run(['preview', '--now', monday]);
  expect(preview.out).toContain(`, en and 6 more: The template is not used: ${fault}\n`);
});
