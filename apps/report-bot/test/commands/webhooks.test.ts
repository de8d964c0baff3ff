import { createHmac, createSign, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openListener } from '../../src/http/listener.ts';
import { type BotSettings, parseSettings } from '../../src/settings/settings.ts';
import { listServiceEvents } from '../../src/store/service-events.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { listSuppressions } from '../../src/store/suppression-list.ts';
import { createLedgerDatabase, engines } from '../support/ledgers.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const now = Date.parse('2026-11-23T08:00:00Z');
const topic = 'arn:aws:sns:eu-west-1:123456789012:answershare';
const sendgridKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const environment = {
  ANSWERSHARE_API_KEY: 'rs_test_webhooks0123456789abcde',
  ANSWERSHARE_WEBHOOK_SECRET: 'whsec_canary0123456789abcdef',
  ANSWERSHARE_WEBHOOK_PREVIOUS_SECRET: 'whsec_before0123456789abcdef',
  ACME_WEBHOOK_SECRET: 'whsec_acme_canary0123456789',
  POSTMARK_WEBHOOK_PASSWORD: 'postmark-canary-0123456789',
  RESEND_WEBHOOK_SECRET: `whsec_${Buffer.from('resend-canary-0123456789').toString('base64')}`,
  SENDGRID_WEBHOOK_KEY: sendgridKeys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
};
const reference = (name: keyof typeof environment): string => `"${'$'}{${name}}"`;
const scheme = {
  content: '{timestamp}.{body}',
  encoding: 'hex',
  key: 'utf8',
  header: 'x-service-signature',
  form: 't=,v1=',
  timestamp: { from: 'signature', unit: 's' },
  toleranceSeconds: 300,
  idHeader: null,
};
const settings: BotSettings = parseSettings(
  'answershare.yaml',
  `service: {url: "http://127.0.0.1:1", key: ${reference('ANSWERSHARE_API_KEY')}}
services: {acme: {url: "http://127.0.0.1:1", key: ${reference('ANSWERSHARE_API_KEY')}}}
http:
  listen: 127.0.0.1:0
  webhooks:
    service:
      scheme: ${JSON.stringify(scheme)}
      secret: ${reference('ANSWERSHARE_WEBHOOK_SECRET')}
      previousSecret: ${reference('ANSWERSHARE_WEBHOOK_PREVIOUS_SECRET')}
    services:
      acme: {scheme: ${JSON.stringify(scheme)}, secret: ${reference('ACME_WEBHOOK_SECRET')}}
    mail:
      ses: {topic: "${topic}"}
      postmark: {password: ${reference('POSTMARK_WEBHOOK_PASSWORD')}}
      resend: {secret: ${reference('RESEND_WEBHOOK_SECRET')}}
      sendgrid: {publicKey: ${reference('SENDGRID_WEBHOOK_KEY')}}
`,
  environment,
);

