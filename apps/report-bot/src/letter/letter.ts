import type { Digest } from '../digest/digest.ts';
import { letterHtml } from './html.ts';
import type { LetterOptions } from './letter-options.ts';
import { numbersIn } from './numbers.ts';
import { htmlFor, type Reader, readerBytes, textFor } from './reader.ts';
import { letterText } from './text.ts';
import { type Extent, letterView } from './view.ts';

/** One mail without addresses. */
export interface Letter {
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

/** Largest HTML part, bytes in UTF-8: well below the 102 KB at which Gmail is reported to clip (jsx-email PR 89). */
export const htmlBudget = 80_000;

/** From the fullest to the shortest; the last fits whatever the input. */
const extents: readonly Extent[] = [
  { summary: 40, details: 6, rivals: 6, engines: 6, notes: 8 },
  { summary: 40, details: 3, rivals: 6, engines: 4, notes: 6 },
  { summary: 25, details: 2, rivals: 4, engines: 3, notes: 4 },
  { summary: 10, details: 1, rivals: 3, engines: 3, notes: 3 },
];

/** A digest in one locale, written once for all its readers. */
export interface SharedLetter {
  readonly subject: string;
  readonly preheader: string;
  /** Equal readers give equal bytes. */
  for(reader: Reader): Letter;
}

/**
 * A digest as a mail. Equal input gives equal bytes.
 * @throws RangeError for an unsubscribe address that is no link or a locale that is none
 * @throws Complaint where the template was not built
 */
export function renderLetter(digest: Digest, { locale, unsubscribe }: LetterOptions): SharedLetter {
  const numbers = numbersIn(locale);
  for (const extent of extents) {
    const view = letterView(digest, numbers, unsubscribe, extent);
    const html = letterHtml(view);
    if (Buffer.byteLength(html) > htmlBudget - readerBytes) continue;
    const text = letterText(view);
    const { subject, preheader } = view;
    return {
      subject,
      preheader,
      for: (reader) => ({
        subject,
        preheader,
        html: htmlFor(html, reader),
        text: textFor(text, reader),
        attachments: [],
      }),
    };
  }
  throw new RangeError(
    `The letter is larger than ${htmlBudget} bytes even in its shortest form; send fewer websites.`,
  );
}
