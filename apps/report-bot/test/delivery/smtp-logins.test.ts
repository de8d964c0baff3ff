import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SmtpSettings } from '../../src/settings/mail-senders.ts';
import { checkMail, sendMail } from '../../src/transports/mail/mail-transport.ts';
import { type ChannelServer, openChannelServer } from '../support/channel-server.ts';
import { openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const message = {
  raw: Buffer.from(
    [
      'List-Unsubscribe: <https://example.com/u/0123456789012345678901>, <mailto:digest@example.com>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'From: Digest <digest@example.com>',
      'To: ann@example.com',
      'Subject: Hello',
      'Message-ID: <one@example.com>',
      '',
      'Body  with spaces \r\n.dot\r\n\r\n',
    ].join('\r\n'),
  ),
  envelope: { from: 'digest@example.com', to: ['ann@example.com'] },
};
const free = async (): Promise<void> => undefined;
const secrets = { clientSecret: 'client-secret-canary', refreshToken: 'refresh-token-canary' };
const token = 'access-token-canary-0123456789';

let smtpServer: TestSmtpServer;
let tokens: ChannelServer;
/** What the token service answers. */
let answer: { readonly status: number; readonly body: object };
/** The tokens that the mail server accepts. */
let valid: readonly string[];

const settings = (more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  ...{ host: '127.0.0.1', port: smtpServer.port, secure: false, requireTls: false },
  ...{ user: null, password: null, from: 'Digest <digest@example.com>', unsubscribe: null },
  ...more,
});
const withToken = (oauth2: Partial<NonNullable<SmtpSettings['oauth2']>> = secrets): SmtpSettings =>
  settings({
    user: 'digest@example.com',
    oauth2: { tokenUrl: `${tokens.url}/token`, clientId: 'client', ...oauth2 },
  });

async function open(): Promise<void> {
  valid = [token];
  answer = { status: 200, body: { access_token: token, expires_in: 3_600, token_type: 'Bearer' } };
  tokens = await openChannelServer((_post, response) =>
    response.writeHead(answer.status).end(JSON.stringify(answer.body)),
  );
  smtpServer = await openSmtpServer({
    authMethods: ['XOAUTH2'],
    authOptional: false,
    onAuth: ({ method, username, accessToken = '' }, _session, done) =>
      method === 'XOAUTH2' && username === 'digest@example.com' && valid.includes(accessToken)
        ? done(null, { user: username })
        : done(Object.assign(new Error(`5.7.3 no ${accessToken} here`), { responseCode: 535 })),
  });
}
afterEach(async () => {
  vi.useRealTimers();
  await smtpServer.close();
  await tokens.close();
});

