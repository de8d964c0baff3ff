import { maxOf } from '@answershare/core';
import Handlebars from 'handlebars/runtime.js';

/** Longest name that is printed, in characters. */
const maxNameLength = 48;

/**
 * Cleans a foreign name to one line: no control or direction-changing characters, at most 48 characters. The
 * template escapes it.
 */
export function toPlainName(name: string, limit: number = maxNameLength): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  if (line === '') return '(no name)';
  // A character is one or two code units.
  const characters = [...line.slice(0, 2 * limit + 1)];
  return characters.length <= limit
    ? line
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

/** A few names as one phrase: `a, b and 3 more`. */
export function formatNameList(names: readonly string[], shown: number = 3): string {
  const plain = names.slice(0, shown).map((name) => toPlainName(name));
  const more = names.length - plain.length;
  return more === 0 ? plain.join(', ') : `${plain.join(', ')} and ${more} more`;
}

/** Longest line (RFC 5322 §2.1.1). */
export const maxLineLength = 78;

interface TextColumn {
  readonly align: 'left' | 'right';
}

/** Pads every column to its widest cell, with two spaces between columns. */
export function formatTextTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
): string[] {
  const widths = columns.map((_, at) =>
    Math.max(0, maxOf(rows.map((row) => countCharacters(row[at] ?? '')))),
  );
  return rows.map((row) =>
    columns
      .map(({ align }, at) => {
        const cell = row[at] ?? '';
        const gap = ' '.repeat((widths[at] ?? 0) - countCharacters(cell));
        return align === 'left' ? cell + gap : gap + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}

function countCharacters(text: string): number {
  return [...text].length;
}

/** Breaks a paragraph into lines of at most `limit` characters. A longer word, such as an address, is not broken. */
export function wrapText(paragraph: string, limit: number, hang: string = ''): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (countCharacters(last) + 1 + countCharacters(word) <= limit)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(hang + word);
  }
  return lines;
}

/** The person who receives a mail. */
export interface MailReader {
  readonly name: string | null;
  /** Why this person receives it, one sentence. */
  readonly reason: string;
}

/** Placeholders for what differs between readers. No other text of a mail contains a control character. */
export const readerSlots = { greeting: '\u0001', reason: '\u0002' } as const;

/** Upper bound for a reader's name and reason in HTML, bytes. */
export const maxReaderBytes = 2_000;

/** Fills a reader's name and reason into the HTML part of a locale. */
export function personalizeHtml(html: string, { name, reason }: MailReader): string {
  const escaped = (text: string) => Handlebars.Utils.escapeExpression(text);
  return html
    .replace(readerSlots.greeting, () => (name === null ? '' : ` &#183; For ${escaped(toPlainName(name))}`))
    .replace(readerSlots.reason, () => escaped(toPlainName(reason, 240)));
}

/** Fills a reader's name and reason into the text part. */
export function personalizeText(text: string, { name, reason }: MailReader): string {
  return text
    .replace(`${readerSlots.greeting}\n`, () => (name === null ? '' : `For ${toPlainName(name)}\n`))
    .replace(readerSlots.reason, () => wrapText(toPlainName(reason, 240), maxLineLength).join('\n'));
}
