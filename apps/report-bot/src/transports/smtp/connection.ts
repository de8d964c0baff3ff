import { getCACertificates } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import type { SmtpSettings } from '../../settings/mail-senders.ts';
import { dropPeriod } from '../../system/text.ts';
import { classifyAttempt, isAddressRefusal, type SendAttempt, toSmtpAnswer } from '../classify-attempt.ts';
import type { MailMessage } from './message.ts';
import { expireToken, redactTokens, requestToken, TokenError } from './oauth2.ts';

interface SmtpFault {
  readonly message?: string;
  readonly code?: string;
  /** The code of Node.js, where nodemailer gave its own. */
  readonly originalCode?: string;
  readonly timeoutType?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

interface FailedAttempt {
  readonly released: boolean;
  readonly server: string;
  /** True if the client or the schedule has a `from` of its own. */
  readonly hasOwnSender: boolean;
}

/** What a server says, on one line. */
const formatWords = (text: string): string => redactTokens(text).replace(/\s+/g, ' ').trim();

/**
 * Classifies an SMTP failure. nodemailer reports a drop after the body like a drop at EHLO, so the gate decides.
 * After it only a reply to DATA is certain (RFC 5321 §4.2.5).
 */
export function classifySmtpFault(
  thrown: unknown,
  { released, server, hasOwnSender }: FailedAttempt,
): SendAttempt {
  const fault = thrown as SmtpFault;
  const smtpCode = fault.responseCode ?? null;
  const words = formatWords(fault.message ?? String(thrown));
  const ofMail = (reason: string, answer = toSmtpAnswer(smtpCode)): SendAttempt =>
    classifyAttempt({ answer, released, smtpCode, reason, scope: smtpCode === 421 ? 'server' : 'recipient' });
  // RFC 3463 §3.5 calls 5.4.5 congestion; Gmail means the limit of the account by it.
  if (smtpCode !== null && /\b5\.4\.5\b/.test(words) && (!released || fault.command === 'DATA'))
    return createServerFault(
      `the mail server ${server} reports that the limit of the account is reached: ${words}; the mail is tried again later, and the others wait`,
      smtpCode,
    );
  if (released) {
    if (smtpCode !== null && fault.command === 'DATA')
      return ofMail(`the server did not take the message: ${words}`);
    const waited =
      fault.code === 'ETIMEDOUT' ? 'the server did not finish its answer within ten minutes' : words;
    const reason = `the connection ended after the message body was released and before the server answered (${waited}); the server may have the message`;
    return classifyAttempt({ answer: 'none', released, smtpCode, reason, scope: 'server' });
  }
  if (fault.code === 'EENVELOPE' && fault.command?.startsWith('RCPT') === true)
    return {
      ...ofMail(`the server did not take the address: ${words}`),
      isBounce: isAddressRefusal(smtpCode, words),
    };
  if (hasOwnSender && fault.code === 'EENVELOPE' && fault.command === 'MAIL FROM')
    return ofMail(`the server did not take the sender of the client or schedule: ${words}; correct its from`);
  if (fault.code === 'EENVELOPE' && fault.command === 'DATA')
    return ofMail(`the server did not begin to take the message: ${words}`);
  if (fault.code === 'EMESSAGE' && fault.command === 'MAIL FROM')
    return ofMail(`the server does not take a message of this size: ${words}`, 'rejected');
  return createServerFault(explainServerFault(fault, words, server), smtpCode);
}

/**
 * The outcome of a message that the server took for at least one address. It is final, because a repeat would reach the
 * others twice.
 * @param response the answer to the final dot
 * @param primary the address of the recipient; the others get copies
 */
export function toSentAttempt(
  response: string,
  primary: string | undefined,
  rejected: readonly { readonly message: string; readonly recipient?: string | undefined }[],
): SendAttempt {
  const words = rejected.map(({ message }) => formatWords(message)).join('; ');
  const isMissed = rejected.some(({ recipient }) => recipient === primary);
  const reason = isMissed
    ? `the server took the message for the other addresses only: ${words}`
    : `the server did not take some copies: ${words}`;
  return classifyAttempt({
    answer: isMissed ? 'copied' : 'accepted',
    released: true,
    smtpCode: Number(response.slice(0, 3)),
    reason: rejected.length === 0 ? null : reason,
    scope: 'recipient',
  });
}

/** A fault that every mail of this pass would have; the server does not have this one. */
export const createServerFault = (reason: string, smtpCode: number | null = null): SendAttempt =>
  classifyAttempt({ answer: 'deferred', released: false, smtpCode, reason, scope: 'server' });

const unknownAuthority =
  'is from an authority that this machine does not know; name the file of the authority as smtp.ca, or let its operator send the certificates between';

/** What Node.js finds wrong with a certificate, by its error codes. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired; let its operator renew it',
  CERT_NOT_YET_VALID: 'is not valid yet; check the clock of this machine',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'is signed by itself; name its file as smtp.ca, or let its operator correct it',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_SIGNATURE_FAILURE: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name; write a name of the certificate as smtp.host',
};

function explainServerFault(fault: SmtpFault, words: string, server: string): string {
  if (fault instanceof TokenError) return words;
  const certificate = certificateFaults[fault.originalCode ?? ''];
  if (certificate !== undefined)
    return `the certificate of the mail server ${server} ${certificate} (${dropPeriod(words)})`;
  if (/wrong version number|packet length too long/.test(words))
    return `the mail server ${server} does not begin with TLS; write "secure: false" under smtp, or use its port with TLS at once, mostly 465`;
  if (fault.timeoutType === 'GREETING_TIMEOUT')
    return `the mail server ${server} did not greet within 20 seconds; if it begins with TLS, as on port 465, write "secure: true" under smtp, else check smtp.port`;
  if (fault.code === noLogin)
    return `the mail server ${server} offers no login; use its port for logins, mostly 587, or remove smtp.user and smtp.password`;
  if (fault.responseCode !== undefined && fault.responseCode < 500)
    return `the mail server ${server} is closed for the moment: ${words}; it is tried again later`;
  if (fault.code === 'EAUTH')
    return fault.command === 'AUTH XOAUTH2'
      ? `the mail server ${server} refused the token: ${words}; check that smtp.user may send, and the rights of the application of smtp.oauth2`
      : `the mail server ${server} refused the login: ${words}; check smtp.user and smtp.password`;
  if (fault.code === 'EDNS') return `the mail server ${server} has no address: ${words}; check smtp.host`;
  if (fault.code === 'ETLS')
    return `the mail server ${server} offers no usable TLS: ${words}; check smtp.secure and smtp.requireTls`;
  if (fault.code === 'EENVELOPE' && fault.command === 'MAIL FROM')
    return `the mail server ${server} refused the sender: ${words}; check smtp.from, and that smtp.user may send as it`;
  if (fault.code === 'EPROTOCOL' && fault.responseCode !== undefined)
    return `the mail server ${server} does not serve this machine: ${words}; ask its operator`;
  if (/ECONNREFUSED/.test(words))
    return `the mail server ${server} refused the connection; check smtp.host and smtp.port, and that the server runs`;
  return `the mail server ${server} was not reached: ${words}; check smtp.host and smtp.port`;
}

/** A connection that is not open yet. Its `close` waits for no peer; the caller limits the time of its calls. */
export function createSmtpConnection(smtp: SmtpSettings): SMTPConnection {
  const connection = new SMTPConnection({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: smtp.requireTls,
    ...(smtp.name === undefined ? {} : { name: smtp.name }),
    ...(smtp.ca === undefined ? {} : { tls: { ca: [...getCACertificates(), smtp.ca] } }),
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketCloseTimeout: 0,
  });
  // An error rejects the current call too.
  connection.on('error', () => undefined);
  return connection;
}

/** Waits for a call of a connection. Rejects with its error, or once the connection is closed. */
export function callSmtp<T>(
  connection: SMTPConnection,
  call: (done: (error: Error | null | undefined, result?: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // A call that fails reports its own error after the end.
    const end = (): void => void setImmediate(reject, new Error('Connection closed'));
    connection.once('end', end);
    call((error, result) => {
      connection.off('end', end);
      if (error instanceof Error) reject(error);
      else resolve(result as T);
    });
  });
}

/** The refusal of a mail that has other signs than ASCII in an address, if the server does not offer RFC 6531; else null. */
export function findUtf8Refusal(
  connection: SMTPConnection,
  { from, to }: MailMessage['envelope'],
  server: string,
): SendAttempt | null {
  const address = [from, ...to].find((one) => /\P{ASCII}/u.test(String(one)));
  // nodemailer would send the address without the extension.
  const { _supportedExtensions: offered = [] } = connection as unknown as {
    readonly _supportedExtensions?: readonly string[];
  };
  if (address === undefined || offered.includes('SMTPUTF8')) return null;
  const reason = `the mail server ${server} does not offer SMTPUTF8, which the address ${address} needs; write another address`;
  return classifyAttempt({ answer: 'rejected', released: false, reason, scope: 'recipient' });
}

/** True if the server refused a message, and takes another one after RSET. */
export function isResettable({ destroyed }: SMTPConnection, thrown: unknown): boolean {
  const { code = '', responseCode } = thrown as SmtpFault;
  return ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode !== 421 && !destroyed;
}

/** A user is set, and the server offers no AUTH. */
const noLogin = 'NO_LOGIN';

/** Connects, and logs in if there is a user: no mail leaves without the login that the settings ask for. */
export async function openSmtpConnection(
  connection: SMTPConnection,
  { user, password, oauth2 }: SmtpSettings,
  late?: AbortSignal,
): Promise<void> {
  const token = oauth2 === undefined ? null : await requestToken(oauth2, late);
  await callSmtp(connection, (done) => {
    connection.once('error', done);
    connection.connect(done);
  });
  if (user === null) return;
  if (!connection.allowsAuth) throw Object.assign(new Error('no AUTH'), { code: noLogin });
  const login =
    token === null
      ? { user, pass: password ?? '' }
      : { user, oauth2: new XOAuth2({ user, accessToken: token }) };
  try {
    await callSmtp(connection, (done) => connection.login(login, done));
  } catch (thrown) {
    if (oauth2 !== undefined) expireToken(oauth2);
    throw thrown;
  }
}

/** `host:port`, for messages. */
export function formatServerName(smtp: SmtpSettings): string {
  return `${smtp.host}:${smtp.port}`;
}

const maxCheckMs = 60_000;

/** Connects and logs in without sending. Returns null, or one clause with the next step. */
export async function checkSmtp(smtp: SmtpSettings): Promise<string | null> {
  const connection = createSmtpConnection(smtp);
  const server = formatServerName(smtp);
  let slow = false;
  const timer = setTimeout(() => {
    slow = true;
    connection.close();
  }, maxCheckMs);
  try {
    await openSmtpConnection(connection, smtp);
    return null;
  } catch (thrown) {
    if (slow) return `the mail server ${server} did not finish its answers within a minute`;
    return classifySmtpFault(thrown, { released: false, server, hasOwnSender: false }).reason;
  } finally {
    clearTimeout(timer);
    connection.close();
  }
}
