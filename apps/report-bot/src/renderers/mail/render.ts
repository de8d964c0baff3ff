import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars/runtime.js';
import type { Digest } from '../../digest/digest.ts';
import type { Fact } from '../../digest/metric.ts';
import {
  type ChartPrinter,
  createBody,
  type MailFile,
  type MailImage,
  type MessageContent,
} from '../../message/body.ts';
import { defaultDesign, type MailDesign } from '../../message/design.ts';
import { type MailExtras, noExtras } from '../../message/extras.ts';
import { createPhrases } from '../../message/phrases.ts';
import {
  fillSlots,
  listInserts,
  markTextSlots,
  maxReaderBytes,
  toPlainName,
} from '../../message/text-layout.ts';
import { createMailView, type MailView, type SizeBudget, type ViewWithFacts } from '../../message/view.ts';
import type { MailTemplate } from '../../settings/mail-template.ts';
import { UserError } from '../../system/errors.ts';
import { builtFileUrl } from '../../system/files.ts';
import { createChartPrinter, loadChartRenderer } from './chart.ts';
import { runTemplate } from './template-thread.ts';
import { renderText } from './text-part.ts';

const templateFile = fileURLToPath(builtFileUrl('mail/mail.js'));
const requireFile = createRequire(import.meta.url);

type RenderTemplate = (view: object) => string;
type Templates = Readonly<Record<MailView['direction'], RenderTemplate>>;
let templates: Templates | null = null;

/** The HTML part, by the templates that `build.ts` compiled. */
export function renderHtml(view: MailView): string {
  templates ??= loadTemplates(templateFile);
  return templates[view.direction](toTemplateModel(view));
}

/** Splits a name where a line may break: before a dot, after a hyphen, never within a word. */
const splitName = (name: string): readonly string[] => name.split(/(?=\.)|(?<=-)/);

export function toTemplateModel(view: MailView): object {
  return {
    ...view,
    hasContents: view.sites.length > 1,
    hasQuiet: view.others.length + view.quiet.rows.length > 0,
    quiet: {
      ...view.quiet,
      rows: view.quiet.rows.map((row) => ({ ...row, nameParts: splitName(row.name) })),
    },
    groups: view.groups.map((group) => ({
      ...group,
      changes: group.changes.map((change) => ({ ...change, nameParts: splitName(change.name) })),
    })),
    sites: view.sites.map((site) => ({
      ...site,
      nameParts: splitName(site.name),
      cardRows: site.cards.flatMap((_, at, cards) => (at % 2 === 0 ? [cards.slice(at, at + 2)] : [])),
      pageTables: site.pageTables.map(({ pages, ...table }) => ({
        ...table,
        pages: pages.map((page) => ({ ...page, nameParts: page.name.split(/(?=[./])|(?<=-)/) })),
      })),
      competitors: site.competitors.map((competitor) => ({
        ...competitor,
        nameParts: splitName(competitor.name),
        rest: 100 - competitor.bar,
      })),
    })),
  };
}

/** @throws UserError if the template is not built, or the renderer of charts not installed */
export function assertTemplate(file = templateFile): void {
  if (existsSync(file)) {
    loadChartRenderer();
    return;
  }
  throw new UserError(
    `The mail template is not built: there is no ${file}. In the sources run \`pnpm build\` once; where dist was copied, copy the whole of it.`,
  );
}

/** @throws UserError if the template is not built */
export function loadTemplates(file: string): Templates {
  assertTemplate(file);
  const { ltr, rtl } = requireFile(file).default;
  return { ltr: Handlebars.template<object>(ltr), rtl: Handlebars.template<object>(rtl) };
}

export interface MailOptions {
  /** BCP 47 tag. The words are English if the language has none. */
  readonly locale: string;
  /** A `mailto:` or `https:` address. */
  readonly unsubscribe: string;
  readonly design?: MailDesign;
  /** Shared by the locales of a digest, so that each chart is drawn once. */
  readonly charts?: ChartPrinter;
  readonly extras?: MailExtras;
}

/** The person who receives a mail. */
export interface MailReader {
  readonly name: string | null;
  readonly address: string;
  /** True for a mail of `send-test`, whose reader may be no recipient. */
  readonly isTest?: boolean;
}

/** One mail without addresses. */
export interface RenderedMail extends MessageContent {
  readonly preheader: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly MailFile[];
}

/** A mail whose parts are filled when they are read. */
export function personalizeMail(mail: MessageContent & Pick<RenderedMail, 'preheader'>): RenderedMail {
  const { subject, preheader, body, inserts } = mail;
  return {
    subject,
    preheader,
    body,
    inserts,
    attachments: body.attachments,
    get html() {
      return fillSlots(body.html, inserts);
    },
    get text() {
      return fillSlots(body.text, inserts);
    },
  };
}

/** Largest HTML part, bytes in UTF-8. Gmail is reported to clip at 102 KB (jsx-email PR 89). */
export const htmlBudget = 80_000;

