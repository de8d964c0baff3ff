import { maxOf } from '@answershare/core';
import Handlebars from 'handlebars/runtime.js';

/** Longest name that is printed, in characters. */
const maxNameLength = 48;

/**
 * Cleans a foreign name to one line: no control or direction-changing characters, at most 48 characters. The
 * template escapes it.
 */
export function toPlainName(name: string, limit: number = maxNameLength): string {
  // A character is one or two code units.
  const length = 2 * limit + 1;
  const start = toOneLine(name.slice(0, 2 * length));
  const line = start.length > length ? start : toOneLine(name);
  if (line === '') return '(no name)';
  const characters = [...line.slice(0, length)];
  return characters.length <= limit
    ? line
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

const toOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();

/** The texts that are not empty, as one. */
export const joinTexts = (texts: readonly string[], separator = ' '): string =>
  texts.filter((text) => text !== '').join(separator);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Counts characters as a reader sees them. */
export const countGraphemes = (text: string): number =>
  [...graphemes.segment(text.replace(/\p{Cf}/gu, ''))].length;

/** Counts the columns of a text: an East Asian character is as wide as two others (Unicode UAX 11, roughly). */
export const countColumns = (text: string): number =>
  countGraphemes(text) +
  (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g) ?? []).length;

/** Shortens a name to a number of graphemes: at the end of a word if possible, else with an ellipsis. */
export function shortenName(name: string, limit: number): string {
  const characters = [...graphemes.segment(name)].map(({ segment }) => segment);
  if (characters.length <= limit) return name;
  const fitting = characters.slice(0, limit + 1).join('');
  const word = /^(.*[\p{L}\p{N}])[\s.,_/-]/su.exec(fitting)?.[1];
  return word ?? `${characters.slice(0, Math.max(1, limit - 1)).join('')}…`;
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

/** Placeholders for what differs between readers. No other text of a mail contains a control character. */
export const readerSlots = { greeting: '\u0001', reason: '\u0002' } as const;

/** Placeholders of the text part; those of the HTML part are {@link readerSlots}. The greeting may have a line of its own. */
const textSlots = { greetingLine: '\u0003', greeting: '\u0004', reason: '\u0005' } as const;

/** Splits a text at its placeholders, which are the pieces at odd indices. */
export const splitAtSlots = (text: string): readonly string[] => text.split(/([^\P{Cc}\t\r\n])/u);

/** Upper bound for a reader's greeting and reason in HTML, bytes. */
export const maxReaderBytes = 2_000;

/** What differs between readers, in words. */
export interface ReaderTexts {
  /** Empty without a name. */
  readonly greeting: string;
  readonly reason: string;
}

/** Gives the text part placeholders of its own. */
export function markTextSlots(text: string): string {
  return text
    .replaceAll(`${readerSlots.greeting}\n`, textSlots.greetingLine)
    .replaceAll(readerSlots.greeting, textSlots.greeting)
    .replaceAll(readerSlots.reason, textSlots.reason);
}

/** A reader's texts for the placeholders U+0001 to U+0005, in this order. */
export function listInserts({ greeting, reason }: ReaderTexts): readonly string[] {
  const escaped = (text: string): string => Handlebars.Utils.escapeExpression(text);
  const isNamed = greeting !== '';
  return [
    isNamed ? ` &#183; ${escaped(greeting)}` : '',
    escaped(reason),
    isNamed ? `${greeting}\n` : '',
    greeting,
    wrapText(reason, maxLineLength).join('\n'),
  ];
}

/** The insert of a placeholder; an unknown one is empty. */
export function selectInsert(inserts: readonly string[], slot: string): string {
  return inserts[slot.charCodeAt(0) - 1] ?? '';
}

/** Replaces the placeholders of a part. */
export function fillSlots(part: string, inserts: readonly string[]): string {
  return splitAtSlots(part)
    .map((piece, at) => (at % 2 === 0 ? piece : selectInsert(inserts, piece)))
    .join('');
}
