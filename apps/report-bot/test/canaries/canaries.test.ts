import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runBatchLines } from '../support/batch-lines.ts';
import { newBot } from '../support/bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { listCanaryBots } from './canary-bots.ts';
import { runMatrix } from './command-matrix.ts';
import { misplacedSecrets, namedByKey, unknownSecrets } from './misplaced-secrets.ts';
import { findTraces, findTracesInFiles } from './traces.ts';

test('no secret is found in what a bot prints, writes, keeps and mails, whatever echoes it', async () => {
  const [canaryBot] = listCanaryBots();
  if (canaryBot === undefined) throw new Error('there is no canary bot');
  // The soak has every behaviour of the service, and three bots.
  const walked = await runMatrix(canaryBot, 3);
  expect(walked.traces).toEqual([]);
  expect([walked.lines, walked.mails]).toEqual([104, 4]);
});

describe('a secret in the wrong place of a command line', () => {
  const settled = (): ReturnType<typeof newBot> => {
    const bot = newBot({ ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef', SMTP_PASSWORD: 'x' });
    onTestFinished(() => bot.remove());
    bot.settings(formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1 }));
    writeFileSync(join(bot.folder, 'x.json'), '{"headers":{},"body":""}');
    return bot;
  };

  test.each(unknownSecrets)('is not printed and names no file: %s', async (secret) => {
    const bot = settled();
    const lines = misplacedSecrets(secret);
    const results = await runBatchLines(bot, lines);
    expect(results).toHaveLength(lines.length);
    for (const result of results) {
      const { output, exitCode } = result;
      const line = (lines[result.line - 1] ?? []).map((word) => `'${word}'`).join(' ');
      expect(findTraces(line, JSON.stringify(result), [secret])).toEqual([]);
      expect(exitCode, `${line}: ${output}`).toBe(
        /^'settle' .* 'sent'$/.test(line) && !/--all|^.settle. .rs/.test(line) ? 1 : 2,
      );
    }
    expect(findTracesInFiles(bot.folder, [secret])).toEqual([]);
  });

  test('is refused where it is an API key, before a file or a request is made of it', async () => {
    const bot = settled();
    const [key = ''] = unknownSecrets;
    for (const words of namedByKey(key)) {
      const { code, out, err } = await bot.run(words);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/^An argument holds an API key\. .* Revoke that key, create a new one/);
    }
    expect(findTracesInFiles(bot.folder, [key])).toEqual([]);
  });
});

