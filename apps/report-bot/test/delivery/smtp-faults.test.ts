import { type AddressInfo, createServer } from 'node:net';
import tls from 'node:tls';
import { generate } from 'selfsigned';
import type { SMTPServerOptions } from 'smtp-server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { SmtpSettings } from '../../src/settings/mail-senders.ts';
import { sendMail } from '../../src/transports/mail/mail-transport.ts';
import { checkSmtp } from '../../src/transports/smtp/connection.ts';
import { acceptLogins, openSmtpServer } from '../support/smtp-server.ts';

const plain = { secure: false, user: null, password: null, unsubscribe: null, requireTls: false };
const toSettings = (port: number, own: Partial<SmtpSettings> = {}): SmtpSettings => {
  return { host: 'localhost', port, from: 'bot@example.com', ...plain, ...own };
};
const message = {
  raw: Buffer.from('Subject: Hello\r\n\r\nBody\r\n'),
  envelope: { from: 'bot@example.com', to: ['ann@example.com'] },
};

/** Opens a server, asks it, and closes it. */
async function ask<T>(options: SMTPServerOptions, question: (port: number) => Promise<T>): Promise<T> {
  const server = await openSmtpServer(options);
  try {
    return await question(server.port);
  } finally {
    await server.close();
  }
}

const date = (year: number): Date => new Date(Date.UTC(year, 0, 1));
const certify = async (name: string, ca?: { key: string; cert: string }, until = 2099) => {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: date(2020),
    notAfterDate: date(until),
    extensions: name.endsWith('authority')
      ? [{ name: 'basicConstraints', cA: true }]
      : [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
    ...(ca === undefined ? {} : { ca }),
  });
  return { key: made.private, cert: made.cert };
};

describe('each fault of a certificate has its own sentence', () => {
  let known: { key: string; cert: string };
  beforeAll(async () => {
    known = await certify('authority');
    // What NODE_EXTRA_CA_CERTS does at the start of a process.
    tls.setDefaultCACertificates([known.cert]);
  });

  test.each<[string, () => ReturnType<typeof certify>, RegExp | null]>([
    ['of a known authority', () => certify('localhost', known), null],
    ['expired', () => certify('localhost', known, 2021), / has expired; let its operator renew it \(/],
    ['self-signed', () => certify('localhost'), / is signed by itself; name its file as smtp\.ca/],
    [
      'of an unknown authority',
      async () => certify('localhost', await certify('other authority')),
      / is from an authority that this machine does not know.* smtp\.ca/,
    ],
    [
      'for another name',
      () => certify('mail.example', known),
      / is for another name; .* smtp\.host \(.*mail\.example/,
    ],
  ])('%s', async (_name, create, expected) => {
    const certificate = await create();
    for (const secure of [true, false]) {
      const options = { ...certificate, secure, disabledCommands: [] };
      const reason = await ask(options, (port) => checkSmtp(toSettings(port, { secure, requireTls: true })));
      if (expected === null) expect(reason).toBeNull();
      else expect(reason).toMatch(expected);
    }
  });
});

describe('a port that does not begin as the settings say', () => {
  test('plain text where TLS at once is set', async () => {
    const reason = await ask(acceptLogins, (port) => checkSmtp(toSettings(port, { secure: true })));
    expect(reason).toMatch(/ does not begin with TLS; write "secure: false" under smtp, or .* 465$/);
  });

  test('TLS where a greeting is awaited', async () => {
    // A server with TLS at once waits for the client.
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let reason: string | null | undefined;
      const checking = checkSmtp(toSettings((server.address() as AddressInfo).port, { host: '127.0.0.1' }));
      void checking.then((found) => {
        reason = found;
      });
      while (reason === undefined) {
        await vi.advanceTimersByTimeAsync(1_000);
        await new Promise((done) => setImmediate(done));
      }
      expect(reason).toMatch(/ did not greet within 20 seconds; .* write "secure: true" under smtp/);
    } finally {
      vi.useRealTimers();
      server.close();
    }
  });
});

test('no mail leaves without the login that the settings ask for', async () => {
  const account = { user: 'bot', password: 'smtp-canary-password' };
  const options = { disabledCommands: ['AUTH', 'STARTTLS'] };
  const expected = / offers no login; use its port for logins, mostly 587, or remove smtp\.user/;
  await ask(options, async (port) => {
    const smtp = toSettings(port, account);
    expect(await checkSmtp(smtp)).toMatch(expected);
    const attempt = await sendMail(smtp, message, async () => expect.fail());
    expect(attempt).toMatchObject({
      state: 'ready',
      scope: 'server',
      reason: expect.stringMatching(expected),
    });
  });
});

const refuse = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
const limit = refuse(550, '5.4.5 Daily user sending limit exceeded');

test.each<[string, SMTPServerOptions, RegExp]>([
  [
    'the limit of an account at MAIL',
    { onMailFrom: (_address, _session, done) => done(limit) },
    / limit of the account is reached: .*5\.4\.5.* tried again later, and the others wait$/,
  ],
  [
    'the limit of an account at RCPT',
    { onRcptTo: (_address, _session, done) => done(limit) },
    / limit of the account is reached/,
  ],
  [
    'the limit of an account after the final dot',
    {
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(limit));
      },
    },
    / limit of the account is reached/,
  ],
  [
    'a limit for now',
    { onMailFrom: (_address, _session, done) => done(refuse(451, '4.7.0 too many messages')) },
    / is closed for the moment: .*4\.7\.0 too many messages; it is tried again later$/,
  ],
  [
    'a right that the account lacks',
    { onMailFrom: (_address, _session, done) => done(refuse(550, '5.7.60 client may not send as this')) },
    / refused the sender: .*5\.7\.60.*; check smtp\.from, and that smtp\.user may send as it$/,
  ],
])('%s is told as what it is, and every mail stays ready', async (_name, options, expected) => {
  const attempt = await ask(options, (port) => sendMail(toSettings(port), message, async () => undefined));
  expect(attempt).toMatchObject({ state: 'ready', scope: 'server', reason: expect.stringMatching(expected) });
});
