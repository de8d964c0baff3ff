/**
 * Deliveries of public services, signed here by their documentation, with Node's own crypto: what `diagnose` finds,
 * and its message if no scheme can be pinned.
 */
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { diagnoseDelivery, verifyDelivery, type WebhookDelivery } from '../../src/webhooks.ts';
import { body, hmac, now, sentSeconds as s, url } from './sender.ts';

const ms = s * 1000;
const iso = '2026-11-21T09:00:00Z';
const plain = 'a plain secret, long enough';
const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const decoded = Buffer.from(whsec.slice(6), 'base64');
const airtable = Buffer.from('12345678901234567890123456789012');

type Encoding = 'hex' | 'base64' | 'base64url';
const mac = (content: string, encoding: Encoding = 'hex', key: string | Buffer = plain): string =>
  createHmac('sha256', key).update(content).digest(encoding);
const other = (hash: string, content: string, encoding: Encoding = 'hex'): string =>
  createHmac(hash, plain).update(content).digest(encoding);
const standard = (id: string): string => `v1,${mac(`${id}.${s}.${body}`, 'base64', decoded)}`;

type Headers = Readonly<Record<string, string>>;

const found: readonly (readonly [service: string, content: string, headers: Headers, secret?: string])[] = [
  [
    'Stripe',
    '{timestamp}.{body}',
    { 'Stripe-Signature': `t=${s},v1=${mac(`${s}.${body}`)},v0=${mac('test')}` },
  ],
  [
    'GitHub',
    '{body}',
    {
      'X-Hub-Signature': `sha1=${other('sha1', body)}`,
      'X-Hub-Signature-256': `sha256=${mac(body)}`,
      'X-GitHub-Delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    },
  ],
  [
    'Slack',
    'v0:{timestamp}:{body}',
    { 'X-Slack-Signature': `v0=${mac(`v0:${s}:${body}`)}`, 'X-Slack-Request-Timestamp': `${s}` },
  ],
  [
    'Svix, with a second, older secret',
    '{id}.{timestamp}.{body}',
    {
      'svix-id': 'msg_1',
      'svix-timestamp': `${s}`,
      'svix-signature': `${standard('msg_1')} v1,${mac('x', 'base64')}`,
    },
    whsec,
  ],
  [
    'Standard Webhooks',
    '{id}.{timestamp}.{body}',
    { 'webhook-id': 'msg_1', 'webhook-timestamp': `${s}`, 'webhook-signature': standard('msg_1') },
    whsec,
  ],
  [
    'GitLab, signing token',
    '{id}.{timestamp}.{body}',
    {
      'webhook-id': 'w1',
      'webhook-timestamp': `${s}`,
      'webhook-signature': standard('w1'),
      'Idempotency-Key': 'w1',
    },
    whsec,
  ],
  [
    'Clerk, Resend',
    '{id}.{timestamp}.{body}',
    { 'Svix-Id': 'msg_2', 'Svix-Timestamp': `${s}`, 'Svix-Signature': standard('msg_2') },
    whsec,
  ],
  ['a sender with an upper-case prefix', '{body}', { 'X-Signature': `SHA256=${mac(body).toUpperCase()}` }],
  ['Shopify', '{body}', { 'X-Shopify-Hmac-Sha256': mac(body, 'base64'), 'X-Shopify-Triggered-At': iso }],
  ['Paddle', '{timestamp}:{body}', { 'Paddle-Signature': `ts=${s};h1=${mac(`${s}:${body}`)}` }],
  [
    'Zoom',
    'v0:{timestamp}:{body}',
    { 'x-zm-signature': `v0=${mac(`v0:${s}:${body}`)}`, 'x-zm-request-timestamp': `${s}` },
  ],
  ['Linear', '{body}', { 'Linear-Signature': mac(body), 'Linear-Timestamp': `${ms}` }],
  ['Square', '{url}{body}', { 'x-square-hmacsha256-signature': mac(url + body, 'base64') }],
  ['Calendly', '{timestamp}.{body}', { 'Calendly-Webhook-Signature': `t=${s},v1=${mac(`${s}.${body}`)}` }],
  ['Typeform', '{body}', { 'Typeform-Signature': `sha256=${mac(body, 'base64')}` }],
  [
    'Sentry',
    '{body}',
    { 'Sentry-Hook-Signature': mac(body), 'Sentry-Hook-Timestamp': `${s}`, 'Request-ID': 'r1' },
  ],
  ['PagerDuty', '{body}', { 'X-PagerDuty-Signature': `v1=${mac(body)},v1=${mac('old')}` }],
  ['Dropbox', '{body}', { 'X-Dropbox-Signature': mac(body) }],
  ['Cal.com', '{body}', { 'X-Cal-Signature-256': mac(body) }],
  ['Lemon Squeezy', '{body}', { 'X-Signature': mac(body), 'X-Event-Name': 'order_created' }],
  ['Notion', '{body}', { 'X-Notion-Signature': `sha256=${mac(body)}` }],
  [
    'WooCommerce',
    '{body}',
    { 'X-WC-Webhook-Signature': mac(body, 'base64'), 'X-WC-Webhook-Delivery-ID': 'd1' },
  ],
  ['Xero', '{body}', { 'x-xero-signature': mac(body, 'base64') }],
  [
    'DocuSign',
    '{body}',
    { 'X-DocuSign-Signature-1': mac('x', 'base64'), 'X-DocuSign-Signature-2': mac(body, 'base64') },
  ],
  ['Razorpay', '{body}', { 'X-Razorpay-Signature': mac(body), 'x-razorpay-event-id': 'e1' }],
  ['Asana', '{body}', { 'X-Hook-Signature': mac(body) }],
  ['Bitbucket', '{body}', { 'X-Hub-Signature': `sha256=${mac(body)}`, 'X-Request-UUID': 'u1' }],
  [
    'Webflow',
    '{timestamp}:{body}',
    { 'x-webflow-signature': mac(`${ms}:${body}`), 'x-webflow-timestamp': `${ms}` },
  ],
  [
    'Front',
    '{timestamp}:{body}',
    { 'X-Front-Signature': mac(`${ms}:${body}`, 'base64'), 'X-Front-Request-Timestamp': `${ms}` },
  ],
  [
    'Sanity',
    '{timestamp}.{body}',
    { 'sanity-webhook-signature': `t=${ms},v1=${mac(`${ms}.${body}`, 'base64url')}` },
  ],
  ['WorkOS', '{timestamp}.{body}', { 'WorkOS-Signature': `t=${ms}, v1=${mac(`${ms}.${body}`)}` }],
  [
    'pyannote',
    'v0:{timestamp}:{body}',
    { 'X-Signature': mac(`v0:${s}:${body}`, 'base64'), 'X-Request-Timestamp': `${s}` },
  ],
  [
    'Primer',
    '{body}',
    { 'X-Signature-Primary': mac(body, 'base64'), 'X-Signature-Secondary': mac('x', 'base64') },
  ],
  [
    'Airtable',
    '{body}',
    { 'X-Airtable-Content-MAC': `hmac-sha256=${mac(body, 'hex', airtable)}` },
    airtable.toString('base64'),
  ],
  ['AfterShip, tracking', '{body}', { 'aftership-hmac-sha256': mac(body, 'base64') }],
  ['AfterShip, returns', '{body}', { 'am-webhook-signature': `hmac-sha256=${mac(body, 'base64')}` }],
  ['Podium', '{timestamp}.{body}', { 'podium-signature': mac(`${ms}.${body}`), 'podium-timestamp': `${ms}` }],
  ['Signable', '{body}', { Signature: mac(body, 'base64'), 'X-Signable-Webhook': `${s}` }],
  ['ArcGIS', '{body}', { 'x-esriHook-Signature': `sha256=${mac(body)}` }],
  [
    'CodoSEO',
    '{timestamp}.{body}',
    { 'X-CodoSEO-Signature': `sha256=${mac(`${s}.${body}`)}`, 'X-CodoSEO-Timestamp': `${s}` },
  ],
  ['LinkHealth', '{timestamp}.{body}', { 'X-LinkHealth-Signature': `t=${s},v1=${mac(`${s}.${body}`)}` }],
  [
    'ShieldLabs, whose secret is text with its prefix',
    '{body}',
    { 'X-Shield-Signature': `sha256=${mac(body, 'hex', whsec)}` },
    whsec,
  ],
];

const of = (headers: Headers, text = body): WebhookDelivery => ({ headers, body: Buffer.from(text), url });

for (const [service, content, headers, secret = plain] of found) {
  it(`a delivery of ${service} fits exactly one scheme, which verifies it`, () => {
    const delivery = of(headers);
    const diagnosis = diagnoseDelivery(delivery, [secret], hmac, now);
    expect(diagnosis).toMatchObject({ ok: true, scheme: { content } });
    if (!diagnosis.ok) return;
    expect(diagnosis.warnings.filter((words) => /Fits as well/.test(words))).toEqual([]);
    expect(verifyDelivery(diagnosis.scheme, [secret], delivery, now, hmac)).toMatchObject({ ok: true });
  });
}

const ed25519 = generateKeyPairSync('ed25519').privateKey;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const bytes = Buffer.from(body);
const boxTime = '2026-11-21T01:00:00-08:00';
const digest = createHash('sha256').update(body).digest('hex');

const refused: readonly (readonly [service: string, words: RegExp, headers: Headers, text?: string])[] = [
  [
    'Zendesk',
    /fits \{x-zendesk-webhook-signature-timestamp, no Unix time\}\{body\}/,
    {
      'X-Zendesk-Webhook-Signature': mac(iso + body, 'base64'),
      'X-Zendesk-Webhook-Signature-Timestamp': iso,
    },
  ],
  [
    'TaskFast',
    /fits \{x-webhook-timestamp, no Unix time\}\.\{body\}/,
    { 'X-Webhook-Signature': mac(`${iso}.${body}`), 'X-Webhook-Timestamp': iso },
  ],
  [
    'Twitch',
    /fits \{twitch-eventsub-message-id\}\{twitch-eventsub-message-timestamp, no Unix time\}\{body\}/,
    {
      'Twitch-Eventsub-Message-Signature': `sha256=${mac(`m1${iso}${body}`)}`,
      'Twitch-Eventsub-Message-Id': 'm1',
      'Twitch-Eventsub-Message-Timestamp': iso,
    },
  ],
  [
    'Box',
    /fits \{body\}\{box-delivery-timestamp, no Unix time\}/,
    {
      'BOX-SIGNATURE-PRIMARY': mac(body + boxTime, 'base64'),
      'BOX-SIGNATURE-SECONDARY': mac('x', 'base64'),
      'BOX-SIGNATURE-VERSION': '1',
      'BOX-SIGNATURE-ALGORITHM': 'HmacSHA256',
      'BOX-DELIVERY-TIMESTAMP': boxTime,
    },
  ],
  [
    'HubSpot, version 3',
    /fits POST\{url\}\{body\}\{x-hubspot-request-timestamp\}/,
    {
      'X-HubSpot-Signature-v3': mac(`POST${url}${body}${ms}`, 'base64'),
      'X-HubSpot-Request-Timestamp': `${ms}`,
      'X-HubSpot-Signature': digest,
      'X-HubSpot-Signature-Version': 'v1',
    },
  ],
  [
    'Klaviyo',
    /fits \{body\}\{klaviyo-timestamp\}/,
    { 'Klaviyo-Signature': mac(body + s), 'Klaviyo-Timestamp': `${s}`, 'Klaviyo-Webhook-Id': 'w1' },
  ],
  [
    'Everifin',
    /fits \{time in signature\}\.\{body\}\.\{time in signature\}/,
    { Signature: `t=${s},v1=${mac(`${s}.${body}.${s}`)}` },
  ],
  [
    'LinkGrove',
    /fits \{x-webhook-timestamp\}\.\{x-webhook-nonce\}\.\{body\}/,
    {
      'X-Webhook-Signature': mac(`${s}.n1.${body}`),
      'X-Webhook-Signature-Alg': 'HMAC-SHA256',
      'X-Webhook-Timestamp': `${s}`,
      'X-Webhook-Nonce': 'n1',
    },
  ],
  [
    'Buildkite',
    /fits \{time in x-buildkite-signature\}\.\{body\}.* but no scheme here reads the layout of its header/,
    { 'X-Buildkite-Signature': `timestamp=${s},signature=${mac(`${s}.${body}`)}` },
  ],
  [
    'Worldpay',
    /fits \{body\}.* but no scheme here reads the layout of its header/,
    { 'Event-Signature': `1/SHA256/${mac(body)}` },
  ],
  [
    'Open Loyalty, that signs lines of method, path and digest',
    /No known scheme fits.*or the sender signs something that is not tried here/,
    {
      'X-Webhook-Signature': mac(['POST', '/in', s, 'r1', digest].join('\n')),
      'X-Webhook-Signature-Algorithm': 'hmac-sha256',
      'X-Webhook-Timestamp': `${s}`,
    },
  ],
  [
    'Intercom',
    /x-hub-signature holds 20 bytes .* SHA-1/,
    { 'X-Hub-Signature': `sha1=${other('sha1', body)}` },
  ],
  [
    'Twilio',
    /x-twilio-signature holds 20 bytes .* SHA-1/,
    { 'X-Twilio-Signature': other('sha1', url + body, 'base64') },
  ],
  ['Vercel', /x-vercel-signature holds 20 bytes .* SHA-1/, { 'x-vercel-signature': other('sha1', body) }],
  [
    'Trello',
    /X-Trello-Webhook holds 20 bytes .* SHA-1/,
    { 'X-Trello-Webhook': other('sha1', body + url, 'base64') },
  ],
  [
    'Paystack',
    /x-paystack-signature holds 64 bytes .* SHA-512/,
    { 'x-paystack-signature': other('sha512', body) },
  ],
  [
    'Discord',
    /^The header x-signature-ed25519 holds 64 bytes [^.]* Ed25519 signature\.$/,
    {
      'X-Signature-Ed25519': sign(null, Buffer.from(s + body), ed25519).toString('hex'),
      'X-Signature-Timestamp': `${s}`,
    },
  ],
  [
    'SendGrid',
    /holds (6[89]|7[0-2]) bytes .* an ECDSA signature/,
    { 'X-Twilio-Email-Event-Webhook-Signature': sign('sha256', bytes, ec).toString('base64') },
  ],
  [
    'PayPal',
    /paypal-transmission-sig holds 256 bytes .* an RSA signature/,
    {
      'PAYPAL-TRANSMISSION-SIG': sign('sha256', bytes, rsa).toString('base64'),
      'PAYPAL-TRANSMISSION-TIME': iso,
    },
  ],
  [
    'Bridge',
    /x-webhook-signature holds 256 bytes .* an RSA signature/,
    { 'X-Webhook-Signature': `t=${ms},v0=${sign('sha256', bytes, rsa).toString('base64')}` },
  ],
  [
    'Netlify',
    /x-webhook-signature holds a JSON Web Signature/,
    {
      'X-Webhook-Signature': `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJuZXRsaWZ5In0.${mac('x', 'base64url')}`,
    },
  ],
  [
    'Plaid',
    /Plaid-Verification holds a JSON Web Signature/,
    { 'Plaid-Verification': 'eyJhbGciOiJFUzI1NiJ9.eyJpYXQiOjF9.abc' },
  ],
  [
    'GitLab, secret token',
    /X-Gitlab-Token holds the secret itself, so nothing signs the body/,
    { 'X-Gitlab-Token': plain, 'X-Gitlab-Event': 'Push Hook' },
  ],
  [
    'Mailgun',
    /field "signature"/,
    { 'Content-Type': 'application/json' },
    `{"signature":{"timestamp":"${s}","token":"t","signature":"${mac(`${s}t`)}"},"event-data":{"event":"opened"}}`,
  ],
  [
    'Figma',
    /field "passcode"/,
    { 'Content-Type': 'application/json' },
    `{"event_type":"FILE_UPDATE","passcode":"${plain}"}`,
  ],
];

for (const [service, words, headers, text] of refused) {
  it(`a refused delivery of ${service} has a helpful message without its values`, () => {
    const diagnosis = diagnoseDelivery(of(headers, text), [plain], hmac, now);
    expect(diagnosis).toMatchObject({ ok: false, reason: expect.stringMatching(words), near: [] });
    const shown = JSON.stringify(diagnosis);
    expect(shown).not.toContain(plain);
    expect(shown).not.toMatch(/[0-9a-f]{40}|[A-Za-z0-9+/]{27}=/);
  });

  it(`a delivery of ${service} fits no scheme with another secret`, () => {
    const reason = expect.not.stringMatching(/fits [{P]|the secret itself/);
    expect(diagnoseDelivery(of(headers, text), ['another'], hmac, now)).toMatchObject({ ok: false, reason });
  });
}
