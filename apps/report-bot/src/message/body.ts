import { createHash } from 'node:crypto';
import type { Direction } from '@answershare/core/statistics';
import { createStableId } from '../system/text.ts';

export interface MailFile {
  /** A hash of its content; the Content-ID of an image. */
  readonly cid: string;
  /** ASCII letters, digits, dots and hyphens. */
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  /** `inline`: an image that the HTML part shows by `cid:`; `attachment`: a file for the reader. */
  readonly disposition: 'inline' | 'attachment';
}

/** An image of a mail, shown by `cid:`. */
export type MailImage = MailFile & { readonly disposition: 'inline' };

/** An image whose `cid` is a hash of its content. */
export function createImage(content: Uint8Array, type: 'png' | 'jpeg' | 'gif' | 'svg+xml'): MailImage {
  const name = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const [cid, filename] = [`${name}@answershare`, `${name}.${type.replace('+xml', '')}`];
  return { cid, filename, contentType: `image/${type}`, content, disposition: 'inline' };
}

/** A logo with its height in CSS pixels. */
export interface LogoImage extends MailImage {
  readonly height: number;
}

export interface FiguresFile {
  readonly file: MailFile;
  /** False if the shares of competitors are left out. */
  readonly complete: boolean;
}

/** One series to draw, without text. */
export interface ChartSeries {
  /** Oldest first; null for a week without a value. */
  readonly values: readonly (number | null)[];
  /** The range without news; null if unknown. */
  readonly band: { readonly low: number; readonly high: number } | null;
  /** The least height of the axis, so that noise looks small. */
  readonly minSpan: number;
  /** True if a smaller value is higher: a rank. */
  readonly inverted: boolean;
  /** Of the last week, if its change is clear. */
  readonly direction: Direction | null;
  /** True if time runs from right to left. */
  readonly mirrored: boolean;
  /** Indices of the weeks with an event that the text names. */
  readonly marks?: readonly number[];
}

/** Draws charts. Each distinct one is rendered once. */
export interface ChartPrinter {
  /** Null with fewer than two values. */
  print(chart: ChartSeries): MailImage | null;
}

/** What the readers of a mail share; both parts have placeholders for the {@link RenderedMail.inserts} of a reader. */
export interface MailBody {
  /** Equal bodies have the same one. */
  readonly id: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly MailFile[];
}

export function createBody(content: Omit<MailBody, 'id'>): MailBody {
  const { html, text, attachments } = content;
  return { ...content, id: createStableId(html, text, ...attachments.map(({ cid }) => cid)) };
}

/** A message for one reader, as it is frozen. */
export interface MessageContent {
  readonly subject: string;
  readonly body: MailBody;
  /** The reader's texts for the placeholders of the body. */
  readonly inserts: readonly string[];
}
