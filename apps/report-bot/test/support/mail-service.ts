import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';
import PostalMime, { type Email } from 'postal-mime';

export const mailKeys = {
  POSTMARK_SERVER_TOKEN: 'postmark-canary-0123456789',
  RESEND_API_KEY: 're_canary_0123456789abcdef',
  AWS_ACCESS_KEY_ID: 'AKIACANARY0123456789',
  AWS_SECRET_ACCESS_KEY: 'secret-canary/0123456789+abcdefghijklmno',
};

export const services = ['postmark', 'resend', 'ses'] as const;
export type ServiceName = (typeof services)[number];

/** The block of a service in the settings file, with the service on this machine. */
const formatServiceBlock = (service: ServiceName, url: string): string =>
  [
    `${service}:`,
    `  url: ${url}`,
    ...{
      postmark: [`  token: $\{POSTMARK_SERVER_TOKEN}`],
      resend: [`  key: $\{RESEND_API_KEY}`],
      ses: [
        '  region: eu-central-1',
        `  accessKeyId: $\{AWS_ACCESS_KEY_ID}`,
        `  secretAccessKey: $\{AWS_SECRET_ACCESS_KEY}`,
      ],
    }[service],
    '  from: "Answershare <digest@example.com>"',
    '',
  ].join('\n');

/** Puts a service in the place of the mail server. */
export const useService =
  (service: ServiceName, url: string) =>
  (text: string): string =>
    text.replace(/^smtp:\n(?: {2}.*\n)+/m, formatServiceBlock(service, url));

interface ServiceMail {
  readonly service: ServiceName;
  readonly recipients: readonly string[];
  /** What the reader gets: name and value of each field as stated. */
  readonly headers: Readonly<Record<string, string>>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly files: readonly { readonly name: string; readonly cid: string | null; readonly bytes: Buffer }[];
}

interface ServiceRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Before a request is read, or after its mail was accepted. */
type Stage = 'asked' | 'accepted';

