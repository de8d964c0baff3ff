import type { Outcome } from '../store/ledger.ts';

/** How an attempt ended, and whether the fault is this recipient's or the whole server's. */
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
  const said = (fault.message ?? String(thrown)).replace(/\s+/g, ' ').trim();
  const permanent = smtpCode !== null && smtpCode >= 500;
  if (released) {
    if (smtpCode !== null && fault.command === 'DATA') {
      return {
        state: permanent ? 'refused' : 'ready',
        smtpCode,
        reason: `the server did not take the message: ${said}`,
        scope: 'recipient',
      };
    }
    return {
      state: 'uncertain',
      smtpCode,
      reason: `the connection ended after the message body was released and before the server answered (${said}); the server may have the message`,
      scope: 'server',
    };
  }
  if (fault.code === 'EENVELOPE' && fault.command?.startsWith('RCPT') === true) {
    return {
      state: permanent ? 'refused' : 'ready',
      smtpCode,
      reason: `the server did not take the address: ${said}`,
      scope: 'recipient',
    };
  }
  return { state: 'ready', smtpCode, reason: serverFault(fault, said, server), scope: 'server' };
}

function serverFault(fault: SmtpFault, said: string, server: string): string {
  if (fault.code === 'EAUTH')
    return `the mail server ${server} refused the login: ${said}; check smtp.user and smtp.password`;
  if (fault.code === 'EDNS') return `the mail server ${server} has no address: ${said}; check smtp.host`;
  if (fault.code === 'ETLS')
    return `the mail server ${server} offers no usable TLS: ${said}; check smtp.secure and smtp.requireTls`;
  if (fault.code === 'EENVELOPE')
    return `the mail server ${server} refused the sender: ${said}; check smtp.from`;
  if (/ECONNREFUSED/.test(said))
    return `the mail server ${server} refused the connection; check smtp.host and smtp.port, and that the server runs`;
  return `the mail server ${server} was not reached: ${said}; check smtp.host and smtp.port`;
}
