import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { SmtpSettings } from '../../src/settings/mail-senders.ts';
import { parseSettings } from '../../src/settings/settings.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { openSmtpServer } from '../support/smtp-server.ts';

const now = '2026-11-18T06:00:00Z';
const password = 'smtp-canary-password';
let sandbox: RunningSandbox;
/** The sandbox by a writing of the loopback that is no usual one, so that it counts as another machine. */
let remoteUrl: string;
let bot: Bot;

beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, now });
  remoteUrl = `http://[::ffff:127.0.0.1]:${new URL(sandbox.baseUrl).port}`;
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  bot = newBot({ SMTP_PASSWORD: password });
  onTestFinished(() => bot.remove());
  await sandbox.admin.resetRequests();
});

const requests = async (): Promise<number> => (await sandbox.admin.requests()).total;
const withKey = (): Record<string, string> => ({ ANSWERSHARE_API_KEY: sandbox.keys.live });
const settings = (url: string, extra = ''): string =>
  formatSettings({ url, smtpPort: 1, websites: [sandbox.websites[0]?.id ?? ''] }).replace(
    '  form: auto',
    `  form: auto${extra}`,
  );

const insecure = /http to another machine, so others could read the key on the way/;
const commands = ['call websites', 'doctor', 'doctor --quick', 'check', `snapshot --now ${now}`, 'start'];

describe('the key does not go to another machine by http', () => {
  test.each(commands)('%s with settings', async (line) => {
    bot.settings(settings(remoteUrl));
    const { code, err, out } = await bot.run(line.split(' '), { environment: withKey() });
    expect({ code, out, requests: await requests() }).toEqual({ code: 2, out: '', requests: 0 });
    expect(err).toMatch(insecure);
    expect(err).toContain('answershare.yaml:2  service.url is http');
  });

  test.each(['call websites', 'doctor --quick'])('%s with --url, the environment and .env', async (line) => {
    const words = line.split(' ');
    const given = await bot.run([...words, '--url', remoteUrl], { environment: withKey() });
    const found = await bot.run(words, { environment: { ...withKey(), ANSWERSHARE_URL: remoteUrl } });
    writeFileSync(
      join(bot.folder, '.env'),
      `ANSWERSHARE_URL=${remoteUrl}\nANSWERSHARE_API_KEY=${sandbox.keys.live}\n`,
    );
    const filed = await bot.run(words);
    for (const { code, out, err } of [given, found, filed]) {
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(insecure);
    }
    expect(await requests()).toBe(0);
  });

  test.each(commands.slice(0, -1))('%s may with service.insecure', async (line) => {
    bot.settings(settings(remoteUrl, '\n  insecure: true'));
    await bot.run(line.split(' '), { environment: withKey() });
    expect(await requests()).toBeGreaterThan(0);
  });

  test.each([
    'http://127.evil.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1@evil.example',
    'http://0.0.0.0',
    'http://[::]',
    'HTTP://api.example.com',
  ])('%s is no loopback', (url) => {
    expect(complaint({ url })).toMatch(insecure);
  });

  test.each(['http://localhost:4300', 'http://127.9.9.9', 'http://[::1]:1', 'https://127.evil.example'])(
    '%s is taken',
    (url) => {
      expect(complaint({ url })).toBeNull();
    },
  );
});

interface Changed {
  readonly url?: string;
  readonly host?: string;
  readonly smtp?: string;
}

