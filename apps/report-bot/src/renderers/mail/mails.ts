import type { Digest } from '../../digest/digest.ts';
import { createBody } from '../../message/body.ts';
import type { WebCopyAddress } from '../../message/extras.ts';
import { createUnsubscribeUrl } from '../../settings/addresses.ts';
import type { DigestAudience, Recipient } from '../../settings/settings.ts';
import { createFiguresFile } from '../data/figures-file.ts';
import { createChartPrinter } from './chart.ts';
import { toMailDesign } from './logo.ts';
import {
  type LocalizedMail,
  type MailReader,
  personalizeMail,
  type RenderedMail,
  renderOwnMail,
} from './render.ts';

export interface DigestMails {
  readonly from: string;
  for(recipient: Recipient & Pick<MailReader, 'isTest'>): Promise<RenderedMail>;
  written(): number;
  /** Why the schedule's template was not used, each reason once. */
  faults(): readonly string[];
}

interface MailFiles {
  readonly webCopy: WebCopyAddress;
  readonly redact: (text: string) => string;
}

export const noFiles: MailFiles = { webCopy: () => null, redact: (text) => text };

export function createMails(
  digest: Digest,
  schedule: DigestAudience,
  smtpFrom: string,
  { webCopy, redact }: MailFiles = noFiles,
): DigestMails {
  const from = schedule.from ?? smtpFrom;
  const unsubscribe = createUnsubscribeUrl(schedule.id, from);
  const hasFigures = schedule.attach.includes('csv') && digest.heartbeat === null;
  const figures = hasFigures ? createFiguresFile(digest, redact) : null;
  const design = toMailDesign(schedule.design, schedule.dashboard);
  const charts = createChartPrinter(design.colour);
  const byLocale = new Map<string, LocalizedMail>();
  return {
    from,
    for: async ({ to, name, locale, isTest = false }) => {
      const extras = { webCopy: webCopy(locale), figures };
      const mail =
        byLocale.get(locale) ??
        (await renderOwnMail(digest, { locale, unsubscribe, design, charts, extras }));
      byLocale.set(locale, mail);
      return mail.for({ name, address: to, isTest });
    },
    written: () => byLocale.size,
    faults: () => [...new Set([...byLocale.values()].flatMap(({ fault }) => fault ?? []))],
  };
}

/** Redacts a mail as the ledger would. */
export function redactMail(mail: RenderedMail, redact: (text: string) => string): RenderedMail {
  const { preheader, body } = mail;
  return personalizeMail({
    subject: redact(mail.subject),
    preheader,
    body: createBody({ ...body, html: redact(body.html), text: redact(body.text) }),
    inserts: mail.inserts.map(redact),
  });
}
