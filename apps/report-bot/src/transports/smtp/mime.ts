import { encode, wrap } from 'nodemailer/lib/qp';
import type { MailBody, MailFile } from '../../message/body.ts';
import { selectInsert, splitAtSlots } from '../../message/text-layout.ts';

/** A multipart body with the places of a reader's texts (RFC 2046 §5.1). */
interface MimeBody {
  readonly contentType: string;
  /** Encoded bytes and placeholders in turn. */
  readonly pieces: readonly (Buffer | string)[];
}

/** A part of a message: its fields, an empty line and its content. */
type Part = string;

const mimeBodies = new WeakMap<MailBody, MimeBody>();

/** Encodes a body once for all its mails. Equal bodies give equal bytes. */
export function toMimeBody(body: MailBody): MimeBody {
  const known = mimeBodies.get(body);
  if (known !== undefined) return known;
  const { id, text, html, attachments } = body;
  const encodeFiles = (wanted: MailFile['disposition']): readonly Part[] =>
    attachments.filter(({ disposition }) => disposition === wanted).map(encodeFile);
  const [images, files] = [encodeFiles('inline'), encodeFiles('attachment')];
  const htmlPart = encodeText('text/html', html);
  const related =
    images.length === 0
      ? htmlPart
      : createPart('related; type="text/html"', `${id}-3`, [htmlPart, ...images]);
  const texts = [encodeText('text/plain', text), related];
  const root: Multipart =
    files.length === 0
      ? { subtype: 'alternative', boundary: `${id}-1`, parts: texts }
      : {
          subtype: 'mixed',
          boundary: `${id}-1`,
          parts: [createPart('alternative', `${id}-2`, texts), ...files],
        };
  const pieces = splitAtSlots(formatParts(root)).map((piece, at) =>
    at % 2 === 0 ? Buffer.from(piece) : piece,
  );
  const mime = { contentType: `multipart/${root.subtype}; boundary="${root.boundary}"`, pieces };
  mimeBodies.set(body, mime);
  return mime;
}

/** The body of one reader. A soft line break precedes each insert, so that what follows keeps its lines. */
export function fillMimeBody({ pieces }: MimeBody, inserts: readonly string[]): readonly Buffer[] {
  return pieces.map((piece) => {
    if (typeof piece !== 'string') return piece;
    const insert = selectInsert(inserts, piece);
    return Buffer.from(insert === '' ? '' : softLineBreak + toQuotedPrintable(insert));
  });
}

const softLineBreak = '=\r\n';

/** RFC 2045 §6.7. A soft line break follows each placeholder. */
function encodeText(type: string, content: string): Part {
  const encoded = splitAtSlots(content)
    .map((piece, at) => (at % 2 === 0 ? toQuotedPrintable(piece) : piece + softLineBreak))
    .join('');
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${encoded}`;
}

const toQuotedPrintable = (text: string): string => wrap(encode(text.replace(/\r?\n/g, '\r\n')));

/** RFC 2045 §6.8, RFC 2183, RFC 2392. */
function encodeFile({ cid, filename, contentType, content, disposition }: MailFile): Part {
  return [
    ...(disposition === 'inline'
      ? [`Content-Type: ${contentType}; name=${filename}`, `Content-ID: <${cid}>`]
      : [`Content-Type: ${contentType};`, ` name=${filename}`]),
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: ${disposition}; filename=${filename}`,
    '',
    ...(Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ].join('\r\n');
}

interface Multipart {
  readonly subtype: string;
  /** A hash, so that no part contains it. */
  readonly boundary: string;
  readonly parts: readonly Part[];
}

const createPart = (subtype: string, boundary: string, parts: readonly Part[]): Part =>
  `Content-Type: multipart/${subtype};\r\n boundary="${boundary}"\r\n\r\n${formatParts({ subtype, boundary, parts })}`;

const formatParts = ({ boundary, parts }: Multipart): string =>
  [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('');
