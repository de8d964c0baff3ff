import { parseBody } from '@answershare/core';
import { extractAddress } from '../../settings/addresses.ts';
import type { MailServiceSettings } from '../../settings/mail-senders.ts';
import { signHmac } from '../../system/hashes.ts';
import { sha256 } from '../../system/text.ts';
import type { HttpCall, HttpReply } from '../http.ts';
import type { MailMessage } from '../smtp/message.ts';
import { parseMail } from './parsed-mail.ts';

/**
 * What a refusal concerns. `reader`: this mail alone; `sender`: the account or its address; `limit`: the quota of the
 * account; `rate`: mails of this moment; `closed`: the service, which did not take the mail; `unknown`: it may have.
 */
export type RefusalKind = 'reader' | 'sender' | 'key' | 'limit' | 'rate' | 'closed' | 'unknown';

interface Refusal {
  readonly code: string;
  readonly words: string;
  /** Undefined where the status decides. */
  readonly kind: RefusalKind | undefined;
}

/** What the errors of the services mean, where their status is not exact. */
const kindsByCode: ReadonlyMap<string, RefusalKind> = new Map([
  // https://postmarkapp.com/developer/api/overview
  ['10', 'key'],
  ['100', 'closed'],
  ['400', 'sender'],
  ['401', 'sender'],
  ['405', 'limit'],
  ['412', 'sender'],
  ['413', 'sender'],
  ['429', 'rate'],
  ['1235', 'sender'],
  // https://resend.com/docs/api-reference/errors
  ['invalid_from_address', 'sender'],
  ['restricted_api_key', 'key'],
  ['rate_limit_exceeded', 'rate'],
  ['daily_quota_exceeded', 'limit'],
  ['monthly_quota_exceeded', 'limit'],
  ['concurrent_idempotent_requests', 'unknown'],
  ['invalid_idempotent_request', 'unknown'],
  // https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html, and CommonErrors.html
  ['AccessDeniedException', 'key'],
  ['IncompleteSignature', 'key'],
  ['RequestExpired', 'key'],
  ['AccountSuspendedException', 'sender'],
  ['MailFromDomainNotVerifiedException', 'sender'],
  ['NotFoundException', 'sender'],
  ['SendingPausedException', 'sender'],
  ['LimitExceededException', 'limit'],
  ['ThrottlingException', 'rate'],
  ['TooManyRequestsException', 'rate'],
]);

type ServiceRequest = Pick<HttpCall, 'method' | 'url' | 'headers' | 'body'>;

/** Finds a mail that a service without keys for repeats may have accepted. */
interface Lookup {
  createRequest(message: MailMessage): ServiceRequest;
  /** False says nothing: a service may list a mail later. */
  isListed(reply: HttpReply, message: MailMessage): boolean;
}

/** What differs between the services that take mails by HTTP. */
export interface MailService {
  readonly name: string;
  /** For how long a mail that may have been accepted is asked for again, by its key or by {@link lookup}; null without both. */
  readonly repeatHours: number | null;
  /** Replaces a repeat; null where the service recognises one. */
  readonly lookup: Lookup | null;
  createRequest(message: MailMessage): Promise<ServiceRequest>;
  /** A request that sends nothing and needs the key. */
  createProbe(): ServiceRequest;
  /** Refusals of a probe by which the key may send nevertheless. */
  readonly sendOnly: readonly string[];
  readRefusal(reply: HttpReply): Refusal;
}

export function openMailService(settings: MailServiceSettings): MailService {
  if (settings.service === 'postmark') return openPostmark(settings);
  return settings.service === 'resend' ? openResend(settings) : openSes(settings);
}

type SettingsOf<Service extends MailServiceSettings['service']> = Extract<
  MailServiceSettings,
  { readonly service: Service }
>;