export interface TestMailService {
  readonly url: string;
  readonly accepted: ServiceMail[];
  readonly asked: ServiceRequest[];
  /** Breaks all connections. */
  drop(): void;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A real HTTP server that acts as Postmark, Resend and SES as their documentation says: keys, signatures, the repeats that Resend
 * recognises, and the mails that Postmark finds. `instead` may answer itself: true where it does.
 */
export async function openMailService(
  instead: (stage: Stage, request: ServiceRequest, response: ServerResponse) => boolean = () => false,
): Promise<TestMailService> {
  const accepted: ServiceMail[] = [];
  const asked: ServiceRequest[] = [];
  /** The metadata of Postmark's mails. */
  const kept: Readonly<Record<string, string>>[] = [];
  const known = new Map<string, { readonly hash: string; readonly id: string }>();
  const answer = async (request: ServiceRequest): Promise<Answer> => {
    if (/^\/(email|server|messages\/outbound\?.*)$/.test(request.path)) return answerPostmark(request);
    if (request.path === '/emails' || request.path === '/domains') return answerResend(request);
    return answerSes(request);
  };
  const answerPostmark = ({ path, headers, body }: ServiceRequest): Answer => {
    if (headers['x-postmark-server-token'] !== mailKeys.POSTMARK_SERVER_TOKEN)
      return { status: 401, body: { ErrorCode: 10, Message: 'The Server Token you provided is invalid' } };
    if (path === '/server') return { status: 200, body: { Name: 'Staging' } };
    if (path.startsWith('/messages')) return searchPostmark(new URL(path, 'http://localhost').searchParams);
    const mail = JSON.parse(body);
    for (const [name, value] of Object.entries<string>(mail.Metadata))
      if (name.length > 20 || value.length > 80)
        return { status: 422, body: { ErrorCode: 300, Message: 'Metadata is too long' } };
    if (!/<?[^<>@\s]+@[^<>@\s]+>?$/.test(mail.To))
      return { status: 422, body: { ErrorCode: 300, Message: "Invalid 'To' address" } };
    const list = (text = ''): string[] => text.match(/[^\s"<>,]+@[^\s"<>,]+/g) ?? [];
    kept.push(mail.Metadata);
    accepted.push({
      service: 'postmark',
      recipients: [...list(mail.To), ...list(mail.Cc), ...list(mail.Bcc)],
      headers: {
        From: mail.From,
        ...Object.fromEntries(
          mail.Headers.map((one: { Name: string; Value: string }) => [one.Name, one.Value]),
        ),
      },
      subject: mail.Subject,
      text: mail.TextBody,
      html: mail.HtmlBody ?? '',
      files: mail.Attachments.map((file: { Name: string; Content: string; ContentID?: string }) => ({
        name: file.Name,
        cid: file.ContentID?.replace(/^cid:/, '') ?? null,
        bytes: Buffer.from(file.Content, 'base64'),
      })),
    });
    return { status: 200, body: { ErrorCode: 0, Message: 'OK', MessageID: 'b7bc2f4a' } };
  };
  const searchPostmark = (query: URLSearchParams): Answer => {
    if (!query.has('count') || !query.has('offset'))
      return { status: 422, body: { ErrorCode: 700, Message: 'count and offset are required' } };
    const [[name = '', value] = []] = [...query].filter(([one]) => one.startsWith('metadata_'));
    const found = kept.filter((one) => one[name.slice('metadata_'.length)] === value);
    return {
      status: 200,
      body: {
        TotalCount: found.length,
        Messages: found
          .slice(0, Number(query.get('count')))
          .map((one) => ({ Status: 'Sent', Metadata: one })),
      },
    };
  };
  const answerResend = ({ path, headers, body }: ServiceRequest): Answer => {
    const fail = (statusCode: number, name: string, message: string): Answer => ({
      status: statusCode,
      body: { statusCode, name, message },
    });
    if (headers.authorization !== `Bearer ${mailKeys.RESEND_API_KEY}`)
      return fail(403, 'invalid_api_key', 'API key is invalid');
    if (path === '/domains')
      return fail(401, 'restricted_api_key', 'This API key is restricted to only send emails.');
    const key = String(headers['idempotency-key'] ?? '');
    if (key.length < 1 || key.length > 256)
      return fail(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.');
    const hash = createHash('sha256').update(body).digest('hex');
    const earlier = known.get(key);
    if (earlier !== undefined)
      return earlier.hash === hash
        ? { status: 200, body: { id: earlier.id } }
        : fail(
            409,
            'invalid_idempotent_request',
            'Same idempotency key used with a different request payload.',
          );
    const mail = JSON.parse(body);
    const id = `id-${known.size}`;
    known.set(key, { hash, id });
    accepted.push({
      service: 'resend',
      recipients: [...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])].map(toAddress),
      headers: { From: mail.from, ...mail.headers },
      subject: mail.subject,
      text: mail.text,
      html: mail.html ?? '',
      files: mail.attachments.map((file: { filename: string; content: string; content_id?: string }) => ({
        name: file.filename,
        cid: file.content_id ?? null,
        bytes: Buffer.from(file.content, 'base64'),
      })),
    });
    return { status: 200, body: { id } };
  };
  const answerSes = async (request: ServiceRequest): Promise<Answer> => {
    const { path, headers, body } = request;
    const fail = (status: number, type: string, message: string): Answer => ({
      status,
      body: { message },
      headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/` },
    });
    const time = String(headers['x-amz-date']);
    const signer = new AwsV4Signer({
      url: `http://${headers.host}${path}`,
      method: path.endsWith('/account') ? 'GET' : 'POST',
      body,
      headers: { 'x-amz-date': time },
      accessKeyId: mailKeys.AWS_ACCESS_KEY_ID,
      secretAccessKey: mailKeys.AWS_SECRET_ACCESS_KEY,
      service: 'ses',
      region: 'eu-central-1',
      datetime: time,
    });
    if (headers.authorization !== (await signer.sign()).headers.get('authorization'))
      return fail(403, 'InvalidSignatureException', 'The request signature we calculated does not match');
    if (path.endsWith('/account')) return { status: 200, body: { SendingEnabled: true } };
    const sent = JSON.parse(body);
    const mail: Email = await PostalMime.parse(Buffer.from(sent.Content.Raw.Data, 'base64'));
    accepted.push({
      service: 'ses',
      recipients: sent.Destination.ToAddresses,
      headers: Object.fromEntries(mail.headers.map(({ originalKey, value }) => [originalKey, value])),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      files: mail.attachments.map(({ filename, contentId, content }) => ({
        name: filename ?? '',
        cid: contentId?.slice(1, -1) ?? null,
        bytes: Buffer.from(content as ArrayBuffer),
      })),
    });
    return { status: 200, body: { MessageId: '0100017a' } };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', async () => {
      const { url: path = '', headers } = request;
      const one = { path, headers, body: Buffer.concat(chunks).toString('utf8') };
      asked.push(one);
      if (instead('asked', one, response)) return;
      const before = accepted.length;
      const { status, body, headers: more } = await answer(one);
      if (accepted.length > before && instead('accepted', one, response)) return;
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    asked,
    drop: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const toAddress = (text: string): string => /<([^<>]+)>$/.exec(text)?.[1] ?? text;