describe('a login by OAuth2', () => {
  test.each([
    [
      'a refresh token',
      secrets,
      'client_id=client&client_secret=client-secret-canary&grant_type=refresh_token&refresh_token=refresh-token-canary',
    ],
    [
      'the application',
      { clientSecret: secrets.clientSecret, scope: 'https://outlook.office365.com/.default' },
      'client_id=client&client_secret=client-secret-canary&scope=https%3A%2F%2Foutlook.office365.com%2F.default&grant_type=client_credentials',
    ],
  ])('by %s asks for a token once, and sends', async (_name, oauth2, form) => {
    await open();
    const smtp = withToken(oauth2);
    expect(await checkMail(smtp)).toMatchObject({ ok: true });
    expect(await sendMail(smtp, message, free)).toMatchObject({ state: 'sent' });
    expect(tokens.received.map(({ body }) => body)).toEqual([form]);
    expect(smtpServer.received).toHaveLength(1);
  });

  test('asks for another token after the first one has ended or was refused', async () => {
    await open();
    const smtp = withToken();
    vi.useFakeTimers({ toFake: ['Date'] });
    await sendMail(smtp, message, free);
    vi.setSystemTime(Date.now() + 3_600_000);
    await sendMail(smtp, message, free);
    expect(tokens.received).toHaveLength(2);
    valid = ['second'];
    expect(await sendMail(smtp, message, free)).toMatchObject({ state: 'ready', scope: 'server' });
    answer = { status: 200, body: { access_token: 'second', expires_in: '3600' } };
    expect(await sendMail(smtp, message, free)).toMatchObject({ state: 'sent' });
  });

  test.each<[string, () => void, RegExp]>([
    [
      'refuses the secret',
      () => {
        answer = {
          status: 401,
          body: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid.' },
        };
      },
      /^the token service 127\.0\.0\.1:\d+ gave no token: invalid_client: AADSTS7000215: Invalid; check clientId/,
    ],
    [
      'answers nonsense',
      () => {
        answer = { status: 502, body: ['<html>'] };
      },
      /gave no token: the answer holds none; check clientId/,
    ],
    ['is gone', () => void tokens.close(), /was not reached: .*; check smtp\.oauth2\.tokenUrl$/],
    [
      'gives a token that the mail server refuses and echoes',
      () => {
        valid = [];
      },
      /^the mail server 127\.0\.0\.1:\d+ refused the token: .*535.*no \[redacted\] here.*; check that smtp\.user may send/,
    ],
  ])('where the token service %s has a sentence of its own', async (_name, act, reason) => {
    await open();
    act();
    const attempt = await sendMail(withToken(), message, () => expect.fail());
    expect(attempt).toMatchObject({ state: 'ready', scope: 'server', reason: expect.stringMatching(reason) });
    expect(attempt.reason).not.toMatch(/canary/);
  });

  test('is stopped while the token service does not answer', async () => {
    await open();
    const late = new AbortController();
    await tokens.close();
    tokens = await openChannelServer(() => late.abort());
    const attempt = await sendMail(withToken(), message, () => expect.fail(), late.signal);
    expect(attempt).toMatchObject({ state: 'ready', reason: expect.stringContaining('was stopped before') });
  });
});

test('DKIM covers both fields of unsubscribing, by an outside verifier', async () => {
  await open();
  await smtpServer.close();
  smtpServer = await openSmtpServer();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = (key: KeyObject, type: 'pkcs8' | 'spki'): string =>
    String(key.export({ format: 'pem', type } as never));
  const dkim = { selector: 'mail', domain: 'example.com', privateKey: pem(privateKey, 'pkcs8') };
  for (let mail = 0; mail < 2; mail += 1)
    expect(await sendMail(settings({ dkim }), message, free)).toMatchObject({ state: 'sent' });
  const [first, second] = smtpServer.received;
  expect(second?.raw).toBe(first?.raw);
  const record = `v=DKIM1; k=rsa; p=${pem(publicKey, 'spki').replace(/-----.*?-----|\s/g, '')}`;
  const resolver = async (name: string) => (name === 'mail._domainkey.example.com' ? [[record]] : []);
  const { results } = await dkimVerify(Buffer.from(first?.raw ?? ''), { resolver });
  expect(results).toMatchObject([{ signingDomain: 'example.com', status: { result: 'pass' } }]);
  const signed = String(results[0]?.signingHeaders?.keys)
    .toLowerCase()
    .split(/[:,]\s*/);
  expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'from']));
  const changed = (first?.raw ?? '').replace('=One-Click', '=Two-Clicks');
  const broken = await dkimVerify(Buffer.from(changed), { resolver });
  expect(broken.results[0]?.status.result).toBe('fail');
});

test('a server with a certificate of its own authority is trusted by smtp.ca, and greeted by smtp.name', async () => {
  await open();
  await smtpServer.close();
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const names: string[] = [];
  smtpServer = await openSmtpServer({
    ...{ secure: true, key, cert },
    onMailFrom: (_address, { clientHostname, hostNameAppearsAs }, done) => {
      names.push(String(hostNameAppearsAs ?? clientHostname));
      done();
    },
  });
  const smtp = settings({ secure: true, name: 'bot.example.com' });
  expect(await sendMail(smtp, message, free)).toMatchObject({
    state: 'ready',
    reason: expect.stringContaining('name its file as smtp.ca'),
  });
  expect(await sendMail({ ...smtp, ca: cert }, message, free)).toMatchObject({ state: 'sent' });
  expect(names).toEqual(['bot.example.com']);
});
