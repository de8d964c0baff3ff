/** A cell holds 50,000 characters; a name that is longer than this is no name. */
const longest = 1_000;

/**
 * A text as `setValues` takes it so that it stays a text: it parses what it is given as if somebody typed it, so a text that
 * begins with `=`, `+`, `-`, `@`, a tab or a line break could become a formula, and one such as `1-2` a date. A leading
 * apostrophe makes any of them a text and does not show. Control characters become spaces.
 */
export function typedText(text: string): string {
  const clean = text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').slice(0, longest);
  return clean === '' ? '' : `'${clean}`;
}

/** A cell as `setValues` takes it: texts stay texts, all else is what it is. */
export function typedCell<T>(cell: T): T | string {
  return typeof cell === 'string' ? typedText(cell) : cell;
}
