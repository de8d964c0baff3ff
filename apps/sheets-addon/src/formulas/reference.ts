/** One corner of a reference; null for a whole row or column. Rows and columns count from 1. */
interface Corner {
  readonly column: number | null;
  readonly row: number | null;
  readonly columnFixed: boolean;
  readonly rowFixed: boolean;
}

/** A cell or a range as a formula names it. */
export interface Reference {
  /** Null for the formula's own tab. */
  readonly tab: string | null;
  readonly from: Corner;
  /** Null for one cell. */
  readonly to: Corner | null;
}

const cornerPattern = /^(\$?)([A-Za-z]{1,3})?(\$?)(\d{1,8})?$/;

function toColumnNumber(letters: string): number {
  let number = 0;
  for (const character of letters.toUpperCase()) number = number * 26 + character.charCodeAt(0) - 64;
  return number;
}

export function toColumnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

function readCorner(text: string): Corner | null {
  const match = cornerPattern.exec(text);
  if (!match) return null;
  const [, first = '', letters, second = '', digits] = match;
  if (letters === undefined && digits === undefined) return null;
  if (letters === undefined) {
    // `$5` fixes a row: the pattern matches its `$` as the column's.
    return { column: null, row: Number(digits), columnFixed: false, rowFixed: first + second !== '' };
  }
  if (digits === undefined && second !== '') return null;
  return {
    column: toColumnNumber(letters),
    row: digits === undefined ? null : Number(digits),
    columnFixed: first !== '',
    rowFixed: second !== '',
  };
}

function readTab(text: string): string {
  return text.charAt(0) === "'" ? text.slice(1, -1).replace(/''/g, "'") : text;
}

/** Parses `A2`, `$A$2:A50`, `A2:A`, `B:B`, `Tab!A2`, `'My tab'!A2:B3`, `Tab!A2:Tab!B3`; null for anything else. */
export function readReference(text: string): Reference | null {
  const parts =
    /^(?:('(?:[^']|'')+'|[^'!\s]+)!)?([^!:']+)(?::(?:('(?:[^']|'')+'|[^'!\s]+)!)?([^!:']+))?$/.exec(
      text.trim(),
    );
  if (!parts) return null;
  const from = readCorner(parts[2] ?? '');
  const to = parts[4] === undefined ? null : readCorner(parts[4]);
  if (from === null || (parts[4] !== undefined && to === null)) return null;
  if (parts[3] !== undefined && (parts[1] === undefined || readTab(parts[3]) !== readTab(parts[1])))
    return null;
  if (to === null && (from.column === null || from.row === null)) return null;
  return { tab: parts[1] === undefined ? null : readTab(parts[1]), from, to };
}

function writeCorner({ column, row, columnFixed, rowFixed }: Corner): string {
  const letters = column === null ? '' : (columnFixed ? '$' : '') + toColumnLetters(column);
  return letters + (row === null ? '' : (rowFixed ? '$' : '') + row);
}

/** Quotes a tab's name for a formula. */
function quoteTab(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && readReference(name) === null
    ? name
    : `'${name.replace(/'/g, "''")}'`;
}

export function writeReference({ tab, from, to }: Reference): string {
  const place = tab === null ? '' : `${quoteTab(tab)}!`;
  return place + writeCorner(from) + (to === null ? '' : `:${writeCorner(to)}`);
}

/** A user's value for one parameter: a text to quote, or typed input, which may name cells. */
export type FormulaChoice = { readonly text: string } | { readonly typed: string };

const quoteText = (text: string): string => `"${text.replace(/"/g, '""')}"`;

/** Formats a choice. Numbers are quoted too: a decimal comma would separate arguments in some locales. */
function formatArgument(choice: FormulaChoice): string {
  if ('text' in choice) return choice.text.trim() === '' ? '' : quoteText(choice.text.trim());
  const typed = choice.typed.trim();
  if (typed === '') return '';
  const reference = readReference(typed);
  return reference === null ? quoteText(typed) : writeReference(reference);
}

/** `=NAME(a; b)`. `;` separates in every locale (public report: ingress-fieldplan #5); trailing blanks are omitted. */
export function formatFormula(name: string, choices: readonly FormulaChoice[]): string {
  const texts = choices.map(formatArgument);
  while (texts.length > 0 && texts[texts.length - 1] === '') texts.pop();
  return `=${name}(${texts.join('; ')})`;
}
