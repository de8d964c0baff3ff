import type { CellContent } from '../protocol/document.ts';
import { type Locale, toDateFormat, wallTimeToSerial } from './locale.ts';

/** The cell value of typed text. */
export interface TypedValue {
  content: CellContent;
  formula: string | null;
  /** The number format that the text implies, for a cell without one. */
  format: string | null;
}

/** Parses text as Sheets does; rules.ts lists what is documented and what is assumed. */
export function parseTypedText(text: string, locale: Locale, cellFormat: string): TypedValue {
  const plain = (content: CellContent, format: string | null = null): TypedValue => ({
    content,
    formula: null,
    format,
  });
  if (text === '') return plain(null);
  if (text.startsWith('=') && text.length > 1) return { content: null, formula: text, format: null };
  if (text.startsWith("'")) return plain(text.slice(1));
  if (cellFormat === '@') return plain(text);
  if (/^(true|false)$/i.test(text)) return plain(text.toUpperCase() === 'TRUE');
  const value = parseNumber(text, locale) ?? parseDate(text, locale) ?? parseTime(text);
  if (value !== null) return plain(value.content, value.format);
  if (/^[+-]\s*[^\s+-]/.test(text)) return { content: null, formula: `=${text}`, format: null };
  return plain(text);
}

interface TypedNumber {
  content: number;
  format: string | null;
}

function parseNumber(text: string, { decimal, group }: Locale): TypedNumber | null {
  const found = /^([+-]?)\s*([$€£¥]?)\s*([\d.,'’\s]*\d[\d.,'’]*)([eE][+-]?\d+)?\s*(%?)$/.exec(text.trim());
  if (found === null) return null;
  const [, sign = '', currency = '', digits = '', exponent = '', percent = ''] = found;
  const [whole = '', decimals, ...more] = digits.split(decimal);
  const groups = group === '' ? [whole] : whole.split(group);
  const grouped = groups.length > 1;
  if (more.length > 0 || (decimals !== undefined && !/^\d*$/.test(decimals))) return null;
  if (!groups.every((part, i) => (grouped ? (i === 0 ? /^\d{1,3}$/ : /^\d{3}$/) : /^\d*$/).test(part)))
    return null;
  const size = Number(`${groups.join('')}.${decimals ?? ''}0${exponent}`);
  if (!Number.isFinite(size)) return null;
  const content = (sign === '-' ? -size : size) / (percent === '' ? 1 : 100);
  const places = decimals === undefined ? '' : '.00';
  if (percent !== '') return { content, format: `0${places}%` };
  if (currency !== '') return { content, format: `"${currency}"#,##0${places}` };
  if (exponent !== '') return { content, format: '0.00E+00' };
  return { content, format: grouped ? `#,##0${places}` : null };
}

function parseTime(text: string): TypedNumber | null {
  const found = /^(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s*(am|pm))?$/i.exec(text.trim());
  if (found === null) return null;
  const [, hours, minutes, seconds = '0', half] = found;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/pm/i.test(half) ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const format = `h:mm${found[3] === undefined ? '' : ':ss'}${half === undefined ? '' : ' am/pm'}`;
  return { content: (hour * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400, format };
}

function parseDate(text: string, locale: Locale): TypedNumber | null {
  const [day = '', time, ...more] = text.trim().split(/(?:T|\s+)(?=\d{1,2}:\d\d)/);
  const at = time === undefined ? { content: 0, format: null } : parseTime(time);
  if (at === null || more.length > 0) return null;
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(day);
  const local = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(day);
  const named: { [letter: string]: number } = {};
  if (iso !== null) Object.assign(named, { y: Number(iso[1]), m: Number(iso[2]), d: Number(iso[3]) });
  else if (local !== null) {
    const [first = 'm', second = 'd'] = locale.dateOrder.replace('y', '');
    Object.assign(named, { y: Number(local[4]), [first]: Number(local[1]), [second]: Number(local[3]) });
  } else return null;
  const { y = 0, m = 0, d = 0 } = named;
  const wall = Date.UTC(y, m - 1, d);
  const exact = new Date(wall);
  if (exact.getUTCMonth() !== m - 1 || exact.getUTCDate() !== d || y < 1900) return null;
  const format = iso === null ? toDateFormat(locale) : 'yyyy-mm-dd';
  return {
    content: wallTimeToSerial(wall) + at.content,
    format: at.format === null ? format : `${format} ${at.format}`,
  };
}

/** A literal, an omitted argument, a reference, or an inner call. */
type CustomFunctionArgument =
  | { value: string | number | boolean }
  | { blank: true }
  | { cells: string }
  | { call: CustomFunctionCall };

export interface CustomFunctionCall {
  name: string;
  args: CustomFunctionArgument[];
}

const textPattern = /"(?:[^"]|"")*"/.source;
export const cellsPattern =
  /(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!\$?[A-Za-z0-9$:]+|[\p{L}_$][\p{L}\p{N}_.$]*(?::[\p{L}\p{N}$]+)?|\$?\d+:\$?\d+/u
    .source;
const tokenByDecimal = {
  '.': argumentPattern('[.]'),
  ',': argumentPattern(','),
};

function argumentPattern(decimal: string): RegExp {
  const number = `[+-]?(?:\\d+(?:${decimal}\\d+)?|${decimal}\\d+)(?:[eE][+-]?\\d+)?%?`;
  return new RegExp(`(?:(${textPattern})|(${cellsPattern})|(${number}))?\\s*`, 'uy');
}

/**
 * Parses a formula that is one call with literals, cells, ranges and other calls; null for others, which are not
 * calculated. `;` separates arguments in every locale, `,` unless it is the decimal sign.
 */
export function parseCustomFunctionCall(formula: string, locale: Locale): CustomFunctionCall | null {
  const read = readCall(formula, 1, locale);
  return read?.end === formula.length ? read.call : null;
}

/** Reads a call and the blanks after it. */
function readCall(
  text: string,
  start: number,
  locale: Locale,
): { call: CustomFunctionCall; end: number } | null {
  const head = /\s*([\p{L}_][\p{L}\p{N}_.]*)\s*\(\s*/uy;
  head.lastIndex = start;
  const name = head.exec(text)?.[1];
  if (name === undefined) return null;
  const token = tokenByDecimal[locale.decimal === ',' ? ',' : '.'];
  const args: CustomFunctionArgument[] = [];
  for (let at = head.lastIndex; ; at++) {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    const inner = readCall(text, at, locale);
    token.lastIndex = at;
    const plain = inner === null ? token.exec(text) : null;
    at = inner?.end ?? token.lastIndex;
    if (inner !== null) args.push({ call: inner.call });
    else if (plain !== null && (text[at] !== ')' || args.length > 0 || plain[0].trim() !== ''))
      args.push(toArgument(plain));
    if (text[at] === ')') {
      const blanks = /^\s*/.exec(text.slice(at + 1))?.[0].length ?? 0;
      return { call: { name, args }, end: at + 1 + blanks };
    }
    if (text[at] !== ';' && text[at] !== locale.separator) return null;
  }
}

function toArgument([, quoted, word, digits]: RegExpExecArray): CustomFunctionArgument {
  if (quoted !== undefined) return { value: quoted.slice(1, -1).replace(/""/g, '"') };
  if (word !== undefined) return /^(true|false)$/i.test(word) ? { value: /^t/i.test(word) } : { cells: word };
  if (digits === undefined) return { blank: true };
  const value = Number(digits.replace('%', '').replace(',', '.'));
  return { value: digits.endsWith('%') ? value / 100 : value };
}
