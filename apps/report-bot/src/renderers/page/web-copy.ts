import type { Digest } from '../../digest/digest.ts';
import type { MailFile } from '../../message/body.ts';
import type { MailDesign } from '../../message/design.ts';
import { fillSlots, listInserts } from '../../message/text-layout.ts';
import { createMailView, type SizeBudget } from '../../message/view.ts';
import { createSvgPrinter } from '../mail/chart.ts';
import { listImages, renderHtml } from '../mail/render.ts';

/** A page has room for everything. */
const everything: SizeBudget = {
  changes: Infinity,
  name: Infinity,
  quiet: Infinity,
  clients: Infinity,
  competitors: Infinity,
  parts: Infinity,
  pageLines: Infinity,
  notes: Infinity,
  everySite: true,
};

/** Loads nothing, sends its secret address to no other page, and breaks no card between two sheets of paper. */
const head = [
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
  '<meta name="referrer" content="no-referrer">',
  '<meta name="robots" content="noindex, nofollow">',
  '<style>@media print { @page { margin: 12mm; } body, .page { background: #fff !important; } ' +
    '* { print-color-adjust: exact; -webkit-print-color-adjust: exact; } tr, p { break-inside: avoid; } ' +
    'h1, h2 { break-after: avoid; } }</style>',
].join('');

/**
 * A digest as one HTML file with every website in full, without a reader. Its charts are inside it, so that it loads
 * nothing. Equal input gives equal bytes.
 */
export function renderWebCopy(digest: Digest, locale: string, design: MailDesign): string {
  const options = { locale, design, unsubscribe: null, charts: createSvgPrinter(design.colour) };
  const { view } = createMailView(digest, options, everything);
  const html = fillSlots(renderHtml(view), listInserts({ greeting: '', reason: '' }));
  return embedImages(html, listImages(view)).replace('</head>', `${head}</head>`);
}

/** Replaces `cid:` images by data URLs, because a browser has no attachments. */
export function embedImages(html: string, images: readonly MailFile[]): string {
  const addresses = new Map(
    images.map(({ cid, contentType, content }) => [
      cid,
      `data:${contentType};base64,${Buffer.from(content).toString('base64')}`,
    ]),
  );
  return html.replace(/(?<= src=")cid:([^"]*)(?=")/g, (found, cid: string) => addresses.get(cid) ?? found);
}