/** What a body states; empty texts where it is no JSON of that form. */
function readFields(text: string, code: string, words: readonly string[]): Refusal {
  const parsed = parseBody(text);
  const body: unknown = parsed.ok ? parsed.body : null;
  const read = (name: string): string => {
    if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return '';
    const value: unknown = (body as Record<string, unknown>)[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const stated = read(code);
  const shown = words.map(read).find((one) => one !== '') ?? text;
  return { code: stated, words: shown, kind: kindsByCode.get(stated) };
}

const json = 'application/json';

/** A field without values is left out. */
const orNone = (list: readonly string[]): readonly string[] | undefined =>
  list.length === 0 ? undefined : list;

/** The name of our field among the metadata of a mail at Postmark, which no reader sees. */
const markName = 'answershare';

/** Our Message-ID as metadata. */
const createMark = ({ raw }: MailMessage): string => {
  const text = raw.toString('latin1');
  return sha256(/^Message-ID:\s+(\S+)/im.exec(text)?.[1] ?? text).slice(0, 32);
};

/**
 * Postmark has no keys for repeats (https://postmarkapp.com/support/article/what-is-an-idempotency-key); it finds mails by their
 * metadata (https://postmarkapp.com/support/article/1125-custom-metadata-faq).
 */
function openPostmark({ url, token, stream }: SettingsOf<'postmark'>): MailService {
  const headers = { accept: json, 'content-type': json, 'x-postmark-server-token': token };
  return {
    name: 'Postmark',
    repeatHours: 24,
    lookup: {
      createRequest: (message) => ({
        method: 'GET',
        url: `${url}/messages/outbound?count=1&offset=0&metadata_${markName}=${createMark(message)}`,
        headers,
        body: '',
      }),
      // A server that does not know the filter would list another mail.
      isListed: ({ text }, message) =>
        new RegExp(`"${markName}"\\s*:\\s*"${createMark(message)}"`).test(text),
    },
    sendOnly: [],
    createRequest: async (message) => {
      const mail = await parseMail(message);
      const body = JSON.stringify({
        From: mail.from,
        To: mail.to.join(', '),
        Cc: orNone(mail.cc)?.join(', '),
        Bcc: orNone(mail.bcc)?.join(', '),
        ReplyTo: orNone(mail.replyTo)?.join(', '),
        Subject: mail.subject,
        TextBody: mail.text,
        ...(mail.html === null ? {} : { HtmlBody: mail.html }),
        // Without the first one Postmark writes its own Message-ID.
        Headers: [{ name: 'X-PM-KeepID', value: 'true' }, ...mail.headers].map(({ name, value }) => ({
          Name: name,
          Value: value,
        })),
        Attachments: mail.files.map(({ filename, contentType, content, cid }) => ({
          Name: filename,
          ContentType: contentType,
          Content: content,
          ...(cid === null ? {} : { ContentID: `cid:${cid}` }),
        })),
        Metadata: { [markName]: createMark(message) },
        MessageStream: stream,
      });
      return { url: `${url}/email`, headers, body };
    },
    createProbe: () => ({ method: 'GET', url: `${url}/server`, headers, body: '' }),
    readRefusal: ({ text }) => readFields(text, 'ErrorCode', ['Message']),
  };
}

function openResend({ url, key }: SettingsOf<'resend'>): MailService {
  const headers = { authorization: `Bearer ${key}`, 'content-type': json };
  return {
    name: 'Resend',
    repeatHours: 24,
    lookup: null,
    sendOnly: ['restricted_api_key'],
    createRequest: async (message) => {
      const mail = await parseMail(message);
      const { from, to, cc, bcc, replyTo, subject, text, html } = mail;
      const fields = Object.fromEntries(mail.headers.map(({ name, value }) => [name, value]));
      const body = JSON.stringify({
        ...{ from, to, cc: orNone(cc), bcc: orNone(bcc), reply_to: orNone(replyTo), subject, text },
        ...(html === null ? {} : { html }),
        headers: fields,
        attachments: mail.files.map(({ filename, contentType, content, cid }) => ({
          filename,
          content,
          content_type: contentType,
          ...(cid === null ? {} : { content_id: cid }),
        })),
      });
      const id = { 'idempotency-key': fields['Message-ID'] ?? '' };
      return { url: `${url}/emails`, headers: { ...headers, ...id }, body };
    },
    createProbe: () => ({ method: 'GET', url: `${url}/domains`, headers, body: '' }),
    readRefusal: ({ status, text }) => {
      const refusal = readFields(text, 'name', ['message']);
      // It is about the domain of the sender, or about an account that may write to itself alone.
      const isOfSender = status === 403 && refusal.code === 'validation_error';
      return isOfSender ? { ...refusal, kind: 'sender' } : refusal;
    },
  };
}

/**
 * SES takes a message as it is, and writes Message-ID and Date anew. It has no keys for repeats, and finds a mail by its own id
 * alone (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetMessageInsights.html), which the lost answer had.
 */
function openSes({ url, from, configurationSet, ...credentials }: SettingsOf<'ses'>): MailService {
  const create = (method: 'GET' | 'POST', path: string, body: string): ServiceRequest => ({
    ...(method === 'GET' ? { method } : {}),
    url: `${url}${path}`,
    headers: {
      'content-type': json,
      ...signAwsRequest(credentials, { method, url: `${url}${path}`, body, now: Date.now() }),
    },
    body,
  });
  return {
    name: 'Amazon SES',
    repeatHours: null,
    lookup: null,
    sendOnly: ['AccessDeniedException'],
    createRequest: async ({ raw, envelope }) => {
      const [, written] = /^From: (.*(?:\r\n[ \t].*)*)/im.exec(raw.toString('latin1')) ?? [];
      const body = JSON.stringify({
        // An address alone would replace the name in the message.
        FromEmailAddress: written?.replace(/\r\n/g, '') ?? envelope.from,
        Destination: { ToAddresses: envelope.to },
        Content: { Raw: { Data: raw.toString('base64') } },
        ConfigurationSetName: configurationSet,
      });
      return create('POST', '/v2/email/outbound-emails', body);
    },
    createProbe: () => create('GET', '/v2/email/account', ''),
    readRefusal: ({ headers, text }) => {
      const { code: stated, words } = readFields(text, '__type', ['message', 'Message']);
      const code = String(headers['x-amzn-errortype'] ?? stated).replace(/^.*#|:.*$/g, '');
      // A new account may write to verified readers alone, and this error names them too.
      const isOfSender = words.toLowerCase().includes(extractAddress(from).toLowerCase());
      const kind = /not verified/.test(words)
        ? isOfSender
          ? 'sender'
          : 'reader'
        : /daily message quota/i.test(words)
          ? 'limit'
          : kindsByCode.get(code);
      return { code, words, kind };
    },
  };
}

type AwsCredentials = Readonly<Record<'region' | 'accessKeyId' | 'secretAccessKey', string>> & {
  readonly sessionToken?: string;
};

/** The headers of a request to SES without a query, with its signature (AWS Signature Version 4). */
function signAwsRequest(
  { region, accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  {
    method,
    url,
    body,
    now,
  }: {
    readonly method: 'GET' | 'POST';
    readonly url: string;
    readonly body: string;
    readonly now: number;
  },
): Readonly<Record<string, string>> {
  const time = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const address = URL.parse(url);
  const headers: Readonly<Record<string, string>> = {
    host: address?.host ?? '',
    'x-amz-date': time,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(headers).join(';');
  const fields = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, address?.pathname, '', fields.join(''), names, sha256(body)].join('\n');
  const scope = `${time.slice(0, 8)}/${region}/ses/aws4_request`;
  const key = scope
    .split('/')
    .reduce<string | Buffer>((key, part) => signHmac(key, part), `AWS4${secretAccessKey}`);
  const signature = signHmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  );
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
