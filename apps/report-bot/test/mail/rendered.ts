import { buildDigest, type DigestInput } from '../../src/digest/digest.ts';
import { type MailOptions, type RenderedMail, renderMail } from '../../src/mail/render.ts';
import type { MailReader } from '../../src/mail/text-layout.ts';

export const options: MailOptions & MailReader = {
  name: null,
  locale: 'en-GB',
  unsubscribe: 'mailto:reports@acme.example?subject=unsubscribe%20monday',
  reason: 'You get this because ana@acme.example is a recipient of the schedule "monday".',
};

export function renderFixture(
  input: DigestInput,
  changed: Partial<MailOptions & MailReader> = {},
): RenderedMail {
  const all = { ...options, ...changed };
  return renderMail(buildDigest(input), all).for(all);
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
