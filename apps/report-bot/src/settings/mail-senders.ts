import { createPrivateKey, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { isLoopbackHost } from '@answershare/core';
import { z } from 'zod';
import { readSmallFile } from '../system/files.ts';
import { addressSchema, extractAddress, toSender } from './addresses.ts';
import { isChannelAddress } from './channels.ts';
import type { PathIssue, WellFormed } from './issues.ts';
import { secretMark } from './references.ts';

const identityShape = {
  from: addressSchema,
  unsubscribe: z
    .strictObject({
      url: z
        .string()
        .refine(isUnsubscribeUrl, 'is not an https address with one {token}, the place of the recipient')
        .describe('Your https address for one click, with {token} for the recipient.'),
      secret: z
        .string()
        .min(32, 'is shorter than 32 characters, so tokens could be guessed')
        .meta(secretMark('UNSUBSCRIBE_SECRET'))
        .describe('Secret of the tokens, by reference.'),
    })
    .optional()
    .describe('One-click unsubscribe (RFC 8058); without it the header names your mailbox.'),
};

const urlSchema = z
  .string()
  .refine(isChannelAddress, 'is not an https address without a user name, or http on this machine');

/** A line of a header or a tag cannot hold other signs. */
const nameSchema = z.string().regex(/^[A-Za-z0-9_.-]+$/, 'may have letters, digits, dots and hyphens only');

const oauth2Schema = z.strictObject({
  tokenUrl: urlSchema.describe(
    'Address that gives tokens, for example https://oauth2.googleapis.com/token for Google.',
  ),
  clientId: z.string().min(1).describe('Id of your application at the provider.'),
  clientSecret: z.string().min(1).meta(secretMark('SMTP_CLIENT_SECRET')).exactOptional(),
  refreshToken: z
    .string()
    .min(1)
    .meta(secretMark('SMTP_REFRESH_TOKEN'))
    .exactOptional()
    .describe('Refresh token of the mailbox, by reference. Without it the application itself logs in.'),
  scope: z
    .string()
    .min(1)
    .exactOptional()
    .describe('What the token is for; Microsoft wants https://outlook.office365.com/.default.'),
});

const dkimSchema = z.strictObject({
  selector: nameSchema.describe('Name of the key in DNS: SELECTOR._domainkey.DOMAIN.'),
  domain: nameSchema.exactOptional().describe('Domain that signs; that of smtp.from where not given.'),
  privateKey: z
    .string()
    .refine(isRsaKey, 'is not an RSA private key of 1024 bits or more in PEM')
    .meta(secretMark('DKIM_PRIVATE_KEY'))
    .describe('RSA private key in PEM, by reference to a file.'),
});

/** A mail server, and the address that it sends as. */
const smtpSchema = z.strictObject({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  secure: z
    .union([z.literal('auto'), z.boolean()])
    .default('auto')
    .describe('auto: TLS at once on port 465.'),
  user: z.string().min(1).optional(),
  password: z.string().min(1).meta(secretMark('SMTP_PASSWORD')).optional(),
  requireTls: z
    .boolean()
    .optional()
    .describe('false lets mails go to another machine without TLS; never with a password.'),
  oauth2: oauth2Schema.exactOptional().describe('Login of `user` by a token in place of a password.'),
  ca: z
    .string()
    .min(1)
    .exactOptional()
    .describe('PEM file of an authority that is trusted too, next to the public ones.'),
  name: nameSchema.exactOptional().describe('Name of this machine for EHLO; its host name where not given.'),
  dkim: dkimSchema.exactOptional().describe('Signs each mail (RFC 6376), for a server that does not.'),
  ...identityShape,
});

const postmarkSchema = z.strictObject({
  token: z.string().min(1).meta(secretMark('POSTMARK_SERVER_TOKEN')).describe('Server token, by reference.'),
  stream: nameSchema.default('outbound').describe('Message stream.'),
  url: urlSchema.default('https://api.postmarkapp.com').describe('Address of the API.'),
  ...identityShape,
});

const resendSchema = z.strictObject({
  key: z.string().min(1).meta(secretMark('RESEND_API_KEY')).describe('API key, by reference.'),
  url: urlSchema.default('https://api.resend.com').describe('Address of the API.'),
  ...identityShape,
});

const sesSchema = z.strictObject({
  region: z
    .string()
    .regex(/^[a-z]{2,}(-[a-z]+)+-\d$/, 'is not a region of AWS; write it as eu-central-1')
    .describe('Region of AWS, for example eu-central-1.'),
  accessKeyId: z.string().min(1).meta(secretMark('AWS_ACCESS_KEY_ID')).describe('Access key, by reference.'),
  secretAccessKey: z.string().min(1).meta(secretMark('AWS_SECRET_ACCESS_KEY')),
  sessionToken: z.string().min(1).meta(secretMark('AWS_SESSION_TOKEN')).exactOptional(),
  configurationSet: nameSchema.exactOptional().describe('Configuration set of the mails.'),
  url: urlSchema.exactOptional().describe('Address of the API; that of the region where not given.'),
  ...identityShape,
});

/** The ways to send mails; settings have one of them at most. */
export const mailSenderShape = {
  smtp: smtpSchema.exactOptional(),
  postmark: postmarkSchema.exactOptional().describe('Postmark sends the mails, in place of smtp.'),
  resend: resendSchema.exactOptional().describe('Resend sends the mails, in place of smtp.'),
  ses: sesSchema.exactOptional().describe('Amazon SES sends the mails, in place of smtp.'),
};

/** The ways to send notices, which have no unsubscribe link. */
export const noticeSenderShape = {
  smtp: smtpSchema
    .omit({ requireTls: true, unsubscribe: true })
    .exactOptional()
    .describe('A second mail server, for the day on which the first one fails.'),
  postmark: postmarkSchema.omit({ unsubscribe: true }).exactOptional(),
  resend: resendSchema.omit({ unsubscribe: true }).exactOptional(),
  ses: sesSchema.omit({ unsubscribe: true }).exactOptional(),
};

/** The sender blocks of the settings, or of `notify`. */
export type SenderBlocks = z.infer<z.ZodObject<typeof noticeSenderShape>>;

interface MailIdentity {
  readonly from: string;
  /** One-click unsubscribe (RFC 8058): an https address with `{token}`, and the secret of the tokens; null without it. */
  readonly unsubscribe: { readonly url: string; readonly secret: string } | null;
}

export interface SmtpSettings extends MailIdentity {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string | null;
  readonly password: string | null;
  /** Nothing is sent before the connection is encrypted. */
  readonly requireTls: boolean;
  readonly oauth2?: z.infer<typeof oauth2Schema>;
  /** A certificate in PEM. */
  readonly ca?: string;
  readonly name?: string;
  readonly dkim?: Required<z.infer<typeof dkimSchema>>;
}

type Sent<S extends z.core.$ZodType> = Omit<z.infer<S>, keyof MailIdentity> & MailIdentity;

/** A service that takes mails by HTTP. */
export type MailServiceSettings =
  | ({ readonly service: 'postmark' } & Sent<typeof postmarkSchema>)
  | ({ readonly service: 'resend' } & Sent<typeof resendSchema>)
  | ({ readonly service: 'ses'; readonly url: string } & Sent<typeof sesSchema>);

/** Who sends the mails. */
export type MailSettings = SmtpSettings | MailServiceSettings;

/** @param folder the folder of the settings file */
export function toMailSettings(folder: string, blocks: SenderBlocks): MailSettings | null {
  const { smtp, postmark, resend, ses } = blocks;
  if (smtp !== undefined) return toSmtpSettings(folder, smtp);
  if (postmark !== undefined) return { service: 'postmark', ...postmark, ...toIdentity(postmark) };
  if (resend !== undefined) return { service: 'resend', ...resend, ...toIdentity(resend) };
  if (ses === undefined) return null;
  const url = ses.url ?? `https://email.${ses.region}.amazonaws.com`;
  return { service: 'ses', ...ses, url, ...toIdentity(ses) };
}

const toIdentity = (block: {
  readonly from: string;
  readonly unsubscribe?: MailIdentity['unsubscribe'] | undefined;
}): MailIdentity => {
  const { from = block.from } = toSender({ from: block.from, replyTo: undefined });
  return { from, unsubscribe: block.unsubscribe ?? null };
};

function toSmtpSettings(
  folder: string,
  smtp: NonNullable<SenderBlocks['smtp']> & { readonly requireTls?: boolean | undefined },
): SmtpSettings {
  const { ca, dkim, ...rest } = smtp;
  const identity = toIdentity(smtp);
  const authority = ca === undefined ? null : readAuthority(folder, ca);
  const domain = extractAddress(identity.from).split('@').at(-1) ?? '';
  return {
    ...rest,
    ...identity,
    secure: smtp.secure === 'auto' ? smtp.port === 465 : smtp.secure,
    user: smtp.user ?? null,
    password: smtp.password ?? null,
    requireTls: smtp.requireTls ?? !isLoopbackHost(smtp.host),
    ...(authority !== null && 'pem' in authority ? { ca: authority.pem } : {}),
    ...(dkim === undefined ? {} : { dkim: { domain, ...dkim } }),
  };
}

/** Two senders, logins that lack a part, and files that cannot be read. */
export function findSenderIssues(blocks: NonNullable<WellFormed<SenderBlocks>>, folder: string): PathIssue[] {
  const names = Object.keys(mailSenderShape).filter((name) => name in blocks);
  const found: PathIssue[] = names.slice(1).map((name) => ({
    path: [name],
    message: `is a second sender next to ${names[0]}; keep one of the two`,
  }));
  const { smtp } = blocks;
  const add = (key: string, message: string): number => found.push({ path: ['smtp', key], message });
  if (smtp !== undefined && 'oauth2' in smtp) {
    if (!('user' in smtp)) add('user', 'is missing');
    if ('password' in smtp) add('password', 'is of no use with smtp.oauth2; remove one of the two');
    const { oauth2 } = smtp;
    if (oauth2 !== undefined && !('refreshToken' in oauth2) && !('clientSecret' in oauth2))
      add('oauth2', 'needs a refreshToken, or a clientSecret for a login of the application');
  }
  const authority = smtp?.ca === undefined ? null : readAuthority(folder, smtp.ca);
  if (authority !== null && 'why' in authority) add('ca', authority.why);
  return found;
}

function readAuthority(folder: string, name: string): { readonly pem: string } | { readonly why: string } {
  const read = readSmallFile(resolve(folder, name));
  if (!('text' in read)) return { why: `names a file that ${read.why}` };
  try {
    new X509Certificate(read.text);
    return { pem: read.text };
  } catch {
    return { why: 'names a file that does not begin with a certificate in PEM' };
  }
}

function isRsaKey(text: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1_024;
  } catch {
    return false;
  }
}

/** An address for the header List-Unsubscribe, which puts it into angle brackets. */
function isUnsubscribeUrl(text: string): boolean {
  if (!/^https:\/\/[!-;=?-~]+$/.test(text) || text.split('{token}').length !== 2) return false;
  const url = URL.parse(text.replace('{token}', 'token'));
  if (url === null || url.hostname.includes('{') || text.slice(8).startsWith('{token}')) return false;
  return url.username + url.password === '';
}
