import { buildDigest, type Digest, type DigestInput } from '../../src/digest/digest.ts';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { defaultDesign } from '../../src/message/design.ts';
import {
  type MailOptions,
  type MailReader,
  type RenderedMail,
  renderMail,
  renderOwnMail,
} from '../../src/renderers/mail/render.ts';
import type { MailTemplate } from '../../src/settings/mail-template.ts';

export const options: MailOptions & MailReader = {
  name: null,
  locale: 'en-GB',
  unsubscribe: 'mailto:reports@acme.example?subject=unsubscribe%20monday',
  address: 'ana@acme.example',
};

/** A schedule's look without anything of its own, and without sections. */
export const plainDesign = {
  colour: null,
  logo: null,
  intro: null,
  footer: null,
  sections: [],
  template: null,
  sheet: null,
  formulas: false,
} as const;

const digests = new WeakMap<DigestInput, Digest>();

/** The digest of an input, built once: every language shows the same one. */
export function digestOf(input: DigestInput): Digest {
  const digest = digests.get(input) ?? buildDigest(input);
  digests.set(input, digest);
  return digest;
}

export function renderFixture(
  input: DigestInput,
  changed: Partial<MailOptions & MailReader> = {},
): RenderedMail {
  const all = { ...options, ...changed };
  return renderMail(digestOf(input), all).for(all);
}

/** The words of an HTML part, as a reader sees them. */
export function extractText(html: string): string {
  return html
    .replace(/<wbr>/g, '')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<style[\s\S]*?<\/style>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&nbsp;/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[\s\u00a0]+/g, ' ');
}

/** The sentences of the images, which a reader sees where images are off. */
export function extractSentences(html: string): string[] {
  return [...html.matchAll(/ alt="([^"]*)"/g)].map(([, sentence = '']) => extractText(sentence));
}

export const toTemplate = (sources: MailTemplate['sources']): MailTemplate => ({ name: './mails', sources });
/** The mail of a schedule with this template, and the fault for which it is the built-in one. */
export const renderOwnTemplate = async (
  template: MailTemplate,
  digest = buildDigest(fixtureWeeks.fall()),
) => {
  const mail = await renderOwnMail(digest, { ...options, design: { ...defaultDesign, template } });
  return { fault: mail.fault, ...mail.for({ name: 'Ann', address: 'ann@example.com' }) };
};