/** A delivery of the service. */
function signEvent(
  body: string,
  { secret = environment.ANSWERSHARE_WEBHOOK_SECRET, at = now } = {},
): RequestInit {
  const seconds = Math.floor(at / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { method: 'POST', body, headers: { 'X-Service-Signature': `t=${seconds},v1=${mac}` } };
}

const alertBody = (id: string, website = 'w1'): string =>
  JSON.stringify({
    id,
    type: 'competitor.alert',
    occurredAt: '2026-11-22T21:00:00Z',
    data: { websiteId: website, shareOfVoice: 99.9 },
  });

describe.each(engines)('the listener on %s', (engine) => {
  let store: Store;
  let proxy: TcpProxy | null = null;
  let isClosed = false;
  let listener: Awaited<ReturnType<typeof openListener>>;
  let folder = '';
  const lines: string[] = [];
  let downloads: string[] = [];
  let certificate = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
    if (engine === 'postgres') proxy = await openTcpProxy(await createLedgerDatabase());
    store = await openStore(proxy === null ? { folder: join(folder, 'data') } : { url: proxy.url });
    if (settings.http === null) throw new Error('no listener');
    listener = await openListener(settings.http, {
      status: () => null,
      now: () => now,
      store,
      settings: () => settings,
      log: (line) => lines.push(line),
      download: async (url) => {
        downloads.push(url);
        return certificate;
      },
    });
  });
  beforeEach(async () => {
    downloads = [];
    await store.db.deleteFrom('service_event').execute();
    await store.db.deleteFrom('suppression').execute();
  });
  afterAll(async () => {
    listener.close();
    if (!isClosed) await store.close();
    await proxy?.close();
    rmSync(folder, { recursive: true, force: true });
    expect(lines.join()).not.toMatch(/canary|whsec/);
  });
  const post = async (path: string, request: RequestInit) => {
    const response = await fetch(`${listener.url}/webhooks/${path}`, request);
    return {
      status: response.status,
      text: await response.text(),
      retry: response.headers.get('retry-after'),
    };
  };
  const listEvents = () => listServiceEvents(store.db, '2026-11-01', now);

  it('stores a delivery of the service once, by each of two secrets, and never a number of it', async () => {
    await store.db
      .insertInto('snapshot')
      .values({
        website_id: 'w1',
        endpoint: 'competitors',
        day: '2026-11-23',
        taken_at: new Date(now - 600_000),
        failure: 'The service is down.',
        next_attempt_at: new Date(now + 3_000_000),
      })
      .execute();
    expect(await post('service', signEvent(alertBody('e1')))).toMatchObject({
      status: 200,
      text: '{"accepted":true,"duplicate":false}',
    });
    const before = { secret: environment.ANSWERSHARE_WEBHOOK_PREVIOUS_SECRET };
    for (const request of [signEvent(alertBody('e1')), signEvent(alertBody('e1'), before)])
      expect((await post('service', request)).text).toBe('{"accepted":true,"duplicate":true}');
    expect((await post('service', signEvent(alertBody('e2'), before))).status).toBe(200);
    expect((await post('service', signEvent('{"id":"e3","type":"invoice.paid","amount":7}'))).status).toBe(
      200,
    );
    const old = alertBody('e4').replace('2026-11-22', '2026-11-02');
    expect((await post('service', signEvent(old))).status).toBe(200);
    expect(await listEvents()).toEqual([
      { on: '2026-11-22', text: 'competitor alert', kind: 'competitor-alert', websites: ['w1'] },
    ]);
    const rows = await store.db.selectFrom('service_event').selectAll().execute();
    expect(rows.map(({ key, kind }) => `${key} ${kind}`).sort()).toEqual([
      'e1 competitor-alert',
      'e2 competitor-alert',
      'e3 unknown',
      'e4 unknown',
    ]);
    expect(JSON.stringify(rows)).not.toContain('99.9');
    const asked = await store.db.selectFrom('snapshot').select('next_attempt_at').executeTakeFirst();
    expect(asked).toEqual({ next_attempt_at: null });
  });

  it('takes the same delivery of two services apart, each by its own secret', async () => {
    const secret = environment.ACME_WEBHOOK_SECRET;
    expect((await post('service', signEvent(alertBody('e1')))).status).toBe(200);
    expect((await post('service/acme', signEvent(alertBody('e1'), { secret }))).text).toBe(
      '{"accepted":true,"duplicate":false}',
    );
    expect((await post('service/acme', signEvent(alertBody('e2')))).status).toBe(401);
    expect((await post('service/beta', signEvent(alertBody('e2'), { secret }))).status).toBe(404);
    const ofTeam = JSON.stringify({ id: 'e5', type: 'crawl.complete', occurredAt: '2026-11-22T21:00:00Z' });
    expect((await post('service/acme', signEvent(ofTeam, { secret }))).status).toBe(200);
    expect((await listEvents()).map(({ websites }) => websites?.join()).sort()).toEqual([
      'acme/*',
      'acme/w1',
      'w1',
    ]);
  });

  it('accepts nothing that is not signed as pinned, and answers alike to all of it', async () => {
    const good = signEvent(alertBody('e1'));
    const signature = new Headers(good.headers).get('x-service-signature') ?? '';
    const hostile: RequestInit[] = [
      { ...good, headers: {} },
      {
        ...good,
        headers: { 'X-Service-Signature': signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
      },
      { ...good, body: `${good.body} ` },
      { ...good, headers: { 'X-Service-Signature': signature.replace(/^t=\d+/, 't=1') } },
      { ...good, headers: { 'X-Service-Signature': signature, 'Content-Encoding': 'gzip' } },
      signEvent(alertBody('e1'), { secret: 'guessed' }),
      signEvent(alertBody('e1'), { at: now - 301_000 }),
      signEvent(alertBody('e1'), { at: now + 301_000 }),
      signEvent('[]'),
      signEvent(''),
      ...Array.from({ length: 200 }, (_, index) => ({
        method: 'POST',
        body: Buffer.from(alertBody('e1')).map((byte, at) => (at === index % 90 ? byte ^ 1 : byte)),
        headers: { 'X-Service-Signature': signature },
      })),
    ];
    const answers = new Set<string>();
    for (const request of hostile) answers.add(JSON.stringify(await post('service', request)));
    expect([...answers]).toEqual(['{"status":401,"text":"The delivery was not accepted.\\n","retry":null}']);
    expect((await post('service', signEvent(`{"pad":"${'x'.repeat(300_000)}"}`))).status).toBe(413);
    expect((await fetch(`${listener.url}/webhooks/service`)).status).toBe(404);
    expect(await store.db.selectFrom('service_event').selectAll().execute()).toEqual([]);
    expect(lines.filter((line) => line.includes('/webhooks/service'))).toHaveLength(1);
  });

  it('keeps a flood in bounds: each answer is 2xx with its row, or 503 with a time to come back', async () => {
    const bodies = Array.from({ length: 300 }, (_, index) => alertBody(`f${index % 60}`));
    const answers = await Promise.all(bodies.map((body) => post('service', signEvent(body))));
    for (const { status, retry } of answers)
      expect(status === 200 || (status === 503 && retry === '5')).toBe(true);
    const accepted = new Set(bodies.filter((_, index) => answers[index]?.status === 200));
    const rows = await store.db.selectFrom('service_event').select('key').execute();
    expect(rows).toHaveLength(accepted.size);
    const isNew = answers.filter(({ text }) => text.includes('"duplicate":false'));
    expect(isNew).toHaveLength(rows.length);
  });

  it('takes bounces and complaints of Postmark, Resend and SendGrid, and of no other sender', async () => {
    const basic = (password: string) => ({
      Authorization: `Basic ${Buffer.from(`bot:${password}`).toString('base64')}`,
    });
    const postmark = (body: object, password = environment.POSTMARK_WEBHOOK_PASSWORD): RequestInit => ({
      method: 'POST',
      body: JSON.stringify(body),
      headers: basic(password),
    });
    const bounce = { RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Email: 'Hard@Example.com' };
    expect((await post('mail/postmark', postmark(bounce, 'wrong'))).status).toBe(401);
    await post(
      'mail/postmark',
      postmark({ ...bounce, Type: 'Transient', TypeCode: 2, Email: 'soft@example.com' }),
    );
    await post(
      'mail/postmark',
      postmark({ RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: 'spam@example.com' }),
    );
    for (let time = 0; time < 2; time += 1)
      expect((await post('mail/postmark', postmark(bounce))).status).toBe(200);

    const resend = (body: object, at = now, secret = 'resend-canary-0123456789'): RequestInit => {
      const text = JSON.stringify(body);
      const stamp = String(Math.floor(at / 1000));
      const mac = createHmac('sha256', secret).update(`msg_1.${stamp}.${text}`).digest('base64');
      return {
        method: 'POST',
        body: text,
        headers: { 'svix-id': 'msg_1', 'svix-timestamp': stamp, 'svix-signature': `v1,${mac}` },
      };
    };
    const bounced = {
      type: 'email.bounced',
      data: { to: ['resend@example.com'], bounce: { type: 'Permanent' } },
    };
    expect((await post('mail/resend', resend(bounced, now, 'other'))).status).toBe(401);
    expect((await post('mail/resend', resend(bounced, now - 400_000))).status).toBe(401);
    const soft = { ...bounced, data: { to: ['later@example.com'], bounce: { type: 'Transient' } } };
    const copies = { type: 'email.complained', data: { to: ['one@example.com', 'two@example.com'] } };
    for (const body of [soft, copies, bounced])
      expect((await post('mail/resend', resend(body))).status).toBe(200);

    const sendgrid = (events: object[], at = now): RequestInit => {
      const text = JSON.stringify(events);
      const stamp = String(Math.floor(at / 1000));
      return {
        method: 'POST',
        body: text,
        headers: {
          'X-Twilio-Email-Event-Webhook-Timestamp': stamp,
          'X-Twilio-Email-Event-Webhook-Signature': sign(
            'sha256',
            Buffer.from(stamp + text),
            sendgridKeys.privateKey,
          ).toString('base64'),
        },
      };
    };
    const events = [
      { email: 'grid@example.com', event: 'bounce', type: 'bounce', sg_event_id: '1' },
      { email: 'blocked@example.com', event: 'bounce', type: 'blocked' },
      { email: 'report@example.com', event: 'spamreport' },
      { email: 'opened@example.com', event: 'open' },
      { email: 'no address', event: 'spamreport' },
    ];
    expect((await post('mail/sendgrid', { ...sendgrid(events), body: '[]' })).status).toBe(401);
    expect((await post('mail/sendgrid', sendgrid(events))).status).toBe(200);
    for (const name of ['mailgun', 'constructor', '__proto__'])
      expect((await post(`mail/${name}`, postmark(bounce))).status).toBe(404);
    const listed = (await listSuppressions(store.db)).map(
      ({ recipient, reason, source }) => `${recipient} ${reason} ${source}`,
    );
    expect(listed).toEqual([
      'Hard@Example.com bounced postmark',
      'grid@example.com bounced sendgrid',
      'report@example.com complained sendgrid',
      'resend@example.com bounced resend',
      'spam@example.com complained postmark',
    ]);
  });

  it('takes notifications of Amazon SES whose certificate is at an address of Amazon, and confirms the topic', async () => {
    const { privateKey, pem } = await createCertificate();
    certificate = pem;
    const base = 'https://sns.eu-west-1.amazonaws.com';
    const sns = (given: Record<string, string>): RequestInit => {
      const message: Record<string, string> = {
        Type: 'Notification',
        MessageId: 'm1',
        TopicArn: topic,
        Timestamp: new Date(now).toISOString(),
        SignatureVersion: '2',
        SigningCertURL: `${base}/SimpleNotificationService-0123abcd.pem`,
        ...given,
      };
      const names = [
        'Message',
        'MessageId',
        'Subject',
        'SubscribeURL',
        'Timestamp',
        'Token',
        'TopicArn',
        'Type',
      ];
      const text = names
        .filter((name) => message[name] !== undefined)
        .map((name) => `${name}\n${message[name]}\n`)
        .join('');
      const hash = message.SignatureVersion === '1' ? 'sha1' : 'sha256';
      const Signature = createSign(hash).update(text).sign(privateKey, 'base64');
      return {
        method: 'POST',
        body: JSON.stringify({
          Signature,
          ...message,
          ...(given.forged === undefined ? {} : { Message: given.forged }),
        }),
      };
    };
    const feedback = (address: string) =>
      JSON.stringify({
        notificationType: 'Bounce',
        bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: address, status: '5.1.1' }] },
      });
    const complaint = JSON.stringify({
      eventType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: 'angry@example.com' }] },
    });
    for (const wrong of [
      {
        SigningCertURL:
          'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0123abcd.pem',
      },
      {
        SigningCertURL:
          'https://evil.example@sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem',
      },
      { SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem' },
      { SigningCertURL: `${base}/other.pem` },
      { TopicArn: `${topic}2` },
      { SignatureVersion: '3' },
      { Timestamp: '2026-11-02T08:00:00Z' },
      { Type: 'constructor' },
    ])
      expect((await post('mail/ses', sns({ Message: feedback('jane@example.com'), ...wrong }))).status).toBe(
        401,
      );
    expect(downloads).toEqual([]);
    expect(
      (await post('mail/ses', sns({ Message: complaint, forged: feedback('jane@example.com') }))).status,
    ).toBe(401);
    const SubscribeURL = `${base}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=t1`;
    const confirm = {
      Type: 'SubscriptionConfirmation',
      Message: 'You have chosen…',
      Token: 't1',
      SubscribeURL,
    };
    expect((await post('mail/ses', sns(confirm))).status).toBe(200);
    await post('mail/ses', sns({ ...confirm, SubscribeURL: 'https://evil.example/?Token=t1' }));
    for (const version of ['1', '2'])
      expect(
        (await post('mail/ses', sns({ Message: feedback('jane@example.com'), SignatureVersion: version })))
          .status,
      ).toBe(200);
    expect((await post('mail/ses', sns({ Message: complaint, Subject: 'Complaint' }))).status).toBe(200);
    expect(downloads).toEqual([
      `${base}/SimpleNotificationService-0123abcd.pem`,
      SubscribeURL.replace('/?', '/?'),
    ]);
    expect(
      (await listSuppressions(store.db)).map(({ recipient, reason }) => `${recipient} ${reason}`),
    ).toEqual(['angry@example.com complained', 'jane@example.com bounced']);
  });

  it('answers 503 with Retry-After while the ledger is out of reach', async () => {
    isClosed = proxy === null;
    if (isClosed) await store.close();
    else proxy?.cut();
    expect(await post('service', signEvent(alertBody('later')))).toMatchObject({ status: 503, retry: '60' });
    proxy?.mend();
    if (proxy !== null) {
      expect((await post('service', signEvent(alertBody('later')))).status).toBe(200);
      expect(await listEvents()).toHaveLength(1);
    }
  });
});

/** A certificate that signs itself. */
async function createCertificate() {
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'sns.amazonaws.com' }], {
    notBeforeDate: new Date('2026-01-01T00:00:00Z'),
    notAfterDate: new Date('2027-01-01T00:00:00Z'),
  });
  return { privateKey: made.private, pem: made.cert };
}
