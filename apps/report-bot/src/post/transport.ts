import { createTransport } from 'nodemailer';
import type { SmtpSettings } from '../settings/settings.ts';
import { classify } from './outcome.ts';

/** RFC 5321 §4.5.3.2.6: the answer to the final dot may take ten minutes. A client that leaves earlier sends twice. */
const answerMs = 600_000;

/** A transport that keeps one connection for the next mail. The ledger retries, and never the transport. */
export function smtpTransport(smtp: SmtpSettings, silenceMs = answerMs) {
  return createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: smtp.requireTls,
    ...(smtp.user === null ? {} : { auth: { user: smtp.user, pass: smtp.password ?? '' } }),
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: silenceMs,
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
  });
}

export type SmtpTransport = ReturnType<typeof smtpTransport>;

/** `host:port`, for messages. */
export function serverName(smtp: SmtpSettings): string {
  return `${smtp.host}:${smtp.port}`;
}

/** Connects and logs in without sending. Null where that works, else one clause with the next step. */
export async function smtpComplaint(smtp: SmtpSettings): Promise<string | null> {
  const transport = smtpTransport(smtp, 60_000);
  try {
    await transport.verify();
    return null;
  } catch (thrown) {
    return classify(thrown, false, serverName(smtp)).reason;
  } finally {
    transport.close();
  }
}
