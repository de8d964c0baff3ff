import { createHash } from 'node:crypto';
import type { Digest } from '../../digest/digest.ts';
import { type Figure, listFigures } from '../../digest/figures.ts';
import type { FiguresFile, MailFile } from '../../message/body.ts';

/**
 * Places where a spreadsheet would begin a formula, also after blanks, a quote or with full-width signs: the start of a
 * text, and after a separator of any dialect, because a program may split at `;` or tab. OWASP,
 * {@link https://owasp.org/www-community/attacks/CSV_Injection}, and ASVS 5.0, 1.2.10.
 */
const formulaStart = /(^|[,;\t\r\n])(?=(?:(?![\t\r\n])["\s\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])|^(?=[\t\r\n\0])/gu;

/** Numbers are our own and stay numbers, also negative ones. */
function formatCell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  return `"${value.replace(formulaStart, "$1'").replaceAll('"', '""')}"`;
}

/**
 * Figures as CSV, one row each; the header has the names of {@link Figure}. Every text is in quotes (RFC 4180), and an
 * apostrophe precedes what could begin a formula.
 */
export function formatFiguresCsv(figures: readonly Figure[], lineEnd: '\n' | '\r\n' = '\n'): string {
  const [first] = figures;
  if (first === undefined) return '';
  const rows = figures.map((figure) => Object.values(figure).map(formatCell).join(','));
  return [Object.keys(first).join(','), ...rows].map((line) => line + lineEnd).join('');
}

/** The most bytes of a file; most mail servers take 10 MB, and base64 adds a third. */
export const maxFileBytes = 2_000_000;

/**
 * The figures of a digest as CSV with CRLF (RFC 4180), in UTF-8 with a byte order mark: without the mark Excel reads
 * the code page of its machine ({@link https://stackoverflow.com/questions/155097}). Above {@link maxFileBytes} it
 * has the own figures alone. Null without a figure. Equal figures give equal bytes.
 */
export function createFiguresFile(
  digest: Digest,
  redact: (text: string) => string = (text) => text,
  mostBytes: number = maxFileBytes,
): FiguresFile | null {
  const all = listFigures(digest);
  if (all.length === 0) return null;
  const encode = (of: typeof all): Buffer => {
    const figures = of.map(({ figure }) => figure);
    return Buffer.from(redact(`\uFEFF${formatFiguresCsv(figures, '\r\n')}`));
  };
  const content = encode(all);
  const complete = content.length <= mostBytes;
  const own = complete ? content : encode(all.filter(({ competitor }) => competitor === null));
  const filename = `answershare-${digest.schedule.id}-${digest.week}.csv`;
  const hash = createHash('sha256').update(`${filename}\n`).update(own).digest('hex').slice(0, 32);
  const file: MailFile = {
    cid: `${hash}@answershare`,
    filename,
    contentType: 'text/csv; charset=utf-8; header=present',
    content: own,
    disposition: 'attachment',
  };
  return { file, complete };
}
