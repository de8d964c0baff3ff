import type { Outcome } from '../store/ledger.ts';

/** How an attempt ended, and whether the fault is this mail's or the whole server's. */
export interface Attempt extends Outcome {
  readonly scope: 'recipient' | 'server';
}

interface SmtpFault {
  readonly message?: string;
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/**
 * What an SMTP failure means. nodemailer reports a drop after the body exactly as a drop at EHLO, so only the gate tells
 * them apart: before it nothing left; after it only a reply to DATA is certain (RFC 5321 §4.2.5).
 */
export function classify(thrown: unknown, released: boolean, server: string): Attempt {
  const fault = thrown as SmtpFault;
  const smtpCode = fault.responseCode ?? null;
  const words = (fault.message ?? String(thrown)).replace(/\s+/g, ' ').trim();
  const ofMail = (reason: string): Attempt => ({
    state: smtpCode !== null && smtpCode >= 500 ? 'refused' : 'ready',
    smtpCode,
    reason,
    scope: smtpCode === 421 ? 'server' : 'recipient',
  });
  if (released) {
    if (smtpCode !== null && fault.command === 'DATA')
      return ofMail(`the server did not take the message: ${words}`);
    const waited = fault.code === 'ETIMEDOUT' ? 'the server did not answer for ten minutes' : words;
    return {
      state: 'uncertain',
      smtpCode,
      reason: `the connection ended after the message body was released and before the server answered (${waited}); the server may have the message`,
      scope: 'server',
    };
  }
  if (fault.code === 'EENVELOPE' && fault.command?.startsWith('RCPT') === true)
    return ofMail(`the server did not take the address: ${words}`);
  if (fault.code === 'EENVELOPE' && fault.command === 'DATA')
    return ofMail(`the server did not begin to take the message: ${words}`);
  if (fault.code === 'EMESSAGE' && fault.command === 'MAIL FROM')
    return { ...ofMail(`the server does not take a message of this size: ${words}`), state: 'refused' };
  return serverFault(reasonOf(fault, words, server), smtpCode);
}

/** A fault that every mail of this pass would meet. */
export function serverFault(reason: string, smtpCode: number | null = null): Attempt {
  return { state: 'ready', smtpCode, reason, scope: 'server' };
}

function reasonOf(fault: SmtpFault, words: string, server: string): string {
  if (fault.responseCode === 421)
    return `the mail server ${server} is closed for the moment: ${words}; it is tried again later`;
  if (fault.code === 'EAUTH')
    return `the mail server ${server} refused the login: ${words}; check smtp.user and smtp.password`;
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
