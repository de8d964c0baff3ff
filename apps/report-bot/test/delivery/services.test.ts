import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MailServiceSettings } from '../../src/settings/mail-senders.ts';
import { checkMail, sendMail } from '../../src/transports/mail/mail-transport.ts';
import { monday, openLedgers, runAndList } from '../support/ledgers.ts';
import {
  mailKeys,
  openMailService,
  type ServiceName,
  services,
  type TestMailService,
  useService,
} from '../support/mail-service.ts';
import { openSmtpServer } from '../support/smtp-server.ts';

const message = {
  raw: Buffer.from(
    'From: "Digest, Inc" <digest@example.com>\r\nTo: ann@example.com\r\nSubject: Hello\r\nMessage-ID: <one@example.com>\r\nContent-Type: text/plain\r\n\r\nBody\r\n',
  ),
  envelope: { from: 'digest@example.com', to: ['ann@example.com'] },
};
const free = async (): Promise<void> => undefined;

function toSettings(service: ServiceName, url: string): MailServiceSettings {
  const identity = { from: 'Digest <digest@example.com>', unsubscribe: null, url };
  if (service === 'postmark')
    return { service, ...identity, token: mailKeys.POSTMARK_SERVER_TOKEN, stream: 'outbound' };
  if (service === 'resend') return { service, ...identity, key: mailKeys.RESEND_API_KEY };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = mailKeys;
  return { service, ...identity, region: 'eu-central-1', accessKeyId, secretAccessKey };
}

describe('a digest', () => {
  let ledgers: Awaited<ReturnType<typeof openLedgers>>;
  let server: TestMailService;
  beforeAll(async () => {
    ledgers = await openLedgers('postgres');
    server = await openMailService();
  });
  afterAll(async () => {
    await server.close();
    await ledgers.close();
  });

  test.each(services)('leaves by %s with its fields, images, file and text', async (service) => {
    const smtpServer = await openSmtpServer();
    const bot = await ledgers.bot(smtpServer, ['"Bob, B." <bob@example.com>']);
    const unsubscribe = `  unsubscribe:\n    url: https://example.com/u/{token}\n    secret: $\{UNSUBSCRIBE_SECRET}\n`;
    const text = useService(
      service,
      server.url,
    )(ledgers.text(smtpServer, ['{to: "bob@example.com", name: "Bob, B."}'])).replace(
      'schedules:',
      `${unsubscribe}schedules:`,
    );
    const extra = { ...mailKeys, UNSUBSCRIBE_SECRET: 'unsubscribe-secret-of-32-characters' };
    const environment = { environment: extra };
    bot.settings(`${text}    attach: [csv]\n    replyTo: team@example.com\n`);
    const before = server.accepted.length;
    expect(await bot.run(['run', '--now', monday], environment)).toMatchObject({ code: 0 });
    const [mail, other] = server.accepted.slice(before);
    expect(other).toBeUndefined();
    expect(mail?.recipients).toEqual(['bob@example.com']);
    expect(mail?.subject).not.toBe('');
    expect(mail?.headers).toMatchObject({
      From: 'Answershare <digest@example.com>',
      'List-Unsubscribe': expect.stringMatching(
        /^<https:\/\/example\.com\/u\/[\w-]{22}>, <mailto:digest@example\.com\?/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-ID': '<weekly.answershare.example.com>',
      'Auto-Submitted': 'auto-generated',
      'Message-ID': expect.stringMatching(/^<[0-9a-f-]+@example\.com>$/),
    });
    const cids = [...(mail?.html ?? '').matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => cid);
    const images = mail?.files.filter(({ cid }) => cid !== null) ?? [];
    expect(images.length).toBeGreaterThan(0);
    expect(images.map(({ cid }) => cid).sort()).toEqual([...new Set(cids)].sort());
    expect(images.every(({ bytes }) => bytes.subarray(1, 4).toString() === 'PNG')).toBe(true);
    const [csv] = mail?.files.filter(({ cid }) => cid === null) ?? [];
    expect(csv?.name).toMatch(/\.csv$/);
    expect(csv?.bytes.toString()).toContain('website');
    expect(mail?.text).toContain('Bob, B.');
    const all = [...bot.transcript, JSON.stringify((await runAndList(bot, [])).ledger)].join('');
    for (const key of Object.values(mailKeys)) expect(all).not.toContain(key);
    await smtpServer.close();
  });

  test.each(services)('check asks %s for the key alone', async (service) => {
    const settings = toSettings(service, server.url);
    const before = server.accepted.length;
    expect(await checkMail(settings)).toMatchObject({ subject: service, ok: true });
    const wrong = { ...settings, key: 're_wrong', token: 'wrong', secretAccessKey: 'wrong' };
    expect(await checkMail(wrong)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/refused the key/),
    });
    expect(server.accepted).toHaveLength(before);
  });
});

type Answer = readonly [status: number, body: object, headers?: Readonly<Record<string, string>>];

const aws = (status: number, type: string, words: string): Answer => [
  status,
  { message: words },
  { 'x-amzn-errortype': type },
];

