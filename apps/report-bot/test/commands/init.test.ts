import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Bot, newBot } from '../support/bot.ts';
import { openSmtpServer } from '../support/smtp-server.ts';

let sandbox: RunningSandbox;
let bot: Bot;
beforeAll(async () => {
  sandbox = await startSandbox({ form: 2 });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  bot = newBot({});
  onTestFinished(() => bot.remove());
});

const files = (): string[] => readdirSync(bot.folder).sort();

test('git and the linter of this repository ignore each file that init writes, and its help names it', async () => {
  const ignored = readFileSync(new URL('../../../../.gitignore', import.meta.url), 'utf8').split('\n');
  await bot.run(['init']);
  const plain = files();
  const other = newBot({});
  onTestFinished(() => other.remove());
  await other.run(['init', '--sandbox', sandbox.baseUrl]);
  const written = [...plain, ...readdirSync(other.folder)];
  expect(new Set(written).size).toBe(4);
  const { out } = await bot.run(['init', '--help']);
  expect([...new Set(written)].filter((name) => !out.includes(name))).toEqual([]);
  expect(written.filter((name) => !ignored.includes(name))).toEqual([]);
});

test('each command names the next one, with the settings file and the time of its own', async () => {
  const smtpServer = await openSmtpServer();
  onTestFinished(() => smtpServer.close());
  const config = ['--config', 'my settings.yaml'];
  const now = ['--now', new Date().toISOString()];
  const first = await bot.run(['init', '--sandbox', sandbox.baseUrl, ...config]);
  const path = join(bot.folder, 'my settings.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('port: 4325', `port: ${smtpServer.port}`));
  const { out } = await bot.run(['check', ...config]);
  expect(out).toMatch(
    /^ok {4}smtp: 127\.0\.0\.1:\d+ accepts mail\nok {4}template: the mail template is built$/m,
  );
  let { err } = first;
  const named: string[] = [];
  while (!/^Next: answershare start/m.test(err)) {
    const [, line = ''] = /^Next: answershare (.*)\n/m.exec(err) ?? [];
    expect(line.endsWith(`--config 'my settings.yaml'${named.length > 0 ? ` ${now.join(' ')}` : ''}`)).toBe(
      true,
    );
    const command = line.replace(/ --config .*/, '');
    named.push(command);
    const ran = await bot.run([...command.split(' '), ...config, ...now]);
    expect([command, ran.code]).toEqual([command, 0]);
    err = ran.err;
  }
  expect(named).toEqual(['snapshot', 'preview', 'send-test --to me@example.com']);
});

test.each([
  ['smtp', ['SMTP_PASSWORD']],
  ['ses', ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']],
  ['postmark', ['POSTMARK_SERVER_TOKEN']],
  ['resend', ['RESEND_API_KEY']],
])('init --sender %s writes settings that its variables complete', async (sender, variables) => {
  expect((await bot.run(['init', '--sender', sender])).code).toBe(0);
  const example = readFileSync(join(bot.folder, '.env.example'), 'utf8');
  const named = [...example.matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
  expect(named).toEqual(['ANSWERSHARE_API_KEY', ...variables]);
  expect((await bot.run(['list'])).err).toContain(variables[0]);
  writeFileSync(join(bot.folder, '.env'), example.replace(/=$/gm, `=rs_live_${'0'.repeat(32)}`));
  expect(await bot.run(['list'])).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(join(bot.folder, 'answershare.yaml'), 'utf8')).toMatch(new RegExp(`^${sender}: `, 'm'));
});

test('init refuses an unknown sender and writes nothing', async () => {
  const { code, err } = await bot.run(['init', '--sender', 'pigeon']);
  expect([code, files()]).toEqual([2, []]);
  expect(err).toContain('--sender is none of smtp, ses, postmark, resend.');
});

describe('init --sandbox', () => {
  test('writes settings, and the live key into .env for the owner alone', async () => {
    const { code, out, err } = await bot.run(['init', '--sandbox', sandbox.baseUrl]);
    expect([code, err]).toEqual([0, 'Next: answershare snapshot\n']);
    expect(files()).toEqual(['.env', 'answershare.schema.json', 'answershare.yaml']);
    expect(readFileSync(join(bot.folder, '.env'), 'utf8')).toBe(`ANSWERSHARE_API_KEY=${sandbox.keys.live}\n`);
    expect(statSync(join(bot.folder, '.env')).mode & 0o777).toBe(0o600);
    const settings = readFileSync(join(bot.folder, 'answershare.yaml'), 'utf8');
    expect(settings).toContain(`url: ${sandbox.baseUrl}`);
    expect(out + err + settings).not.toContain(sandbox.keys.live);
    const snapshot = await bot.run(['snapshot']);
    expect([snapshot.code, snapshot.out]).toEqual([0, expect.stringContaining('8 websites')]);
  });

  test('leaves a .env as it is, and writes nothing', async () => {
    writeFileSync(join(bot.folder, '.env'), 'OTHER=1\n');
    const { code, err } = await bot.run(['init', '--sandbox', sandbox.baseUrl]);
    expect([code, files()]).toEqual([2, ['.env']]);
    expect(err).toContain('.env exists already and is left as it is');
    expect(readFileSync(join(bot.folder, '.env'), 'utf8')).toBe('OTHER=1\n');
  });

  test('names the command that starts a sandbox where none answers, and writes nothing', async () => {
    const server = createServer((_, response) => response.end('a page of another program'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    for (const isUp of [true, false]) {
      if (!isUp) await new Promise((done) => server.close(done));
      const { code, err } = await bot.run(['init', '--sandbox', `http://127.0.0.1:${port}`]);
      expect([code, files()]).toEqual([1, []]);
      expect(err).toContain(`No sandbox answers at http://127.0.0.1:${port}, and nothing was written.`);
      expect(err).toContain(`"npm run -s sandbox -- --form 2 --port ${port}"`);
    }
  });

  test.each(['https://api.example.com', 'http://192.0.2.7:4300', 'http://127.0.0.1.example:4300', '4300'])(
    'asks no other machine for a key: %s',
    async (address) => {
      const { code, err } = await bot.run(['init', '--sandbox', address]);
      expect([code, existsSync(join(bot.folder, '.env'))]).toEqual([2, false]);
      expect(err).toContain('--sandbox is not the address of a sandbox on this machine');
    },
  );

  test('warns of another key in the environment, which would win', async () => {
    const environment = { ANSWERSHARE_API_KEY: sandbox.keys.test };
    const { code, err } = await bot.run(['init', '--sandbox', sandbox.baseUrl], { environment });
    expect(code).toBe(0);
    expect(err).toContain('ANSWERSHARE_API_KEY of this shell wins over .env');
  });
});
