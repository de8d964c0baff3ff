import { maxOf } from '@answershare/core';

/** Longest line (RFC 5322 §2.1.1). */
export const lineLimit = 78;

/** A column of a text table; numbers stand at the right. */
export interface Column {
  readonly align: 'left' | 'right';
}

/** Rows as lines: every column as wide as its widest cell, two spaces between. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((_, at) => Math.max(0, maxOf(rows.map((row) => width(row[at] ?? '')))));
  return rows.map((row) =>
    columns
      .map(({ align }, at) => {
        const cell = row[at] ?? '';
        const gap = ' '.repeat((widths[at] ?? 0) - width(cell));
        return align === 'left' ? cell + gap : gap + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}

function width(text: string): number {
  return [...text].length;
}

/** Breaks a paragraph into lines of at most `limit` characters; a longer word, such as an address, stays whole. */
export function wrapped(paragraph: string, limit: number, hang: string = ''): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (width(last) + 1 + width(word) <= limit) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(hang + word);
  }
  return lines;
}
