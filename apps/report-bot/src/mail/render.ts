import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars/runtime.js';
import type { Digest } from '../digest/digest.ts';
import { UserError } from '../system/errors.ts';
import { builtFileUrl } from '../system/files.ts';
import { createFormatter } from './formatter.ts';
import type { SparklineMark } from './site-view.ts';
import {
  type MailReader,
  maxReaderBytes,
  personalizeHtml,
  personalizeText,
  readerSlots,
} from './text-layout.ts';
import { assumptionSentence, renderText } from './text-part.ts';
import { createMailView, type MailView, type SizeBudget } from './view.ts';

const templateFile = fileURLToPath(builtFileUrl('mail/mail.js'));
const requireFile = createRequire(import.meta.url);

type RenderTemplate = (view: object) => string;
let renderTemplate: RenderTemplate | null = null;

/** Height of a sparkline and of a mark, pixels. */
const [sparklineHeight, markHeight] = [24, 4];

/** The HTML part, by the template that `build.ts` compiled. */
function renderHtml(view: MailView): string {
  renderTemplate ??= loadTemplate(templateFile);
  return renderTemplate(toTemplateModel(view));
}

/** Splits a name where a line may break: a domain before a dot, never within a word. */
const splitName = (name: string): readonly string[] => name.split(/(?=[.-])/);

/** The input of the template: the view with split names, and sparklines in pixels. */
export function toTemplateModel(view: MailView): object {
  return {
    ...view,
    assumption: assumptionSentence,
    slots: readerSlots,
    summary: view.summary.map((site) => ({ ...site, nameParts: splitName(site.name) })),
    sites: view.sites.map((site) => ({
      ...site,
      nameParts: splitName(site.name),
      metrics: site.metrics.map((metric) => ({ ...metric, marks: toPixels(metric.marks) })),
      competitors: site.competitors.map((competitor) => ({
        ...competitor,
        nameParts: splitName(competitor.name),
        rest: 100 - competitor.bar,
      })),
    })),
  };
}

/** @throws UserError if the template is not built */
export function assertTemplate(file = templateFile): void {
  if (existsSync(file)) return;
  throw new UserError(
    `The mail template is not built: there is no ${file}. In the sources run \`pnpm build\` once; where dist was copied, copy the whole of it.`,
  );
}

/** @throws UserError if the template is not built */
export function loadTemplate(file: string): RenderTemplate {
  assertTemplate(file);
  return Handlebars.template<object>(requireFile(file).default);
}

function toPixels(
  marks: readonly SparklineMark[],
): { top: number; bottom: number; known: boolean; last: boolean }[] {
  if (marks.filter((value) => value !== null).length < 2) return [];
  return marks.map((value, at) => {
    const bottom = Math.round((value ?? 0) * (sparklineHeight - markHeight));
    return {
      top: sparklineHeight - markHeight - bottom,
      bottom,
      known: value !== null,
      last: at === marks.length - 1,
    };
  });
}

export interface MailOptions {
  /** BCP 47 tag for numbers and dates; the text is English. */
  readonly locale: string;
  /** A `mailto:` or `https:` address. */
  readonly unsubscribe: string;
}

/** One mail without addresses. */
export interface RenderedMail {
  readonly subject: string;
  readonly preheader: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly {
    readonly cid: string;
    readonly filename: string;
    readonly contentType: string;
    readonly content: Uint8Array;
  }[];
}

/** Largest HTML part, bytes in UTF-8. Gmail is reported to clip at 102 KB (jsx-email PR 89). */
export const htmlBudget = 80_000;

/** From the largest to the smallest; the last fits any input. */
const sizeBudgets: readonly SizeBudget[] = [
  { summary: 40, details: 6, competitors: 6, engines: 6, notes: 8 },
  { summary: 40, details: 3, competitors: 6, engines: 4, notes: 6 },
  { summary: 25, details: 2, competitors: 4, engines: 3, notes: 4 },
  { summary: 10, details: 1, competitors: 3, engines: 3, notes: 3 },
];

/** A digest in one locale, rendered once for all readers. */
export interface LocalizedMail {
  readonly subject: string;
  readonly preheader: string;
  /** Equal readers give equal bytes. */
  for(reader: MailReader): RenderedMail;
}

/**
 * Renders a digest. Equal input gives equal bytes.
 * @throws RangeError for an invalid unsubscribe address or locale
 * @throws UserError if the template is not built
 */
export function renderMail(digest: Digest, { locale, unsubscribe }: MailOptions): LocalizedMail {
  const numbers = createFormatter(locale);
  for (const budget of sizeBudgets) {
    const view = createMailView(digest, numbers, unsubscribe, budget);
    const html = renderHtml(view);
    if (Buffer.byteLength(html) > htmlBudget - maxReaderBytes) continue;
    const text = renderText(view);
    const { subject, preheader } = view;
    return {
      subject,
      preheader,
      for: (reader) => ({
        subject,
        preheader,
        html: personalizeHtml(html, reader),
        text: personalizeText(text, reader),
        attachments: [],
      }),
    };
  }
  throw new RangeError(
    `The mail is larger than ${htmlBudget} bytes even in its shortest form; send fewer websites.`,
  );
}
