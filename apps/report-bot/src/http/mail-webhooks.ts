import { createPublicKey, verify } from 'node:crypto';
import { type SignatureScheme, verifyDelivery } from '@answershare/core/webhooks';
import { Hono } from 'hono';
import { parseMailbox } from '../settings/addresses.ts';
import type { MailWebhooks } from '../settings/webhooks.ts';
import { suppress } from '../store/suppression-list.ts';
import { isEqualSecret, signHmac } from '../system/hashes.ts';
import { readBasicPassword } from './basic-password.ts';
import {
  type MailReport,
  readPostmarkReports,
  readResendReports,
  readSendgridReports,
  readSesReports,
} from './mail-reports.ts';
import {
  type Download,
  type RouteContext,
  readDeliveryBody,
  refusal,
  replayWindowMs,
} from './route-context.ts';
import { type CertificateCache, confirmSubscription, downloadFromSns, findSnsFault } from './sns.ts';

interface MailRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly now: number;
}

/** The reports of a verified request, or why it is not verified. */
type Checked = readonly MailReport[] | string;

type Provider = (request: MailRequest, pinned: MailWebhooks) => Checked | null | Promise<Checked | null>;

const parseJson = ({ body }: MailRequest): unknown => JSON.parse(Buffer.from(body).toString('utf8'));

/** Standard Webhooks, as svix signs for Resend. */
const svixScheme: SignatureScheme = {
  content: '{id}.{timestamp}.{body}',
  encoding: 'base64',
  key: 'base64-after-whsec_',
  header: 'svix-signature',
  form: 'v1,',
  timestamp: { from: 'header', name: 'svix-timestamp', unit: 's' },
  toleranceSeconds: 300,
  idHeader: 'svix-id',
};

const verifyPostmark: Provider = (request, { postmark }) => {
  if (postmark === undefined) return null;
  const password = readBasicPassword(request.headers.authorization) ?? '';
  if (!isEqualSecret(password, postmark.password)) return 'Its password is another one.';
  return readPostmarkReports(parseJson(request));
};

const verifyResend: Provider = (request, { resend }) => {
  if (resend === undefined) return null;
  const verified = verifyDelivery(svixScheme, [resend.secret], request, request.now, signHmac);
  return verified.ok ? readResendReports(parseJson(request)) : verified.words;
};

const verifySendgrid: Provider = (request, { sendgrid }) => {
  if (sendgrid === undefined) return null;
  const { headers, body, now } = request;
  const time = headers['x-twilio-email-event-webhook-timestamp'] ?? '';
  const key = createPublicKey({
    key: Buffer.from(sendgrid.publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const signature = Buffer.from(headers['x-twilio-email-event-webhook-signature'] ?? '', 'base64');
  if (!verify('sha256', Buffer.concat([Buffer.from(time), body]), key, signature))
    return 'No signature fits it.';
  if (!(Math.abs(now - Number(time) * 1000) <= replayWindowMs)) return 'It is too old.';
  return readSendgridReports(parseJson(request));
};

function createSesProvider(download: Download): Provider {
  const certificates: CertificateCache = new Map();
  return async (request, { ses }) => {
    if (ses === undefined) return null;
    const parsed = parseJson(request) as Readonly<Record<string, unknown>> | null;
    const message = Object.fromEntries(
      Object.entries(parsed ?? {}).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    );
    const fault = await findSnsFault(message, { topic: ses.topic, now: request.now, download, certificates });
    if (fault !== null) return fault;
    if (message.Type === 'Notification') return readSesReports(JSON.parse(message.Message ?? ''));
    await confirmSubscription(message, download);
    return [];
  };
}

/** `/webhooks/mail/PROVIDER`: stores the bounces and complaints of a provider in the list of suppressed addresses. */
export function createMailWebhooks(
  { store, settings, now, logRefusal }: RouteContext,
  download: Download = downloadFromSns,
): Hono {
  const providers = new Map<string, Provider>([
    ['postmark', verifyPostmark],
    ['resend', verifyResend],
    ['sendgrid', verifySendgrid],
    ['ses', createSesProvider(download)],
  ]);
  const app = new Hono();
  app.post('/webhooks/mail/:provider', async (context) => {
    const name = context.req.param('provider');
    const body = await readDeliveryBody(context);
    const request = { headers: context.req.header(), body, now: now() };
    const check = async (): Promise<Checked | null> =>
      (await providers.get(name)?.(request, settings().http?.webhooks.mail ?? {})) ?? null;
    const checked = await check().catch((thrown) => {
      if (thrown instanceof SyntaxError) return 'Its body is no JSON.';
      throw thrown;
    });
    if (checked === null) return context.notFound();
    if (typeof checked === 'string') {
      logRefusal(`/webhooks/mail/${name}`, checked);
      return context.text(refusal, 401);
    }
    let added = 0;
    for (const { address: written, reason } of checked) {
      const mailbox = parseMailbox(written);
      if ('why' in mailbox) continue;
      if (await suppress(store.db, mailbox.address, reason, name, request.now)) added += 1;
    }
    return context.json({ accepted: true, added });
  });
  return app;
}