describe('a secret in settings, databases and captures', () => {
  const [password, key] = ['P4ss/Set+canary"word', 'rs_live_SetCanary0123456789abcdefKEY'];
  const reference = (name: string): string => `$\{${name}}`;
  const environment = { ANSWERSHARE_API_KEY: key, SMTP_PASSWORD: password };
  const good = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1 });
  const address = (scheme: string): string =>
    `${scheme}://bot:${encodeURIComponent(password)}@127.0.0.1:1/ledger`;
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    ['a database that does not answer', good, { DATABASE_URL: address('postgres') }],
    ['a database of another kind', good, { DATABASE_URL: address('mysql') }],
    [
      'a database by reference',
      `${good}store: {url: ${reference('LEDGER')}}\n`,
      { LEDGER: address('postgres') },
    ],
    ['a reference for a time zone', good.replace('Europe/Berlin', reference('SMTP_PASSWORD')), {}],
    ['a reference for a cron expression', good.replace('"0 9 * * 1"', reference('SMTP_PASSWORD')), {}],
    ['a reference for a recipient', good.replace('ann@example.com', reference('SMTP_PASSWORD')), {}],
    [
      'a reference for the mail server',
      good.replace('host: 127.0.0.1', `host: ${reference('SMTP_PASSWORD')}`),
      {},
    ],
    ['a reference for an id', good.replace('id: weekly', `id: ${reference('ANSWERSHARE_API_KEY')}`), {}],
    ['a key in the file', good.replace(reference('ANSWERSHARE_API_KEY'), key), {}],
    ['a password in the file', good.replace(reference('SMTP_PASSWORD'), JSON.stringify(password)), {}],
    ['a key as the name of a setting', `${good}${key}: 1\n`, {}],
    ['a broken file', good.replace(reference('ANSWERSHARE_API_KEY'), `"${key}`), {}],
    ['a key of wrong format', good, { ANSWERSHARE_API_KEY: `sk_live_${password}` }],
  ];

  test.each(cases)('is printed by no complaint about %s', async (_name, text, more) => {
    const bot = newBot({ ...environment, ...more });
    onTestFinished(() => bot.remove());
    bot.settings(text);
    const finished = [await bot.run(['list']), await bot.run(['check'])];
    expect(finished.some(({ code }) => code !== 0)).toBe(true);
    for (const { out, err } of finished)
      expect(findTraces('printed', `${out}${err}`, [password, key])).toEqual([]);
  });

  test('is printed by no fault outside of a command', async () => {
    const fault =
      'process.once("SIGUSR2", () => { throw new Error("x " + process.env.SMTP_PASSWORD + " y") })';
    const bot = newBot({
      ...environment,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    });
    onTestFinished(() => bot.remove());
    bot.settings(good);
    const running = await bot.begin(['start']);
    await running.says('Started with');
    running.child.kill('SIGUSR2');
    const { code, out, err } = await running.finished;
    expect(code).toBe(1);
    expect(err).toContain('Something unforeseen went wrong: x [redacted] y. The ledger is as');
    expect(findTraces('printed', `${out}${err}`, [password, key])).toEqual([]);
  });

  test('is printed by no diagnosis of a webhook that echoes it', async () => {
    const [variable, file] = ['whsec_VarCanary8f3aB2c9D4e5F6', 'whsec_FileCanary8f3aB2c9D4e5F6'];
    const bot = newBot({ ANSWERSHARE_WEBHOOK_SECRET: variable, MINE: variable });
    onTestFinished(() => bot.remove());
    mkdirSync(join(bot.folder, 'outside'));
    writeFileSync(join(bot.folder, 'outside/secret'), file);
    const [plain, encoded] = [`${variable} ${file}`, Buffer.from(`x${variable}${file}`).toString('base64')];
    const capture = {
      headers: { 'x-service-signature': plain, [`x-${variable.toLowerCase()}`]: encoded, 'x-time': plain },
      body: JSON.stringify({ type: plain, id: encoded, [file]: variable }),
    };
    writeFileSync(join(bot.folder, 'outside/capture.json'), JSON.stringify(capture));
    for (const words of [[], ['--secret-env', 'MINE'], ['--secret-file', 'outside/secret']])
      for (const json of [[], ['--json']]) {
        const known = words.includes('--secret-file') ? [file, variable] : [variable];
        const line = ['webhook', 'diagnose', 'outside/capture.json', ...words, ...json];
        const { code, out, err } = await bot.run(line);
        expect(code).toBe(3);
        expect(findTraces(line.join(' '), `${out}${err}`, known)).toEqual([]);
      }
  });
});

test('the search finds a secret in every writing', () => {
  const secret = 'P4ss/canary"word';
  const code = (write: (hex: string) => string): string =>
    [...secret].map((one) => write(one.charCodeAt(0).toString(16).padStart(2, '0'))).join('');
  for (const text of [
    secret,
    JSON.stringify(secret),
    secret.toLowerCase(),
    code((hex) => `\\u00${hex}`),
    code((hex) => `%25${hex}`),
    code((hex) => `&#${Number.parseInt(hex, 16)};`),
    code((hex) => hex),
    code((hex) => `=${hex.toUpperCase()}`),
    ...['', 'a', 'ab'].map((before) => Buffer.from(`\0${before}\0${secret}`).toString('base64')),
  ])
    expect(findTraces('text', `before ${text} after`, [secret])).toHaveLength(1);
});