describe('a refusal', () => {
  test.each<[string, ServiceName, Answer, string, string, RegExp]>([
    [
      'one reader',
      'postmark',
      [422, { ErrorCode: 406, Message: 'Inactive recipient' }],
      'refused',
      'recipient',
      /Postmark did not take the mail: Inactive recipient$/,
    ],
    [
      'one address',
      'postmark',
      [422, { ErrorCode: 300, Message: "Invalid 'To' address" }],
      'refused',
      'recipient',
      /Invalid 'To' address/,
    ],
    ['size', 'postmark', [413, {}], 'refused', 'recipient', /did not take the mail/],
    [
      'sender',
      'postmark',
      [422, { ErrorCode: 400, Message: 'Sender Signature not found' }],
      'ready',
      'server',
      /check the from of its block/,
    ],
    [
      'key',
      'postmark',
      [401, { ErrorCode: 10, Message: 'Bad token' }],
      'ready',
      'server',
      /refused the key: Bad token; check the key/,
    ],
    [
      'limit',
      'postmark',
      [422, { ErrorCode: 405, Message: 'Not allowed to send' }],
      'ready',
      'server',
      /limit of the account/,
    ],
    ['outage', 'postmark', [503, {}], 'ready', 'server', /takes no mail now/],
    ['failure', 'postmark', [500, {}], 'uncertain', 'server', /may have the message/],
    ['a page of a proxy', 'postmark', [502, {}], 'uncertain', 'server', /may have the message/],
    [
      'one address',
      'resend',
      [422, { name: 'validation_error', message: 'Invalid `to` field' }],
      'refused',
      'recipient',
      /Invalid `to` field/,
    ],
    [
      'domain',
      'resend',
      [403, { name: 'validation_error', message: 'The example.com domain is not verified' }],
      'ready',
      'server',
      /check the from/,
    ],
    [
      'key',
      'resend',
      [403, { name: 'invalid_api_key', message: 'API key is invalid' }],
      'ready',
      'server',
      /refused the key: API key is invalid/,
    ],
    [
      'limit',
      'resend',
      [429, { name: 'daily_quota_exceeded', message: 'You have reached your daily email sending quota' }],
      'ready',
      'server',
      /limit of the account/,
    ],
    [
      'wait',
      'resend',
      [429, { name: 'rate_limit_exceeded', message: 'Too many requests' }, { 'retry-after': '600' }],
      'ready',
      'server',
      /asked to wait until/,
    ],
    [
      'one reader',
      'ses',
      aws(
        400,
        'MessageRejected',
        'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: ann@example.com',
      ),
      'refused',
      'recipient',
      /not verified/,
    ],
    [
      'sender',
      'ses',
      aws(
        400,
        'MessageRejected',
        'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: digest@example.com',
      ),
      'ready',
      'server',
      /check the from/,
    ],
    [
      'content',
      'ses',
      aws(400, 'MessageRejected', 'Message contains a virus'),
      'refused',
      'recipient',
      /virus/,
    ],
    [
      'key',
      'ses',
      aws(403, 'UnrecognizedClientException', 'The security token included in the request is invalid'),
      'ready',
      'server',
      /Amazon SES refused the key/,
    ],
    [
      'limit',
      'ses',
      aws(429, 'TooManyRequestsException', 'Daily message quota exceeded'),
      'ready',
      'server',
      /limit of the account/,
    ],
    [
      'account',
      'ses',
      aws(400, 'SendingPausedException', 'Email sending is paused'),
      'ready',
      'server',
      /the account/,
    ],
    ['failure', 'ses', aws(500, 'InternalFailure', 'failed'), 'uncertain', 'server', /may have the message/],
    ['redirect', 'ses', [301, {}, { location: '/elsewhere' }], 'ready', 'server', /the account/],
  ])('for %s by %s', async (_about, service, [status, body, headers = {}], state, scope, reason) => {
    const server = await openMailService((stage, _request, response) => {
      if (stage === 'asked') response.writeHead(status, headers).end(JSON.stringify(body));
      return stage === 'asked';
    });
    const attempt = await sendMail(toSettings(service, server.url), message, free);
    expect(attempt).toMatchObject({ state, scope, reason: expect.stringMatching(reason) });
    await server.close();
  });

  test('of another sender than that of the settings stops its own mails alone', async () => {
    const server = await openMailService((_stage, _request, response) => {
      response.writeHead(422).end('{"ErrorCode":400,"Message":"Sender Signature not found"}');
      return true;
    });
    const other = { ...message, envelope: { ...message.envelope, from: 'other@example.net' } };
    const attempt = await sendMail(toSettings('postmark', server.url), other, free);
    expect(attempt).toMatchObject({ state: 'ready', scope: 'recipient' });
    await server.close();
  });
});

test.each(services)('an endless reply of %s is decided after ten minutes', async (service) => {
  const heard = new EventEmitter();
  const asked = once(heard, 'asked');
  const server = await openMailService(() => heard.emit('asked'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const sending = sendMail(toSettings(service, server.url), message, free);
  await asked;
  await vi.advanceTimersByTimeAsync(599_999);
  expect(await Promise.race([sending, 'under way'])).toBe('under way');
  await vi.advanceTimersByTimeAsync(1);
  expect(await sending).toMatchObject({
    state: 'uncertain',
    reason: expect.stringContaining('it did not answer for 600 seconds'),
  });
  expect(server.asked).toHaveLength(1);
  await server.close();
});

test('the rest of an answer decides nothing', async () => {
  const heard = new EventEmitter();
  const asked = once(heard, 'asked');
  const server = await openMailService((_stage, _request, response) => {
    response.writeHead(200).write('{');
    return heard.emit('asked');
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sending = sendMail(toSettings('ses', server.url), message, free);
  await asked;
  while ((await Promise.race([sending, null])) === null) await vi.advanceTimersByTimeAsync(1_000);
  expect(await sending).toMatchObject({ state: 'sent' });
  await server.close();
});