/** From the largest to the smallest; the last fits any input. */
export const sizeBudgets: readonly [SizeBudget, ...SizeBudget[]] = [
  { changes: 5, name: 32, quiet: 12, clients: 40, competitors: 5, parts: 4, pageLines: 6, notes: 8 },
  { changes: 5, name: 16, quiet: 8, clients: 24, competitors: 5, parts: 4, pageLines: 6, notes: 6 },
  {
    changes: 3,
    name: 8,
    quiet: 6,
    clients: 12,
    competitors: 3,
    parts: 3,
    pageLines: 6,
    notes: 3,
    hasLinks: false,
  },
];

/** A digest in one locale, rendered once for all readers. */
export interface LocalizedMail {
  readonly subject: string;
  readonly preheader: string;
  /** Every number that the view has. */
  readonly facts: ReadonlySet<Fact>;
  /** Why the schedule's template was not used; null if it was, or there is none. */
  readonly fault: string | null;
  /** Equal readers give equal bytes. */
  for(reader: MailReader): RenderedMail;
}

type MailParts = Pick<RenderedMail, 'subject' | 'html' | 'text'>;

/**
 * Renders a digest by the built-in template. Equal input gives equal bytes.
 * @throws RangeError for an invalid unsubscribe address or locale
 * @throws UserError if the template is not built
 */
export function renderMail(digest: Digest, options: MailOptions): LocalizedMail {
  for (const drawn of drawViews(digest, options)) {
    const mail = toFittingMail(digest, drawn, renderBuiltIn(drawn.view), options);
    if (mail !== null) return mail;
  }
  throw new RangeError(`The mail ${tooLarge}; send fewer websites.`);
}

/** A run whose template took too long, and why: its other languages and readers do not wait anew. */
const slowRuns = new WeakMap<MailTemplate, { readonly run: string; readonly fault: string }>();

/** {@link renderMail} by the schedule's template. One that fails is replaced by the built-in one. */
export async function renderOwnMail(digest: Digest, options: MailOptions): Promise<LocalizedMail> {
  const { template } = options.design ?? defaultDesign;
  if (template === null) return renderMail(digest, options);
  const run = `${digest.schedule.id} ${digest.week}`;
  const slow = slowRuns.get(template);
  if (slow?.run === run) return { ...renderMail(digest, options), fault: slow.fault };
  for (const drawn of drawViews(digest, options)) {
    const { parts, faults, isSlow } = await runTemplate({ template, model: toTemplateModel(drawn.view) });
    if (faults[0] !== undefined) {
      const fault = `${template.name}: ${faults[0]}`;
      if (isSlow) slowRuns.set(template, { run, fault });
      return { ...renderMail(digest, options), fault };
    }
    const mail = toFittingMail(digest, drawn, { ...renderBuiltIn(drawn.view), ...parts }, options);
    if (mail !== null) return mail;
  }
  return { ...renderMail(digest, options), fault: `${template.name}: ${tooLarge}.` };
}

const renderBuiltIn = (view: MailView): MailParts => ({
  subject: view.subject,
  html: renderHtml(view),
  text: renderText(view),
});

function* drawViews(
  digest: Digest,
  {
    locale,
    unsubscribe,
    design = defaultDesign,
    charts = createChartPrinter(design.colour),
    extras = noExtras,
  }: MailOptions,
): Generator<ViewWithFacts> {
  for (const budget of sizeBudgets)
    yield createMailView(digest, { locale, unsubscribe, design, charts, extras }, budget);
}

const tooLarge = `is larger than ${htmlBudget} bytes even in its shortest form`;

function toFittingMail(
  { schedule, alert }: Digest,
  { view, facts }: ViewWithFacts,
  { subject, html, text }: MailParts,
  { locale, extras: { figures } = noExtras }: MailOptions,
): LocalizedMail | null {
  if (Buffer.byteLength(html) > htmlBudget - maxReaderBytes) return null;
  const { preheader } = view;
  const images = listImages(view).filter(({ cid }) => html.includes(cid));
  const attachments = [...images, ...(figures === null ? [] : [figures.file])];
  const body = createBody({ html, text: markTextSlots(text), attachments });
  const phrases = createPhrases(locale);
  const title = toPlainName(schedule.title ?? schedule.id);
  return {
    subject,
    preheader,
    facts,
    fault: null,
    for: ({ name, address, isTest = false }) => {
      const texts = {
        greeting: name === null ? '' : phrases.text('forReader', { name: toPlainName(name) }),
        reason: phrases.text(isTest ? 'reasonTest' : alert === null ? 'reason' : 'reasonAlert', {
          address: toPlainName(address, 100),
          schedule: title,
        }),
      };
      return personalizeMail({ subject, preheader, body, inserts: listInserts(texts) });
    },
  };
}

export function listImages({ logo, groups, sites }: MailView): readonly MailImage[] {
  const rows = [...groups.flatMap(({ changes }) => changes), ...sites.flatMap(({ cards }) => cards)];
  const charts = rows.map(({ chart }) => chart.image);
  const images = [logo, ...charts].filter((image) => image !== null);
  return [...new Map(images.map((image) => [image.cid, image])).values()];
}
