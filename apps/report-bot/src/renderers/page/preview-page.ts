import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Digest } from '../../digest/digest.ts';
import type { MailFile } from '../../message/body.ts';
import { mailLanguages } from '../../message/phrases.ts';
import { maxSubjectLength } from '../../message/subject.ts';
import { countGraphemes } from '../../message/text-layout.ts';
import type { DigestAudience, Recipient } from '../../settings/settings.ts';
import { builtFileUrl } from '../../system/files.ts';
import { findMailFaults } from '../mail/mail-faults.ts';
import { createMails, redactMail } from '../mail/mails.ts';
import { assertTemplate, htmlBudget } from '../mail/render.ts';
import type { PageData, PageDigest, PageMail } from './page-data.ts';

const pageFile = fileURLToPath(builtFileUrl('preview.html'));

/** A mail that is only shown needs a reader too. */
const exampleReader: Recipient = { to: 'me@example.com', name: null, locale: 'en' };

export interface PreviewDigest {
  readonly digest: Digest;
  /** A week, or the name of a fixture; for messages and file names. */
  readonly label: string;
  readonly title: string;
}

export interface PreviewPageOptions {
  /** The sender, for the address of Unsubscribe. */
  readonly from: string;
  readonly redact: (text: string) => string;
  readonly progress: (done: number, total: number) => void;
}

/** Collects the digests of all schedules for one page. */
export class PreviewPage {
  readonly #options: PreviewPageOptions;
  readonly #digests: PageDigest[] = [];
  readonly #images = new Map<string, MailFile>();
  #first: PageData['first'] | null = null;

  /** @throws UserError if the page is not built */
  constructor(options: PreviewPageOptions) {
    assertTemplate(pageFile);
    this.#options = options;
  }

  /** Renders a schedule's digests in every language. `shown` is the one that the page opens with. Returns its faults. */
  async add(
    schedule: DigestAudience,
    digests: readonly PreviewDigest[],
    shown: PreviewDigest,
  ): Promise<readonly string[]> {
    const [reader = exampleReader] = schedule.recipients;
    const locales = listLocales(schedule);
    const places = new Map<string, string[]>();
    let done = 0;
    for (const one of digests) {
      const mails = createMails(one.digest, schedule, this.#options.from, {
        webCopy: () => schedule.webCopy?.url?.replaceAll('{file}', 'example.html') ?? null,
        redact: this.#options.redact,
      });
      const rendered: PageMail[] = [];
      for (const locale of locales) {
        const mail = redactMail(await mails.for({ ...reader, locale }), this.#options.redact);
        const { subject, preheader, html, text } = mail;
        const files = mail.attachments.filter(({ disposition }) => disposition === 'attachment');
        for (const file of mail.attachments) if (!files.includes(file)) this.#images.set(file.cid, file);
        this.#options.progress(++done, digests.length * locales.length);
        rendered.push({
          locale,
          subject,
          subjectLength: countGraphemes(subject),
          preheader: this.#options.redact(preheader),
          html,
          bytes: Buffer.byteLength(html),
          text,
          files: files.map(({ filename, content }) => ({ name: filename, bytes: content.length })),
          faults: [
            ...mails.faults().map((fault) => `The template is not used: ${fault}`),
            ...findMailFaults(mail),
          ],
        });
      }
      for (const { locale, faults } of rendered)
        for (const fault of faults)
          places.set(fault, [...(places.get(fault) ?? []), `${one.label}, ${locale}`]);
      if (one === shown) this.#first ??= { digest: this.#digests.length, locale: reader.locale };
      this.#digests.push({ title: one.title, mails: rendered });
    }
    return [...places].map(
      ([fault, [first, ...more]]) =>
        `${first}${more.length === 0 ? '' : ` and ${more.length} more`}: ${fault}`,
    );
  }

  /** One file that loads nothing: `build.ts` makes its frame. */
  render(): string {
    const images = [...this.#images].map(([cid, { contentType, content }]) => [
      cid,
      `data:${contentType};base64,${Buffer.from(content).toString('base64')}`,
    ]);
    const data: PageData = {
      digests: this.#digests,
      first: this.#first ?? { digest: 0, locale: 'en' },
      images: Object.fromEntries(images),
      limits: { bytes: htmlBudget, subject: maxSubjectLength },
    };
    const frame = readFileSync(pageFile, 'utf8');
    return frame.replace('id="data">', (start) => start + JSON.stringify(data).replaceAll('<', '\\u003c'));
  }
}

/** The locales of the recipients, then every other language that mails have. */
function listLocales({ recipients }: DigestAudience): string[] {
  const own = [...new Set(recipients.map(({ locale }) => locale))];
  const languages = new Set(own.map((locale) => new Intl.Locale(locale).language));
  return [...own, ...mailLanguages.filter((language) => !languages.has(language))];
}