const environment = { ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef', SMTP_PASSWORD: password };
const textWith = ({
  url = 'https://api.example.com',
  host = 'smtp.example.com',
  smtp = '',
}: Changed): string =>
  formatSettings({ url, smtpPort: 587 }).replace('host: 127.0.0.1', `host: ${host}${smtp}`);

function complaint(changed: Changed): string | null {
  try {
    parseSettings('answershare.yaml', textWith(changed), environment);
    return null;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

test('all complaints about connections come at once with the others', () => {
  const text = textWith({ url: 'http://127.evil.example', smtp: '\n  requireTls: false' });
  expect(() =>
    parseSettings('answershare.yaml', text.replace('Europe/Berlin', 'Mars/Olympus'), environment),
  ).toThrow(
    /^The settings have 3 things to correct:\n.*:2 {2}service\.url is http .*\n.*:7 {2}smtp\.requireTls false would .*\n.*"Mars\/Olympus" is not a time zone/,
  );
});

describe('mails go to another machine by TLS alone', () => {
  const required = (changed: Changed): boolean | undefined =>
    (parseSettings('answershare.yaml', textWith(changed), environment).mail as SmtpSettings | null)
      ?.requireTls;

  test.each(['smtp.example.com', '127.evil.example', '127.0.0.1.evil.example', '0.0.0.0', '"127.1"'])(
    'it is required for %s',
    (host) => {
      expect(required({ host })).toBe(true);
    },
  );

  test.each(['127.0.0.1', '127.4.4.4', 'localhost', '"::1"'])('%s is this machine', (host) => {
    expect(required({ host })).toBe(false);
  });

  test.each([
    ['with a password', `  user: bot\n  password: $\{SMTP_PASSWORD}\n`],
    ['without one', ''],
  ])('a server that offers none gets neither login nor mail, %s', async (_name, login) => {
    const heard: string[] = [];
    const smtpServer = await openSmtpServer({
      onAuth: (_auth, _session, done) => {
        heard.push('auth');
        done(null, { user: 'bot' });
      },
      onMailFrom: (_address, _session, done) => {
        heard.push('mail');
        done();
      },
    });
    onTestFinished(() => smtpServer.close());
    // 127.1 leads to 127.0.0.1 and is no usual writing of it.
    bot.settings(
      settings(sandbox.baseUrl)
        .replace('host: 127.0.0.1', 'host: "127.1"')
        .replace('port: 1', `port: ${smtpServer.port}`)
        .replace(/ {2}user: bot\n.*\n/, login),
    );
    const checked = await bot.run(['check'], { environment: withKey() });
    expect(checked.out).toContain('FAIL  smtp: the mail server 127.1');
    await bot.run(['snapshot', '--now', now], { environment: withKey() });
    const copy = ['send-test', '--to', 'me@example.com', '--now', '2026-11-23T08:00:00Z'];
    const sent = await bot.run(copy, { environment: withKey() });
    expect([sent.code, heard, smtpServer.received]).toEqual([1, [], []]);
    expect(sent.err).toContain('offers no usable TLS');
  });

  test('a setting lifts that for mails without a password', async () => {
    const smtpServer = await openSmtpServer();
    onTestFinished(() => smtpServer.close());
    bot.settings(
      settings(sandbox.baseUrl)
        .replace('host: 127.0.0.1', 'host: "127.1"\n  requireTls: false')
        .replace('port: 1', `port: ${smtpServer.port}`)
        .replace(/ {2}user: bot\n.*\n/, ''),
    );
    await bot.run(['snapshot', '--now', now], { environment: withKey() });
    const copy = ['send-test', '--to', 'me@example.com', '--now', '2026-11-23T08:00:00Z'];
    expect((await bot.run(copy, { environment: withKey() })).code).toBe(0);
    expect(smtpServer.received).toHaveLength(1);
  });
});

describe('a .env file that somebody put there leads no secret of another place away', () => {
  let thief: Server;
  let thiefUrl: string;
  let stolen: (string | undefined)[];

  beforeEach(async () => {
    stolen = [];
    thief = createServer((request, response) => {
      stolen.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"websites":[]}');
    });
    await new Promise<void>((done) => thief.listen(0, '127.0.0.1', done));
    thiefUrl = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
    onTestFinished(() => void thief.close());
  });
  const plant = (text: string): void => writeFileSync(join(bot.folder, '.env'), text);

  test.each(['call websites', 'doctor --quick'])('%s asks nobody', async (line) => {
    plant(`ANSWERSHARE_URL=${thiefUrl}\n`);
    const { code, err } = await bot.run(line.split(' '), { environment: withKey() });
    expect([code, stolen]).toEqual([2, []]);
    expect(err).toMatch(
      /^ANSWERSHARE_URL in \.env is left aside, because the key does not come from the same/,
    );
  });

  test('call asks the service of the settings in its place', async () => {
    plant(`ANSWERSHARE_URL=${thiefUrl}\n`);
    bot.settings(settings(sandbox.baseUrl));
    expect((await bot.run(['call', 'websites'], { environment: withKey() })).code).toBe(0);
    expect([await requests(), stolen]).toEqual([1, []]);
  });

  test('a key of the same file goes there, and one of the environment wins over it and does not', async () => {
    plant(`ANSWERSHARE_URL=${thiefUrl}\nANSWERSHARE_API_KEY=rs_live_0123456789abcdef\n`);
    expect((await bot.run(['call', 'websites'])).code).toBe(0);
    expect(stolen).toEqual(['Bearer rs_live_0123456789abcdef']);
    expect((await bot.run(['call', 'websites'], { environment: withKey() })).code).toBe(2);
    expect(stolen).toHaveLength(1);
  });

  test('no sender takes its address from .env and its secret from elsewhere', () => {
    const [address, secret] = ['$' + '{ADDRESS}', '$' + '{SECRET}'];
    const from = 'a@example.com';
    const senders = {
      smtp: {
        ...{ host: address, port: 587, user: 'bot', from },
        oauth2: { tokenUrl: address, clientId: 'c', clientSecret: secret, refreshToken: secret },
      },
      postmark: { url: address, token: secret, from },
      resend: { url: address, key: secret, from },
      ses: { url: address, region: 'eu-west-1', accessKeyId: secret, secretAccessKey: secret, from },
    };
    const text = JSON.stringify({ ...senders, notify: senders });
    const variables = { ADDRESS: 'https://evil.example', SECRET: 'secret-of-a-sender' };
    const origins = { fromFile: new Set(['ADDRESS']), hide: () => undefined };
    const found: string[] = [];
    try {
      parseSettings('answershare.yaml', text, variables, origins);
    } catch (thrown) {
      const lines = (thrown as Error).message.matchAll(
        / {2}(\S+) comes from a \.env file and (\S+) does not/g,
      );
      for (const [, to, what] of lines) found.push(`${to} ${what}`);
    }
    const pairs = [
      'smtp.host smtp.oauth2.clientSecret',
      'smtp.host smtp.oauth2.refreshToken',
      'smtp.oauth2.tokenUrl smtp.oauth2.clientSecret',
      'smtp.oauth2.tokenUrl smtp.oauth2.refreshToken',
      'postmark.url postmark.token',
      'resend.url resend.key',
      'ses.url ses.secretAccessKey',
    ];
    const ofNotices = pairs.map((pair) => pair.replace(/^(\S+) /, 'notify.$1 notify.'));
    expect(found.sort()).toEqual([...pairs, ...ofNotices].sort());
  });

  test('settings that take an address from .env refuse a secret from elsewhere', async () => {
    plant(`SERVICE=${thiefUrl}\nMAIL=mail.evil.example\n`);
    bot.settings(settings('$' + '{SERVICE}').replace('host: 127.0.0.1', 'host: $' + '{MAIL}'));
    const { code, err } = await bot.run(['snapshot'], { environment: withKey() });
    expect([code, stolen]).toEqual([2, []]);
    expect(err).toContain(':2  service.url comes from a .env file and service.key does not;');
    expect(err).toContain(':6  smtp.host comes from a .env file and smtp.password does not;');
    const own = newBot({});
    onTestFinished(() => own.remove());
    own.settings(settings('$' + '{SERVICE}').replace('host: 127.0.0.1', 'host: $' + '{MAIL}'));
    const all = `SERVICE=${sandbox.baseUrl}\nMAIL=127.0.0.1\nSMTP_PASSWORD=x\n`;
    writeFileSync(join(own.folder, '.env'), `${all}ANSWERSHARE_API_KEY=${sandbox.keys.live}\n`);
    expect((await own.run(['snapshot', '--now', now])).code).toBe(0);
  });
});

test.each(['call websites', 'doctor --quick', 'check', `snapshot --now ${now}`])(
  'a redirect takes no key to another host: %s',
  async (line) => {
    const asked: string[] = [];
    const listen = async (name: string, location: string): Promise<string> => {
      const server = createServer((_request, response) => {
        asked.push(name);
        response.writeHead(307, { location }).end();
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      onTestFinished(() => void server.close());
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const elsewhere = await listen('elsewhere', '/');
    bot.settings(settings(await listen('service', `${elsewhere}/api/v1/websites`)));
    const { code } = await bot.run(line.split(' '), { environment: withKey() });
    expect([code, [...new Set(asked)]]).toEqual([1, ['service']]);
  },
);

describe('the host that gets the key is named before it does', () => {
  const named = (url = sandbox.baseUrl): string => `The API key goes to ${url}.\n`;
  const namedIn = (line: string, url?: string): string =>
    line.endsWith('--json') ? `${JSON.stringify({ notice: named(url).trim() })}\n` : named(url);
  const withoutNext = (err: string): string => err.replace(/^Next: .*\n/m, '');

  test.each([
    'call websites',
    'call websites --json',
    'call websites --raw',
    'doctor --quick',
    'doctor --json',
    'check',
  ])('by %s each time, on standard error', async (line) => {
    bot.settings(settings(sandbox.baseUrl));
    for (const _time of [1, 2]) {
      const { err, out } = await bot.run(line.split(' '), { environment: withKey() });
      expect(withoutNext(err)).toBe(namedIn(line));
      expect(out).not.toContain('The API key goes to');
    }
  });

  test.each(['snapshot', 'snapshot --json'])('by %s where the ledger does not know it', async (line) => {
    const other = await startSandbox({ form: 2, now });
    onTestFinished(() => other.close());
    const errors: string[] = [];
    for (const url of [sandbox.baseUrl, sandbox.baseUrl, other.baseUrl, sandbox.baseUrl]) {
      bot.settings(settings(url));
      const { err } = await bot.run([...line.split(' '), '--now', now], { environment: withKey() });
      errors.push(withoutNext(err));
    }
    expect(errors).toEqual([namedIn(line), '', namedIn(line, other.baseUrl), '']);
  });

  test('by start where the ledger does not know it', async () => {
    bot.settings(settings(sandbox.baseUrl));
    for (const times of [1, 0]) {
      const running = await bot.begin(['start', '--now', now], { environment: withKey() });
      await running.says(times === 1 ? 'The API key goes to' : 'Started with');
      running.child.kill('SIGTERM');
      const { out } = await running.finished;
      expect(out.split('The API key goes to')).toHaveLength(times + 1);
    }
  });

  test('by a batch next to its results', async () => {
    bot.settings(settings(sandbox.baseUrl));
    const { out, err } = await bot.run(['batch'], {
      input: 'call websites --json\ndoctor --quick\n',
      environment: withKey(),
    });
    expect(err).toBe(namedIn('call websites --json') + named());
    expect(out).not.toContain('The API key goes to');
  });

  test('not by doctor --offline, which asks nobody', async () => {
    const { out } = await bot.run(['call', 'websites', '--json', '--url', sandbox.baseUrl], {
      environment: withKey(),
    });
    writeFileSync(join(bot.folder, 'websites.json'), out);
    expect((await bot.run(['doctor', '--offline', 'websites.json'])).err).toBe('');
  });
});
